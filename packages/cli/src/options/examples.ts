import { PROGRAM } from '@steelyard/text'

/** What a command line shows, and the line without the words that start the program: a reader can paste it into a shell. */
type Example = readonly [what: string, line: string]

/** Examples by the command that they are for; `run` for the program itself. */
const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  run: [
    ['Two expressions in four runtimes:', "-e 'x.slice()' -e '[...x]' --setup 'const x = [1, 2, 3]'"],
    ['A suite, only up to the first look:', 'json-reviver --quick'],
    ['The same suite, up to ten launches:', 'json-reviver'],
    ['One case in each runtime:', 'json-reviver/arrow-2'],
    ['The same, with profiles of what is slower or faster:', 'json-reviver/arrow-2 --profile'],
    ['What a flag changes:', 'trig --runtime node --flags "" --flags "--no-opt"'],
    ['The same cases, timed by mitata, without verdicts:', 'trig --timer mitata'],
    ['Files written for mitata, vitest, Deno.bench and others, unchanged:', './benches'],
    ['Run a suite file:', './array-copy.bench.ts'],
  ],
  new: [['Make a suite file of your own, then run it:', 'new array-copy']],
  compare: [
    ['Compare a local build with the pinned one:', 'compare trig --base node --head node=./out/Release'],
    ['The same, with evidence for a review:', 'compare trig --base node --head node=./a/node --evidence ./e'],
  ],
  gate: [['What got slower among all files of a folder:', 'gate ./benches --base node@24 --head node@26']],
  coverage: [['Which files and cases run on which runtime, and why not:', 'coverage ./benches']],
  bisect: [
    [
      'The release in which a case became slower:',
      'bisect json-reviver/arrow-2 --good node@22 --bad node@26',
    ],
  ],
  sweep: [['One case on many versions:', 'sweep trig/sin-small --runtime node@20..26']],
  timeline: [
    ['What each release of Node changed, in half an hour:', 'timeline trig --runtime node@20.. --time 30m'],
    ['What was measured so far, as a page:', 'timeline --html timeline.html'],
  ],
  modes: [
    [
      'Whether launches of a case fall into kinds, and what goes with them:',
      'modes async/await-promise --runtime workerd',
    ],
  ],
  doctor: [['The smallest difference that this machine can detect:', 'doctor']],
  report: [['A page with charts of the newest record:', 'report']],
  agree: [['Where other timers differ, and why:', 'agree trig/sin-small']],
  emit: [['One case as a standalone file, for perf or gdb:', 'emit trig/sin-small --runtime node']],
  list: [['What a suite asks, its cases and their code:', 'list json-reviver']],
  rerun: [['Measure again what a record holds, and compare both:', 'rerun ./e/record.json']],
  prepare: [['Build the apps of a suite of servers, once:', 'prepare ssr-apps']],
  runtimes: [
    ['Downloaded versions and their size:', 'runtimes'],
    ['Download one now:', 'runtimes install node@24'],
  ],
  export: [['The newest record, for benchstat:', 'export --format benchstat']],
  import: [['A result of another tool, as a record:', 'import deno.json']],
  history: [['The ratios of a suite in all records:', 'history json-reviver']],
  serve: [['Your records in the browser, new ones as they come:', 'serve']],
  combine: [['One answer over two machines:', 'combine here.json there.json']],
  fleet: [
    ['The same comparison on eight machines:', 'fleet run compare trig --base node --head bun --machines 8'],
  ],
  sql: [
    ['How many samples there are of each suite:', 'sql "select suite, count(*) from samples group by suite"'],
  ],
}

/** Commands whose first example the help of the program shows too, after those of `run`. */
const TOP = ['new', 'compare', 'gate', 'bisect', 'doctor', 'report']

/** Returns the examples of a command as a part of its help; empty where it has none. */
export function examplesText(command: string): string {
  return textOf(EXAMPLES[command] ?? [])
}

export function topExamplesText(): string {
  return textOf([...(EXAMPLES.run ?? []), ...TOP.flatMap(command => EXAMPLES[command]?.slice(0, 1) ?? [])])
}

function textOf(examples: readonly Example[]): string {
  if (examples.length === 0) return ''
  const lines = examples.map(([what, line]) => `  ${what}\n    ${PROGRAM} ${line}`)
  return `\nExamples:\n${lines.join('\n')}`
}
