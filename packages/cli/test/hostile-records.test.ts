import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parseTarget } from '@steelyard/launcher'
import type { RunRecord } from '@steelyard/record'
import { UsageError } from '../../measure/src/plan/usage-error.ts'
import { askedTargets } from '../../measure/src/targets/targets.ts'
import { readCommandLine, SILENT } from '../src/command-line.ts'
import { planRepetition, type ReadRun } from '../src/commands/rerun/repeat.ts'
import { untrustedIn } from '../src/commands/rerun/untrusted.ts'
import type { RunCommandOptions } from '../src/options/run-options.ts'
import { visibleLines, visibleText } from '../src/output/visible-text.ts'
import { Bench, ended } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

/** Whatever is started of a hostile record leaves a file here. */
const marks = join(bench.directory, 'marks')
const mark = (name: string) => join(marks, name)
const evil = (ending: string) => join(bench.directory, `evil.${ending}`)
const dataUrl = (name: string) => {
  const code = `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark(name))}, '')`
  return `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
}
const build = join(bench.directory, 'build')
/** A line for each time that the local build was started. */
const starts = join(bench.directory, 'starts')
const SUITE = `import { suite } from 'steelyard'
export default suite({ name: 'evil', question: 'q?', cases: { one: () => 1 } })`

let run: RunRecord
let comparison: RunRecord
let places: ReadonlyMap<string, string>

before(async () => {
  mkdirSync(marks)
  writeFileSync(evil('cjs'), `require('node:fs').writeFileSync(${JSON.stringify(mark('cjs'))}, '')`)
  writeFileSync(
    evil('mjs'),
    `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(mark('mjs'))}, '')`,
  )
  writeFileSync(evil('bench.ts'), `${readFileSync(evil('mjs'), 'utf8')}\n${SUITE}`)
  writeFileSync(evil('sh'), `#!/bin/sh\n: > '${mark('sh')}'\nexec '${process.execPath}' "$@"\n`)
  writeFileSync(build, `#!/bin/sh\necho started >> '${starts}'\nexec '${process.execPath}' "$@"\n`)
  for (const file of [evil('sh'), build]) chmodSync(file, 0o755)
  run = await recordOf('run.json', [
    ...['trig/sin-small', '--runtime', 'node', '--flags', '', '--flags', '--max-semi-space-size=64'],
    ...['--json', 'run.json', '--quick', '--time', '1'],
  ])
  comparison = await recordOf('comparison.json', [
    ...[
      'compare',
      'trig/sin-small',
      '--base',
      'node',
      '--head',
      `NODE_ENV=production node=${build} --no-opt`,
    ],
    ...['--head', 'bun useFTLJIT=0', '--json', 'comparison.json', '--quick', '--time', '1', '--no-save'],
  ])
  places = new Map([
    [`node~${createHash('sha256').update(readFileSync(build)).digest('hex').slice(0, 8)}`, build],
  ])
})

async function recordOf(name: string, args: readonly string[]): Promise<RunRecord> {
  const { code, stderr } = await bench.runShared(...args)
  assert.equal(code, 0, stderr)
  return JSON.parse(readFileSync(join(bench.directory, name), 'utf8')) as RunRecord
}

function payloads(): string[] {
  return [
    ...[`--import=${dataUrl('import')}`, `--import ${evil('mjs')}`, `-r${evil('cjs')}`],
    ...[`--logfile=${mark('log')}`, `--redirect-code-traces-to=${mark('code')}`, '--prof'],
    ...[`--preload=${evil('cjs')}`, `useFTLJIT=0 configFile=${mark('jsc')}`],
    ...[`NODE_OPTIONS=--import=${evil('mjs')} node`, `node=${evil('sh')}`, `node~x=${evil('sh')} --no-opt`],
    ...[evil('bench.ts'), './evil.bench.ts', 'trig/evil.bench.ts'],
    ...[`node" "--import=${evil('mjs')}`, `' --import=${evil('mjs')} '`, `26.10.0 --import=${evil('mjs')}`],
    ...[`26.10.0' '--import=${evil('mjs')}`, `26.10.0'" --import=${evil('mjs')} "'`],
    ...[`file:${bench.directory}`, 'git+https://example.com/x.git', '../../x', 'npm:x@1.0.0'],
    ...['latest', '26', '^26.10.0', 'v26.10.0', `--json=${mark('json')}`, `--out=${mark('out')}`],
    ...[`--runtime=node --import=${evil('mjs')}`, `--flags=--import=${evil('mjs')}`],
    ...['--max-semi-space-size=64\n--prof', '--max-semi-space-size=64,--prof'],
    ...['\x1b[2J\x1b]0;x\x07\r\u202ehidden\u009b', '$(touch x)', '\0', '\ud800'],
    ...['', '--', '--help', '__proto__', 'constructor', 'rerun', 'all', '/', 'path'],
  ]
}

