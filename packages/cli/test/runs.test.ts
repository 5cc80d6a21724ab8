import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { validateRecord } from '@steelyard/record'
import { mean } from '@steelyard/stats'
import { Bench, newBench } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }

/** Of the tests that say nothing of the process of the command. */
const shared = new Bench()
after(() => shared.remove())

test('bench measures a suite outside the workspace on four runtimes and writes only JSON to standard output', async t => {
  const bench = newBench(t)
  writeFileSync(join(bench.directory, 'count.cjs'), `exports.n = Number(require('util').inspect(1000))`)
  writeFileSync(
    join(bench.directory, 'mine.bench.ts'),
    `import { suite } from 'steelyard'
     import { n } from './count.cjs'
     export default suite({
       name: 'mine',
       question: 'Is a loop slower than a formula for each hundred?',
       setup: () => ({ n }),
       cases: {
         formula: ({ n }) => { let sum = 0; for (let i = 0; i < n; i += 100) sum += 50 * (2 * i + 101); return sum },
         loop: async ({ n }) => { let sum = 0; for (let i = 1; i <= n; i++) sum += i; return sum },
       },
     })`,
  )
  const { code, stdout, stderr } = await bench.run(
    './mine.bench.ts',
    '--json',
    '-',
    '--no-save',
    ...['--by', 'cases', '--window', '50ms', '--seed', '5'],
    // The first launches of both groups take a busy machine longer than 7 s.
    ...['--time', '20'],
  )
  assert.equal(code, 0, stderr)
  const record = validateRecord(JSON.parse(stdout))
  assert.equal(record.status, 'complete')
  assert.equal(record.seed, 5)
  assert.deepEqual(
    record.targets.map(({ runtime }) => runtime),
    ['node', 'deno', 'bun', 'workerd'],
  )
  assert.equal(record.results.length, 8)
  for (const { status, wallNs, case: caseId, launches, contendedShare } of record.results) {
    assert.equal(status, 'ok')
    const samplesNs = launches.flatMap(launch => launch.wallNs)
    assert.ok(samplesNs.length > 0 && samplesNs.every(ns => ns > 0), caseId)
    // One launch, all that a busy machine may make in the time, gives no estimate.
    assert.ok(wallNs === null ? launches.length === 1 : wallNs.value > 0, caseId)
    // All four runtimes know whether a batch waited.
    for (const { audit } of launches)
      assert.equal((audit?.waitedNs ?? null) === null, process.platform !== 'linux')
    assert.equal(contendedShare === null, process.platform !== 'linux')
  }
  // A hundred times as many turns: however noisy the machine is, and however few launches it makes, never the other way
  // round.
  const meansNs = (target: string, caseId: string) =>
    record.results
      .find(result => result.target === target && result.case === caseId)
      ?.launches.map(({ wallNs }) => mean(wallNs)) ?? []
  for (const { id } of record.targets) {
    const loopNs = meansNs(id, 'loop')
    assert.ok(loopNs.length > 0)
    for (const [launch, ns] of meansNs(id, 'formula').entries()) assert.ok(ns < (loopNs[launch] ?? 0), id)
  }
  for (const { case: headCase, verdict, paired, ratio } of record.comparisons) {
    if (!paired || headCase !== 'loop') continue
    assert.ok(ratio.value > 1)
    assert.ok(verdict === 'slower' || verdict === 'inconclusive', String(verdict))
  }
  assert.match(stderr, /Is a loop slower than a formula for each hundred\?/)
  assert.doesNotMatch(stderr, /about \d+:\d\d left/)
  assert.deepEqual(bench.leftovers(), [])
  assert.equal(JSON.stringify(record).includes(bench.directory), false, 'no path in the record')
})

test('bench --control holds the base against a copy of itself, in launches as long as --window says', async () => {
  const { code, stdout, stderr } = await shared.runShared(
    ...['-e', 'rows.join()', '-e', 'rows.map(String).join()', '--runtime', 'node', '--control', '--quick'],
    ...['--setup', 'const rows = Array.from({ length: 20 }, (_, index) => index)', '--window', '100ms'],
    // It ends after five launches, which take a busy machine longer than a minute.
    ...['--time', '240', '--verbose', '--seed', '3', '--json', '-', '--no-save'],
  )
  assert.equal(code, 0, stderr)
  const { results, comparisons } = validateRecord(JSON.parse(stdout))
  const copies = results.filter(({ control }) => control)
  assert.deepEqual(
    copies.map(({ case: caseId }) => caseId),
    ['rows.join()'],
  )
  assert.equal(copies[0]?.launches.length, 5)
  assert.deepEqual(
    comparisons.map(({ case: headCase, control }) => [headCase, control?.ratio?.n]),
    [['rows.map(String).join()', 5]],
  )
  assert.match(stderr, /Control, each base against a copy of itself: rows\.join\(\) on node@/)
  assert.equal(results.length, 3)
  // Fifteen circuits of three, in which each has two turns, come nearest to batches of 3 ms with lead-ins of 0.3 ms.
  for (const { launches } of results) for (const { wallNs } of launches) assert.equal(wallNs.length, 30)
  assert.match(stderr, /launches, [\d.]+ ms timed of each side in one \(mean\)/)
})

test('bench labels the collections in timed batches by a side launch', linux, async () => {
  writeFileSync(
    join(shared.directory, 'garbage.bench.ts'),
    `import { suite } from 'steelyard'
     export default suite({
       name: 'garbage',
       question: 'Is the collector heard of?',
       setup: () => ({ held: null, size: 20 }),
       cases: {
         little: ({ size }) => Array.from({ length: size }, (_, index) => index),
         much: state => (state.held = Array.from({ length: 2000 }, (_, index) => ({ index }))).length,
       },
       verify: () => true,
     })`,
  )
  const { code, stdout, stderr } = await shared.runShared(
    // Too little time to look for late changes, after which a longer warm-up might leave none for that launch.
    ...['./garbage.bench.ts', '--runtime', 'node --max-semi-space-size=1', '--time', '15'],
    ...['--json', '-', '--no-save'],
  )
  assert.equal(code, 0, stderr)
  const much = validateRecord(JSON.parse(stdout)).results.find(({ case: caseId }) => caseId === 'much')
  assert.ok(much?.events && much.events.collections.batches > 0)
  assert.ok(much.events.collections.batches <= much.events.batches)
})
