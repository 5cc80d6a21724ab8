// Catches a run that loses what it measured when a disk is full, a folder is gone or files may grow no more.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readRecord, recordText } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { Bench, ended, newBench, said } from './bench-process.ts'

const linux = process.platform === 'linux'
const canLimit = linux && spawnSync('prlimit', ['--version']).status === 0
const limited = { skip: canLimit ? false : 'prlimit is not there' }
const RUN = ['trig/sin-small', '--runtime', 'node', '--quick', '--time', '1']

/** Printed once results can be written, and before there are any. */
const BEGUN = /holds fewer than 5 launches/

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

test('a record that cannot be kept where it was wanted is kept in the state folder, and the output says so', async t => {
  const bench = newBench(t)
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

test('it is kept in a temporary folder where there is no state folder either', async t => {
  const bench = newBench(t)
  const { code, stdout, stderr } = await runWithoutPlace(bench, ['kept', 'state'], '--out', 'kept')
  assert.equal(code, 0, stderr)
  const [, file = ''] = / It was saved as (\S+) instead/.exec(stderr) ?? []
  assert.match(file, /\/steelyard-record-\w+\/[^/]+\.json$/)
  assert.equal((await readRecord(file)).status, 'complete')
  assert.match(stdout, /\nMachine (quiet|noisy)/)
})

test('each destination is tried: one that fails is a sentence, and the command has failed', async t => {
  const bench = newBench(t)
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

test(
  'a run whose files may grow no more shows its report, and says that its record is lost',
  limited,
  async t => {
    const bench = newBench(t)
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
  },
)

const full = { skip: linux ? false : 'there is no /dev/full' }

test('--json to a full device is one sentence, and report and record are there', full, async t => {
  const bench = newBench(t)
  const { code, stdout, stderr } = await bench.run(...RUN, '--out', 'kept', '--json', '/dev/full')
  assert.equal(code, 1)
  assert.match(stderr, /^Cannot write \/dev\/full: ENOSPC: no space left on device\. Choose/m)
  assert.match(stdout, /\nMachine (quiet|noisy)/)
  assert.equal(jsonIn(join(bench.directory, 'kept')).length, 1)
})

const reports = new Bench()
after(() => reports.remove())
writeFileSync(join(reports.directory, 'record.json'), recordText(sampleRecord()))

test('bench report writes what can be written where something else cannot', async () => {
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
  const child = reports.start(
    ['report', 'record.json', '--html', '-'],
    [...['prlimit', '--fsize=500', 'sh', '-c', '"$@" > cut.html', 'sh']],
  )
  const { code, stderr } = await ended(child)
  assert.equal(code, 1)
  assert.match(stderr, /^Cannot write to standard output: EFBIG: file too large\./m)
})