type Path = readonly (string | number)[]

/** Every place of a string, keys of dictionaries among them; of long lists of the same kind the first. */
function placesOfStrings(value: unknown, path: Path = []): Path[] {
  if (typeof value === 'string') return [path]
  if (Array.isArray(value)) {
    const isShort = path[0] === 'command' || path[0] === 'targets'
    return (isShort ? value : value.slice(0, 1)).flatMap((item, index) =>
      placesOfStrings(item, [...path, index]),
    )
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]) => placesOfStrings(item, [...path, key]))
}

function changed(value: unknown, [first, ...rest]: Path, text: unknown): unknown {
  if (first === undefined) return text
  if (Array.isArray(value))
    return value.map((item, index) => (index === first ? changed(item, rest, text) : item))
  const copy = Object.entries(value as object).map(([key, item]) => [
    key,
    key === first ? changed(item, rest, text) : item,
  ])
  return Object.fromEntries(copy)
}

/** What says what is started. */
const STARTED = /^(?:command|targets\.\d+\.(?:id|runtime|version|flags|environment|binary))/

/**
 * Hostile records: each string that says what is started is each of the payloads, every other one some of them; words,
 * flags and variables are added too.
 */
function* hostile(record: RunRecord): Generator<readonly [what: string, record: RunRecord, payload: string]> {
  const strings = placesOfStrings(record)
  for (const [number, payload] of payloads().entries()) {
    for (const [index, path] of strings.entries()) {
      if (!STARTED.test(path.join('.')) && (index + number) % 15 > 0) continue
      yield [`${path.join('.')} = ${payload}`, changed(record, path, payload) as RunRecord, payload]
    }
    yield ['command', { ...record, command: [...record.command, payload] }, payload]
    for (const [index, target] of record.targets.entries()) {
      for (const changes of [
        { flags: [...target.flags, payload] },
        { environment: { [payload]: evil('sh') } },
        { environment: { NODE_OPTIONS: payload } },
      ]) {
        const targets = record.targets.with(index, { ...target, ...changes })
        yield [`target ${index}`, { ...record, targets }, payload]
        // The command says the same.
        const words = targets.map(({ runtime, flags }) => `--runtime=${[runtime, ...flags].join(' ')}`)
        const command = ['trig/sin-small', ...words]
        yield [`target ${index} and command`, { ...record, command, targets }, payload]
      }
    }
  }
}

/** What a command line was read as: most records differ in what no command line says. */
const known = new Map<string, ReturnType<ReadRun>>()

const read: ReadRun = args => {
  const key = JSON.stringify(args)
  if (!known.has(key)) known.set(key, readNow(args))
  return known.get(key) ?? null
}

const readNow: ReadRun = args => {
  try {
    const { command, options } = readCommandLine(args, SILENT)
    return ['run', 'compare'].includes(command) ? (options as RunCommandOptions) : null
  } catch (error) {
    if (error instanceof UsageError) throw error
    return null
  }
}

const RAW = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** What needs no trust, said in another way than the program says it. */
function isHarmless({ selection }: RunCommandOptions): boolean {
  return (
    selection.suites.every(word => typeof word === 'string' && /^(?:all|trig(?:\/[^./]*)?)$/.test(word)) &&
    askedTargets(selection).every(({ text }) => {
      const { version, path, flags, environment } = parseTarget(text)
      return (
        (version === null || /^\d+\.\d+\.\d+$/.test(version)) &&
        (path === null || path === build) &&
        flags.length === 0 &&
        Object.keys(environment).length === 0
      )
    })
  )
}

