import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type RunRecord, recordText, validateRecord } from '@steelyard/record'
import { foreignSample } from '@steelyard/record/fixtures/foreign-sample'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { ANSI_SEQUENCES } from '@steelyard/text'
import { Bench, ended } from './bench-process.ts'

/** Colours in the report's own red, sets the title, clears the screen with C1, deletes, turns the direction, goes back. */
const HOSTILE = 'a\u001b[31mFAKE\u001b]0;title\u0007\u009b2J\u007f\u202eevil\u2066\b\rb'
const NAME = HOSTILE.replaceAll('/', '')

const SAID = { code: 'tool-flag', flag: HOSTILE }

/** C0 but new lines and tabs, DEL, C1, and what turns the direction of text. */
function isHarmful(character: string): boolean {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x20) return character !== '\n' && character !== '\t'
  const ranges = [
    [0x7f, 0x9f],
    [0x61c, 0x61c],
    [0x200e, 0x200f],
    [0x2028, 0x202e],
    [0x2066, 0x2069],
  ] as const
  return ranges.some(([first, last]) => first <= code && code <= last)
}

const bench = new Bench()
after(() => bench.remove())

before(() => {
  const file = (name: string, text: string) => writeFileSync(join(bench.directory, name), text)
  mkdirSync(join(bench.directory, 'kept'))
  file('kept/hostile.json', recordText(validateRecord(hostileRecord())))
  file(`kept/${NAME}.json`, '{ "broken": ')
  file(`${NAME}.txt`, `${HOSTILE} {`)
  file('foreign.json', recordText({ ...foreignSample(), command: [HOSTILE] }))
  file(
    'hostile.bench.ts',
    `import { suite } from 'steelyard'
const text = ${JSON.stringify(HOSTILE)}
process.stderr?.write?.(text)
export default suite({
  name: 'hostile', question: text,
  cases: { throws: () => { throw new Error(text) }, fine: () => 1 },
})`,
  )
  file(`broken${NAME}.bench.ts`, `throw new Error(${JSON.stringify(HOSTILE)})`)
})

/** Whatever a suite, a machine or a stranger can choose is hostile. */
function hostileRecord(): RunRecord {
  const record = sampleRecord()
  const renamed = (id: string) => `${id}${HOSTILE}`
  return {
    ...record,
    command: [...record.command, HOSTILE, `--flags=${HOSTILE}`],
    environment: { ...record.environment, cpuModel: HOSTILE, kernel: HOSTILE, warnings: [SAID] },
    suites: record.suites.map(each => ({ ...each, question: HOSTILE, baseline: renamed(each.baseline) })),
    targets: record.targets.map(each => ({
      ...each,
      id: renamed(each.id),
      flags: [HOSTILE],
      environment: { [HOSTILE]: HOSTILE },
      engine: { name: HOSTILE, version: HOSTILE },
    })),
    results: record.results.map((each, index) => ({
      ...each,
      case: renamed(each.case),
      target: renamed(each.target),
      ...(index === 0 ? { status: 'failed' as const, error: SAID } : {}),
      warnings: [SAID],
    })),
    comparisons: record.comparisons.map(each => ({
      ...each,
      ...{ case: renamed(each.case), baseCase: renamed(each.baseCase) },
      base: renamed(each.base),
      head: renamed(each.head),
      reason: each.reason === null ? null : HOSTILE,
    })),
  }
}

const RUN = ['--runtime', 'node', '--quick', '--time', '1', '--window', '20ms', '--no-save']

const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  'report of a hostile record': ['report', 'kept/hostile.json', '--terminal'],
  'report of a broken file': ['report', `kept/${NAME}.json`],
  'report of no file': ['report', `no${NAME}`],
  'report into no folder': ['report', 'kept/hostile.json', '--html', `hostile.bench.ts/${NAME}`],
  'report on standard output': ['report', 'kept/hostile.json', '--markdown', '-'],
  'list of a hostile suite': ['list', 'hostile.bench.ts'],
  'list of a broken suite': ['list', `broken${NAME}.bench.ts`],
  'import of a hostile file': ['import', `${NAME}.txt`],
  'import of no file': ['import', `no${NAME}`],
  'export that leaves out': ['export', 'kept/hostile.json', '--format', 'benchstat', '--out', 'x.txt'],
  'export into no folder': ['export', 'kept/hostile.json', '--format', 'csv', '--out', `x.txt/${NAME}`],
  'sql as a table, past a broken file': ['sql', 'SELECT command, cpu_model FROM records', 'kept'],
  'sql with an error': ['sql', `SELECT '${HOSTILE}' FROM nowhere`, 'kept'],
  'sql over no folder': ['sql', 'SELECT 1', `no${NAME}`],
  history: ['history', 'json-reviver', 'kept', '--times'],
  'history of no suite': ['history', `no${NAME}`, 'kept'],
  'rerun of a hostile record': ['rerun', 'kept/hostile.json', '--dry-run'],
  'rerun of a foreign record': ['rerun', 'foreign.json', '--dry-run'],
  'rerun of no file': ['rerun', `no${NAME}`],
  'bisect of no target': ['bisect', 'trig/sin-small', '--good', `node@${HOSTILE}`, '--bad', 'node@22'],
  'a run of a hostile suite': ['hostile.bench.ts', ...RUN],
  'a run of a broken suite': [`broken${NAME}.bench.ts`, ...RUN],
  'a run of no suite': [`no${NAME}`, ...RUN],
  'a run of no case': ['trig', '--case', NAME, ...RUN],
  'a run on no target': ['trig', '--runtime', `node@${HOSTILE}`],
  'an unknown option': ['trig', `--${NAME}`],
  'a dry run': ['hostile.bench.ts', ...RUN, '--dry-run'],
}

