import assert from 'node:assert/strict'
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { validateRecord } from '@steelyard/record'
import { mean } from '@steelyard/stats'
import { newBench } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }

test('bench measures a suite outside the workspace on four runtimes and writes only JSON to standard output', async t => {
  const bench = newBench(t)
  writeFileSync(
    join(bench.directory, 'mine.bench.ts'),
    `import { suite } from 'steelyard'
     export default suite({
       name: 'mine',
       question: 'Is a loop slower than a formula for each hundred?',
       setup: () => ({ n: 1000 }),
       cases: {
         formula: ({ n }) => { let sum = 0; for (let i = 0; i < n; i += 100) sum += 50 * (2 * i + 101); return sum },
         loop: ({ n }) => { let sum = 0; for (let i = 1; i <= n; i++) sum += i; return sum },
         later: async ({ n }) => { let sum = 0; for (let i = 1; i <= n; i++) sum += i; return sum },
       },
     })`,
  )
  const { code, stdout, stderr } = await bench.run(
    './mine.bench.ts',
    '--json',
    '-',
    '--no-save',
    '--by',
    'cases',
    '--time',
    '20',
    '--seed',
    '5',
  )
  assert.equal(code, 0, stderr)
  const record = validateRecord(JSON.parse(stdout))
  assert.equal(record.status, 'complete')
  assert.equal(record.seed, 5)
  assert.deepEqual(
    record.targets.map(({ runtime }) => runtime),
    ['node', 'deno', 'bun', 'workerd'],
  )
  assert.equal(record.results.length, 12)
  for (const { status, wallNs, case: caseId, launches, contendedShare } of record.results) {
    assert.equal(status, 'ok')
    const samplesNs = launches.flatMap(launch => launch.wallNs)
    assert.ok(samplesNs.length > 0 && samplesNs.every(ns => ns > 0), caseId)
    // One launch, all that a busy machine may make in the time, gives no estimate.
    assert.ok(wallNs === null ? launches.length === 1 : wallNs.value > 0, caseId)
    // All four runtimes know of every batch whether it waited.
    const waits = launches.flatMap(({ audit }) => audit?.waitedNs ?? [null])
    assert.equal(waits.includes(null), process.platform !== 'linux')
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

test('bench --control holds the base against a copy of itself, in the same launches', async t => {
  const bench = newBench(t)
  const { code, stdout, stderr } = await bench.run(
    ...['json-reviver', '--case', '{parse,arrow-2,walk}', '--runtime', 'node', '--control', '--quick'],
    // It ends after five launches, which take a busy machine longer than a minute.
    ...['--time', '240', '--seed', '3', '--json', '-', '--no-save'],
  )
  assert.equal(code, 0, stderr)
  const { results, comparisons } = validateRecord(JSON.parse(stdout))
  const copies = results.filter(({ control }) => control)
  assert.deepEqual(
    copies.map(({ case: caseId }) => caseId),
    ['parse'],
  )
  assert.equal(copies[0]?.launches.length, 5)
  assert.deepEqual(
    comparisons.map(({ case: headCase }) => headCase),
    ['arrow-2', 'walk'],
  )
  for (const { control } of comparisons) assert.equal(control?.ratio?.n, 5)
  assert.match(stderr, /Control, each base against a copy of itself: parse on node@/)
})

test('bench labels the collections in timed batches by a launch beside the timed ones', linux, async t => {
  const bench = newBench(t)
  writeFileSync(
    join(bench.directory, 'garbage.bench.ts'),
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
  const run = async () => {
    const { code, stdout, stderr } = await bench.run(
      ...['./garbage.bench.ts', '--runtime', 'node --max-semi-space-size=1', '--time', '20'],
      ...['--json', '-', '--no-save'],
    )
    assert.equal(code, 0, stderr)
    return validateRecord(JSON.parse(stdout)).results.find(({ case: caseId }) => caseId === 'much')
  }
  // Where noise looks like a late change, the longer warm-up leaves no time for that launch.
  const much = (await run().then(first => (first?.events ? first : null))) ?? (await run())
  assert.ok(much?.events && much.events.collections.batches > 0)
  assert.ok(much.events.collections.batches <= much.events.batches)
})

test('bench --window says how much is timed in each launch', async t => {
  const { code, stdout, stderr } = await newBench(t).run(
    ...['-e', 'rows.join()', '-e', 'rows.map(String).join()', '--runtime', 'node'],
    ...['--setup', 'const rows = Array.from({ length: 200 }, (_, index) => index)'],
    ...['--quick', '--window', '300ms', '--time', '40', '--verbose', '--json', '-', '--no-save'],
  )
  assert.equal(code, 0, stderr)
  const { results } = validateRecord(JSON.parse(stdout))
  assert.equal(results.length, 2)
  // Batches of 3 ms with lead-ins of 0.3 ms fill them.
  for (const { launches } of results) for (const { wallNs } of launches) assert.equal(wallNs.length, 91)
  assert.match(stderr, /launches, \d+ ms timed of each side in one \(mean\)/)
})

test('bench compare takes a copy of a binary, names it by its hash, and fails on the verdict and nothing else', async t => {
  const bench = newBench(t)
  const source = fileURLToPath(import.meta.resolve('../../../node_modules/.bin/node'))
  copyFileSync(source, join(bench.directory, 'copy'))
  const { code, stdout, stderr } = await bench.run(
    ...[
      'compare',
      'trig/sin-small',
      '--base',
      'node',
      '--head',
      'node=./copy',
      '--quick',
      '--time',
      '20',
      '--fail-on',
      'slower',
    ],
    ...['--json', '-', '--no-save'],
  )
  const record = validateRecord(JSON.parse(stdout))
  assert.match(record.targets[1]?.id ?? '', /^node~[0-9a-f]{8}$/)
  assert.equal(record.targets[1]?.binary.sha256, record.targets[0]?.binary.sha256)
  const [comparison] = record.comparisons
  // One launch, all that a busy machine may make in the time, gives no comparison.
  assert.equal(
    comparison === undefined,
    record.results.some(({ launches }) => launches.length < 2),
  )
  assert.equal(code, comparison?.verdict === 'slower' ? 1 : 0, stderr)
})