test('whatever a field of a record says, it is harmless, shown word for word, or refused', async () => {
  let [tried, harmless, shown, refused] = [0, 0, 0, 0]
  const variants = (function* () {
    for (const variant of hostile(run)) yield [...variant, new Map<string, string>()] as const
    for (const variant of hostile(flagless())) yield [...variant, new Map<string, string>()] as const
    for (const variant of hostile(comparison)) yield [...variant, places] as const
  })()
  const tryAll = async () => {
    for (const [what, variant, payload, given] of variants) {
      tried++
      const planned = await planRepetition(variant, given, read).catch((error: unknown) => {
        assert.ok(error instanceof UsageError, `${what}: ${error}`)
        assert.doesNotMatch(visibleLines(error.message), RAW, what)
        return null
      })
      if (planned === null) {
        refused++
        continue
      }
      const { options } = planned
      const { output, selection } = options
      assert.deepEqual([output.json, output.markdown, output.out, output.save], [null, null, '', false], what)
      assert.equal(output.evidenceFolder, null, what)
      assert.deepEqual([output.dryRun, options.rules.timers], [false, ['steelyard']], what)
      const untrusted = untrustedIn(selection, Array.from(given.values()))
      if (untrusted.length === 0) harmless++
      else shown++
      if (untrusted.length === 0) assert.equal(isHarmless(options), true, what)
      assert.doesNotMatch(untrusted.join(''), RAW, what)
      // Whatever of it would be started is among what is shown.
      for (const { text } of askedTargets(selection)) {
        const { flags, environment } = parseTarget(text)
        const words = [...flags, ...Object.entries(environment).map(pair => pair.join('='))]
        for (const word of words.filter(word => payload.length > 2 && word.includes(payload))) {
          assert.ok(
            untrusted.some(line => line.endsWith(visibleText(word))),
            `${what}: ${untrusted}`,
          )
        }
      }
    }
  }
  // Each that names the local build waits for its hash.
  await Promise.all(Array.from({ length: 8 }, tryAll))
  assert.deepEqual(readdirSync(marks), [])
  // Each of the three outcomes is seen, so that none of them is checked in vain.
  assert.ok(
    tried > 3000 && harmless > 200 && shown > 300 && refused > 300,
    `${tried} ${harmless} ${shown} ${refused}`,
  )
})

function written(name: string, record: unknown): string {
  const text = JSON.stringify(record)
  assert.notEqual(text, JSON.stringify(run))
  writeFileSync(join(bench.directory, name), text)
  return name
}

function withFlag(flag: string): RunRecord {
  const text = JSON.stringify(run).replaceAll('--max-semi-space-size=64', JSON.stringify(flag).slice(1, -1))
  return JSON.parse(text) as RunRecord
}

function flagless(): RunRecord {
  const [base] = run.targets
  return {
    ...run,
    command: ['trig/sin-small', '--runtime', 'node'],
    targets: run.targets.slice(0, 1),
    results: run.results.filter(({ target }) => target === base?.id),
    comparisons: [],
  }
}

function withTargets(changes: object): RunRecord {
  return { ...run, targets: run.targets.map(target => ({ ...target, ...changes })) } as RunRecord
}

/** Records that ran code or wrote files, and what is shown of them; null for one that is harmless after all. */
function attacks(): Readonly<Record<string, readonly [RunRecord, string | null]>> {
  const nodeOptions = `--import=${dataUrl('env')}`
  return {
    import: [withFlag(`--import=${dataUrl('import')}`), `--import=${dataUrl('import')}`],
    environment: [withTargets({ environment: { NODE_OPTIONS: nodeOptions } }), `NODE_OPTIONS=${nodeOptions}`],
    suite: [{ ...run, command: run.command.with(0, evil('bench.ts')) }, evil('bench.ts')],
    logfile: [withFlag(`--logfile=${mark('log')}`), `--logfile=${mark('log')}`],
    version: [withTargets({ version: `file:${bench.directory}` }), `node@file:${bench.directory}`],
    hidden: [withFlag('--import=./evil.mjs\x1b[2K\u202e'), '--import=./evil.mjs\\x1b[2K\\u{202e}'],
    places: [
      {
        ...flagless(),
        command: [
          ...flagless().command,
          `--json=${mark('json')}`,
          `--out=${mark('out')}`,
          `--markdown=${mark('md')}`,
        ],
      },
      null,
    ],
  }
}

test('bench rerun without --trust says word for word what a hostile record names, and starts nothing', async () => {
  await Promise.all(
    Object.entries(attacks()).map(async ([name, [record, shown]]) => {
      const file = written(`${name}.json`, record)
      const { code, stdout, stderr } = await bench.runShared('rerun', file, '--no-save', '--time', '1')
      assert.doesNotMatch(stdout + stderr, RAW, name)
      assert.equal(code, shown === null ? 0 : 2, stderr)
      if (shown === null) return
      assert.ok(stderr.includes(shown), stderr)
      assert.match(stderr, /^Cannot repeat this record without asking: .*[\s\S]*give --trust/m)
      assert.equal(stdout, '')
    }),
  )
  assert.deepEqual(readdirSync(marks), [])
})

