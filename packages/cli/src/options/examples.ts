import { PROGRAM } from '@steelyard/text'

/** A command line for the help, which a reader can paste into a shell. */
interface Example {
  /** The command that it is for; `run` for the program itself. */
  readonly command: string
  readonly what: string
  /** Without the words that start the program. */
  readonly line: string
  /** Whether the help of the program shows it too. */
  readonly isTop?: true
}

export const EXAMPLES: readonly Example[] = [
  {
    command: 'run',
    what: 'Two expressions in four runtimes:',
    line: "-e 'x.slice()' -e '[...x]' --setup 'const x = [1, 2, 3]'",
    isTop: true,
  },
  {
    command: 'run',
    what: 'What is clear at the first look, and estimates for the rest:',
    line: 'json-reviver --quick',
    isTop: true,
  },
  {
    command: 'run',
    what: 'The whole suite, to the last verdict that ten launches can give:',
    line: 'json-reviver',
    isTop: true,
  },
  { command: 'run', what: 'One case in each runtime:', line: 'json-reviver/arrow-2', isTop: true },
  {
    command: 'run',
    what: 'The same, and where the time of slower and faster ones goes:',
    line: 'json-reviver/arrow-2 --profile',
    isTop: true,
  },
  {
    command: 'run',
    what: 'What a flag changes:',
    line: 'trig --runtime node --flags "" --flags "--no-opt"',
    isTop: true,
  },
  {
    command: 'run',
    what: 'The same cases, timed by mitata, without verdicts:',
    line: 'trig --timer mitata',
    isTop: true,
  },
  {
    command: 'run',
    what: 'Files written for mitata, vitest, Deno.bench and others, unchanged:',
    line: './benches',
    isTop: true,
  },
  {
    command: 'new',
    what: 'Make a suite file of your own, then run it:',
    line: 'new array-copy',
    isTop: true,
  },
  { command: 'run', what: 'Run a suite file:', line: './array-copy.bench.ts', isTop: true },
  {
    command: 'compare',
    what: 'Compare a local build with the pinned one:',
    line: 'compare trig --base node --head node=./out/Release',
    isTop: true,
  },
  {
    command: 'compare',
    what: 'The same, with evidence for a review:',
    line: 'compare trig --base node --head node=./a/node --evidence ./e',
  },
  {
    command: 'gate',
    what: 'What got slower among all files of a folder:',
    line: 'gate ./benches --base node@24 --head node@26',
    isTop: true,
  },
  {
    command: 'coverage',
    what: 'Which files and cases run on which runtime, and why not:',
    line: 'coverage ./benches',
  },
  {
    command: 'bisect',
    what: 'The release in which a case became slower:',
    line: 'bisect json-reviver/arrow-2 --good node@22 --bad node@26',
    isTop: true,
  },
  {
    command: 'sweep',
    what: 'One case on many versions:',
    line: 'sweep trig/sin-small --runtime node@20..26',
  },
  {
    command: 'modes',
    what: 'Whether launches of a case fall into kinds, and what goes with them:',
    line: 'modes async/await-promise --runtime workerd',
  },
  {
    command: 'doctor',
    what: 'The smallest difference that this machine can detect:',
    line: 'doctor',
    isTop: true,
  },
  { command: 'report', what: 'A page with charts of the newest record:', line: 'report', isTop: true },
  { command: 'agree', what: 'Where other timers differ, and why:', line: 'agree trig/sin-small' },
  {
    command: 'emit',
    what: 'One case as a standalone file, for perf or gdb:',
    line: 'emit trig/sin-small --runtime node',
  },
  { command: 'list', what: 'What a suite asks, its cases and their code:', line: 'list json-reviver' },
  {
    command: 'rerun',
    what: 'Measure again what a record holds, and compare both:',
    line: 'rerun ./e/record.json',
  },
  { command: 'prepare', what: 'Build the apps of a suite of servers, once:', line: 'prepare ssr-apps' },
  { command: 'runtimes', what: 'Downloaded versions and their size:', line: 'runtimes' },
  { command: 'runtimes', what: 'Download one now:', line: 'runtimes install node@24' },
  { command: 'export', what: 'The newest record, for benchstat:', line: 'export --format benchstat' },
  { command: 'import', what: 'A result of another tool, as a record:', line: 'import deno.json' },
  { command: 'history', what: 'The ratios of a suite in all records:', line: 'history json-reviver' },
  { command: 'serve', what: 'Your records in the browser, new ones as they come:', line: 'serve' },
  {
    command: 'combine',
    what: 'One answer over two machines:',
    line: 'combine here.json there.json',
  },
  {
    command: 'fleet',
    what: 'The same comparison on eight machines:',
    line: 'fleet run compare trig --base node --head bun --machines 8',
  },
  {
    command: 'sql',
    what: 'How many samples there are of each suite:',
    line: 'sql "select suite, count(*) from samples group by suite"',
  },
]

/** Returns the examples of a command as a part of its help; empty where it has none. */
export function examplesText(command: string): string {
  return textOf(EXAMPLES.filter(example => example.command === command))
}

/** Returns the examples of the program as a part of its help. */
export function topExamplesText(): string {
  return textOf(EXAMPLES.filter(({ isTop }) => isTop))
}

function textOf(examples: readonly Example[]): string {
  if (examples.length === 0) return ''
  const lines = examples.map(({ what, line }) => `  ${what}\n    ${PROGRAM} ${line}`)
  return `\nExamples:\n${lines.join('\n')}`
}