const ON_TERMINAL = [
  'report of a hostile record',
  'report of no file',
  'list of a hostile suite',
  'sql as a table, past a broken file',
  'history',
  'rerun of a hostile record',
  'a run of a hostile suite',
]

/** Written after each command on a terminal. */
const END = '<end of the command>'

/**
 * What a user would have to type: the same on a terminal, where colours and a progress line are wanted. Returns what each
 * command writes there, one after the other in one process.
 */
async function onTerminal(commands: readonly (readonly string[])[]): Promise<string[]> {
  const main = new URL('../src/main.ts', import.meta.url).href
  const script = `import { main } from ${JSON.stringify(main)}
for (const args of ${JSON.stringify(commands)}) {
  process.removeAllListeners('uncaughtException')
  await main(args)
  process.stdout.write('${END}\\n')
}`
  writeFileSync(join(bench.directory, 'terminal.mjs'), script)
  const terminal = ['-u', 'NO_COLOR', 'TERM=xterm', ...PTY, 'sh', process.execPath, 'terminal.mjs']
  const child = spawn('env', terminal, {
    cwd: bench.directory,
    env: bench.environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const { stdout } = await ended(child)
  return stdout.split(`${END}\r\n`).slice(0, -1)
}

/** Takes its last words as the command. */
const PTY = ['python3', '-c', 'import pty, sys; sys.exit(pty.spawn(sys.argv[2:]) >> 8)']
const hasPty = spawnSync('python3', ['-c', 'import pty']).status === 0

function assertHarmless(text: string, what: string): void {
  const at = [...text].findIndex(isHarmful)
  assert.equal(at, -1, `${what}: ${JSON.stringify([...text].slice(Math.max(0, at - 80), at + 80).join(''))}`)
}

test('no command lets hostile text do anything on either stream', async () => {
  for (const [what, args] of Object.entries(COMMANDS)) {
    const { stdout, stderr } = await bench.runShared(...args)
    assertHarmless(stdout, `${what}, standard output`)
    assertHarmless(stderr, `${what}, standard error`)
    assert.ok(stdout.length + stderr.length > 0, what)
    assert.doesNotMatch(stderr, /^\s+at .*:\d+:\d+\)?$/m, what)
  }
})

test('nor on a terminal, where our own colours are all that is left', {
  skip: hasPty ? false : 'python3 is not there',
}, async () => {
  const shown: (readonly [string, readonly string[]])[] = [
    ...Object.entries(COMMANDS).filter(([what]) => ON_TERMINAL.includes(what)),
    ['CSV', ['sql', 'SELECT command FROM records', 'kept', '--format', 'csv']],
    ['an export', ['export', 'kept/hostile.json', '--format', 'csv']],
  ]
  const texts = await onTerminal(shown.map(([, args]) => args))
  assert.equal(texts.length, shown.length)
  let painted = 0
  for (const [index, [what]] of shown.entries()) {
    const text = (texts[index] ?? '').replaceAll('\r\n', '\n').replaceAll('\r\u001b[K', '')
    assert.ok(!text.includes('\u001b[31mFAKE'), what)
    const plain = [...ANSI_SEQUENCES].reduce((rest, sequence) => rest.replaceAll(sequence, ''), text)
    if (plain !== text) painted++
    assertHarmless(plain, what)
    assert.ok(plain.length > 0, what)
  }
  assert.ok(painted >= 3, 'there are colours on a terminal')
})

test('data for a program stay as they are', async () => {
  const { stdout } = await bench.runShared('sql', 'SELECT command FROM records', 'kept', '--format', 'json')
  const [row] = JSON.parse(stdout)
  assert.ok(JSON.parse(row.command).includes(HOSTILE))
  const csv = await bench.runShared('export', 'kept/hostile.json', '--format', 'csv')
  assert.ok(csv.stdout.includes('\u009b2J'))
  assert.ok(readFileSync(join(bench.directory, 'kept/hostile.json'), 'utf8').includes('\u009b2J'))
})

test('an unexpected error is printed without harm too', async () => {
  const main = new URL('../src/main.ts', import.meta.url).href
  const script = `const { main } = await import(${JSON.stringify(main)})
    setTimeout(() => { throw new Error(${JSON.stringify(HOSTILE)}) }, 200)
    await main(['list', 'hostile.bench.ts']); setTimeout(() => {}, 1000)`
  writeFileSync(join(bench.directory, 'throws.mjs'), script)
  const { status, stderr } = spawnSync(process.execPath, ['throws.mjs'], {
    cwd: bench.directory,
    encoding: 'utf8',
  })
  assert.equal(status, 1)
  assert.match(stderr, /FAKE/)
  assertHarmless(stderr, 'a stack')
})