test('a dry run of a hostile record starts nothing of it, also with --trust', async () => {
  await Promise.all(
    ['import', 'environment', 'suite', 'hidden'].map(async name => {
      const [record, shown] = attacks()[name] ?? []
      const file = written(`${name}.json`, record)
      const { code, stdout, stderr } = await bench.runShared('rerun', file, '--dry-run', '--trust')
      assert.equal(code, 0, stderr)
      assert.doesNotMatch(stdout + stderr, RAW, name)
      assert.match(stdout, /Targets, of which none was started:/)
      assert.ok(stdout.split('takes --trust')[1]?.includes(`${shown}`), stdout)
      assert.equal(/Expected: [\d.]/.test(stdout), name !== 'suite', 'groups of a suite file are not known')
    }),
  )
  assert.deepEqual(readdirSync(marks), [])
})

test('bench rerun --trust starts what the record names, and its places stay as they are', async () => {
  const record = attacks().import?.[0] as RunRecord
  const file = written('trusted.json', { ...record, command: [...record.command, `--json=${mark('json')}`] })
  const { code, stderr } = await bench.runShared('rerun', file, '--trust', '--no-save', '--time', '1')
  assert.equal(code, 0, stderr)
  assert.deepEqual(readdirSync(marks), ['import'])
  rmSync(mark('import'))
})

test('what resumes a rerun obeys the record no more than the rerun', async () => {
  const record = attacks().import?.[0] as RunRecord
  const file = written('resumed.json', { ...record, command: [...record.command, `--json=${mark('json')}`] })
  const words = ['rerun', file, '--trust', '--no-save', '--time', '30']
  const child = bench.start(words)
  const end = ended(child)
  await bench.launched(1)
  child.kill('SIGINT')
  const { code, stderr } = await end
  assert.equal(code, 130, stderr)
  const [journal = ''] = bench.journals()
  const head = readFileSync(journal, 'utf8').split('\n', 1)[0] ?? ''
  const { command } = JSON.parse(JSON.parse(head).head ?? head)
  assert.deepEqual(command, words)
  rmSync(mark('import'))
})

test('a dry run starts no build of the record, whatever flags it has', async () => {
  const started = readFileSync(starts, 'utf8')
  const placed = Array.from(places, ([name, path]) => `--path=${name}=${path}`)
  const { code, stdout } = await bench.runShared('rerun', 'comparison.json', '--dry-run', ...placed)
  assert.equal(code, 0)
  assert.match(stdout, /node=\S+ --no-opt\n/)
  assert.match(stdout, /bun@\S+ useFTLJIT=0\n/)
  assert.equal(readFileSync(starts, 'utf8'), started)
})

test('a dry run fetches nothing, and text from a record draws nothing on a terminal', async () => {
  const absent = written('absent.json', withTargets({ version: '99.0.0' }))
  const strange = written('strange.json', { ...run, command: [...run.command, '--param=\x1b[2J\u202e'] })
  const unread = written('unread.json', { ...run, command: [...run.command, '--\x1b[2J\u202e'] })
  const [dry, ...refused] = await Promise.all([
    bench.runShared('rerun', absent, '--dry-run'),
    ...[strange, unread].map(file => bench.runShared('rerun', file, '--dry-run')),
  ])
  assert.equal(dry.code, 0, dry.stderr)
  assert.match(dry.stdout, /Targets, of which none was started:\n {2}node@99\.0\.0\n/)
  for (const { code, stdout, stderr } of refused) {
    assert.equal(code, 2)
    assert.equal(stdout, '')
    assert.match(stderr, /^Cannot .*\\x1b\[2J\\u\{202e\}/m)
    assert.doesNotMatch(stderr, RAW)
  }
})

test('bench report, export and sql of a hostile record start nothing and need no trust', async () => {
  const flag = `--import=${dataUrl('import')}`
  const file = written('all.json', {
    ...withFlag(flag),
    command: [evil('bench.ts'), '--runtime', `node ${flag}`, '--json', mark('json')],
    targets: withFlag(flag).targets.map(target => ({ ...target, environment: { NODE_OPTIONS: flag } })),
  })
  const ended = await Promise.all([
    bench.runShared('report', file),
    bench.runShared('report', file, '--terminal', '--markdown', 'all.md'),
    bench.runShared('export', file, '--format', 'benchstat'),
    bench.runShared('sql', 'select distinct target from samples', file),
  ])
  for (const { code, stderr } of ended) assert.equal(code, 0, stderr)
  assert.deepEqual(readdirSync(marks), [])
})
