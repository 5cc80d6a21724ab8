import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { readRecord, recordText } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { Bench, ended, said } from './bench-process.ts'

const linux = process.platform === 'linux'
const canLimit = linux && spawnSync('prlimit', ['--version']).status === 0
const RUN = ['trig/sin-small', '--runtime', 'node', '--quick', '--time', '1']

/** Said once results can be written, and before any is there. */
const BEGUN = /holds fewer than 5 launches/

const benches: Bench[] = []
function newBench(): Bench {
  const bench = new Bench()
  benches.push(bench)
  return bench
}
after(() => Promise.all(benches.map(bench => bench.remove())))

/** A folder that was there when the run began and is a file when it ends, which stops root as well. */
async function runWithoutPlace(bench: Bench, places: readonly string[], ...words: string[]) {
  const child = bench.start([...RUN, ...words], ['env', `XDG_STATE_HOME=${join(bench.directory, 'state')}`])
  const end = ended(child)
  await said(child, BEGUN)
  for (const place of places) {
    rmSync(join(bench.directory, place), { recursive: true, force: true })
    writeFileSync(join(bench.directory, place), 'in the way')
  }
  return end
}

const jsonIn = (folder: string) => readdirSync(folder).filter(name => name.endsWith('.json'))

test('a record that cannot be kept where it was wanted is kept in the state folder, and the output says so', async () => {
  const bench = newBench()
  const { code, stdout, stderr } = await runWithoutPlace(bench, ['kept'], '--out', 'kept')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /\nMachine (quiet|noisy)/, 'the report is shown')
  const folder = join(bench.directory, 'state', 'steelyard', 'records')
  const [name = ''] = jsonIn(folder)
  assert.equal((await readRecord(join(folder, name))).status, 'complete')
  assert.match(stderr, /Cannot save the record in kept: kept: E\w+: .*\. It was saved as (\S+) instead\./)
  assert.ok(stderr.includes(join(folder, name)), stderr)
  assert.match(stdout, /^Record: state\/steelyard\/records\/.*\.json$/m)
})

test('it is kept in a temporary folder where there is no state folder either', async () => {
  const bench = newBench()
  const { code, stdout, stderr } = await runWithoutPlace(bench, ['kept', 'state'], '--out', 'kept')
  assert.equal(code, 0, stderr)
  const [, file = ''] = / It was saved as (\S+) instead/.exec(stderr) ?? []
  assert.match(file, /\/steelyard-record-\w+\/[^/]+\.json$/)
  assert.equal((await readRecord(file)).status, 'complete')
  assert.match(stdout, /\nMachine (quiet|noisy)/)
})

test('each destination is tried: one that fails is a sentence, and the command has failed', async () => {
  const bench = newBench()
  const { code, stdout, stderr } = await runWithoutPlace(
    bench,
    ['there'],
    ...['--out', 'kept', '--json', 'there/run.json', '--markdown', 'run.md'],
  )
  assert.equal(code, 1)
  assert.equal(
    stderr.match(/^Cannot write there\/run\.json: E\w+: .* Choose another place with --json\.$/gm)?.length,
    1,
    stderr,
  )
  assert.doesNotMatch(stderr, /^\s+at /m)
  assert.match(stdout, /\nMachine (quiet|noisy)/)
  assert.match(readFileSync(join(bench.directory, 'run.md'), 'utf8'), /^### trig/)
  assert.equal(jsonIn(join(bench.directory, 'kept')).length, 1)
})

test('a run whose files may grow no more shows its report, and says that its record is lost', {
  skip: canLimit ? false : 'prlimit is not there',
}, async () => {
  const bench = newBench()
  writeFileSync(join(bench.directory, 'run.md'), 'old')
  const child = bench.start(
    [...RUN, '--out', 'kept', '--json', '-', '--markdown', 'run.md'],
    ['env', `XDG_STATE_HOME=${join(bench.directory, 'state')}`],
  )
  const end = ended(child)
  await said(child, BEGUN)
  spawnSync('prlimit', [`--pid=${child.pid}`, '--fsize=100:100'])
  const { code, stdout, stderr } = await end
  assert.equal(code, 1, stderr)
  assert.match(stderr, /\nMachine (quiet|noisy)/, 'the report is shown')
  assert.equal(JSON.parse(stdout).status, 'complete', 'and the data where they were asked for')
  assert.match(
    stderr,
    /^Cannot save the record anywhere: kept: EFBIG: [^;]+; state\S+: EFBIG: [^;]+; \S+: EFBIG: /m,
  )
  assert.match(stderr, /^Cannot write run\.md: EFBIG: /m)
  assert.doesNotMatch(stderr, /^\s+at /m)
  assert.equal(readFileSync(join(bench.directory, 'run.md'), 'utf8'), 'old')
  assert.deepEqual(bench.leftovers(), [])
  assert.deepEqual(readdirSync(join(bench.directory, 'kept')), [])
})

const full = { skip: linux ? false : 'there is no /dev/full' }

test('standard output that is full is one sentence, and the record is kept', full, async () => {
  const bench = newBench()
  const child = bench.start([...RUN, '--out', 'kept'], ['sh', '-c', '"$@" > /dev/full', 'sh'])
  const { code, stderr } = await ended(child)
  assert.equal(code, 1, stderr)
  assert.equal(
    stderr.match(/^Cannot write to standard output: ENOSPC: no space left on device\./gm)?.length,
    1,
  )
  assert.doesNotMatch(stderr, /^\s+at /m)
  assert.equal(jsonIn(join(bench.directory, 'kept')).length, 1)
})

test('--json to a full device is one sentence, and report and record are there', full, async () => {
  const bench = newBench()
  const { code, stdout, stderr } = await bench.run(...RUN, '--out', 'kept', '--json', '/dev/full')
  assert.equal(code, 1)
  assert.match(stderr, /^Cannot write \/dev\/full: ENOSPC: no space left on device\. Choose/m)
  assert.match(stdout, /\nMachine (quiet|noisy)/)
  assert.equal(jsonIn(join(bench.directory, 'kept')).length, 1)
})

const limited = { skip: canLimit ? false : 'prlimit is not there' }
let reports: Bench
before(() => {
  reports = newBench()
  writeFileSync(join(reports.directory, 'record.json'), recordText(sampleRecord()))
})

function limitedTo(bytes: number, args: readonly string[]) {
  return ended(reports.start(args, ['prlimit', `--fsize=${bytes}`]))
}

for (const [what, file, args] of [
  ['page', 'page.html', ['report', 'record.json', '--html', 'page.html']],
  ['Markdown', 'report.md', ['report', 'record.json', '--markdown', 'report.md']],
  ['export', 'samples.csv', ['export', 'record.json', '--format', 'csv', '--out', 'samples.csv']],
] as const) {
  test(
    `an old ${what} survives a new one that cannot be written, and nothing else is left`,
    limited,
    async () => {
      const path = join(reports.directory, file)
      writeFileSync(path, 'old')
      const before = readdirSync(reports.directory)
      const { code, stderr } = await limitedTo(500, args)
      assert.equal(code, 2)
      assert.match(stderr, new RegExp(`^Cannot write ${file}: EFBIG: file too large\\. Choose another place`))
      assert.equal(readFileSync(path, 'utf8'), 'old')
      assert.deepEqual(readdirSync(reports.directory), before)
    },
  )
}

test('bench report writes what can be written where something else cannot', limited, async () => {
  mkdirSync(join(reports.directory, 'in-the-way'))
  const { code, stdout, stderr } = await reports.run(
    ...['report', 'record.json', '--html', 'in-the-way', '--markdown', 'whole.md', '--terminal'],
  )
  assert.equal(code, 2)
  assert.match(stderr, /^Cannot write in-the-way: EISDIR/)
  assert.match(stdout, /^question +json-reviver[\s\S]*\nWrote whole\.md\n$/)
  assert.ok(existsSync(join(reports.directory, 'whole.md')))
})

test('a page that is cut off on standard output is a failure, not a page', limited, async () => {
  const file = openSync(join(reports.directory, 'cut.html'), 'w')
  assert.ok(file > 0)
  const child = reports.start(
    ['report', 'record.json', '--html', '-'],
    [...['prlimit', '--fsize=500', 'sh', '-c', '"$@" > cut.html', 'sh']],
  )
  const { code, stderr } = await ended(child)
  assert.equal(code, 1)
  assert.match(stderr, /^Cannot write to standard output: EFBIG: file too large\./m)
})

test('a record that was imported is kept elsewhere, and its report is shown', async () => {
  const bench = newBench()
  const { code, stdout, stderr } = await ended(
    bench.start(
      [
        ...[
          'import',
          new URL('../../interop/src/imports/fixtures/mitata-node.json', import.meta.url).pathname,
        ],
        ...['--out', '/dev/null/kept'],
      ],
      ['env', `XDG_STATE_HOME=${join(bench.directory, 'state')}`],
    ),
  )
  assert.equal(code, 0, stderr)
  assert.match(
    stderr,
    /^Cannot save the record in \/dev\/null\/kept: .* It was saved as \S+\/state\/steelyard\/records\/\S+ instead/,
  )
  assert.match(stdout, /^Record: state\/steelyard\/records\//m)
})
