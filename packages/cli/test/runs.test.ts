import assert from 'node:assert/strict'
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type CalibrationRecord, readRecord, validateRecord } from '@steelyard/record'
import { Bench, ended, processesOf, said } from './bench-process.ts'

const linux = process.platform === 'linux' ? {} : { skip: 'needs /proc' }
const MANNERS = fileURLToPath(new URL('fixtures/manners.bench.ts', import.meta.url))

const benches: Bench[] = []
function newBench(): Bench {
  const bench = new Bench()
  benches.push(bench)
  return bench
}
after(() => {
  for (const bench of benches) bench.remove()
})

test('bench measures a suite outside the workspace on four runtimes and writes only JSON to standard output', async () => {
  const bench = newBench()
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
    '--time',
    '45',
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
    assert.ok(wallNs && wallNs.value > 0, caseId)
    // Of every batch it is known whether it waited, in all four runtimes.
    const waits = launches.flatMap(({ audit }) => audit?.waitedNs ?? [null])
    assert.equal(waits.includes(null), process.platform !== 'linux')
    assert.equal(contendedShare === null, process.platform !== 'linux')
  }
  for (const { headCase, verdict, paired, ratio } of record.comparisons) {
    if (!paired || headCase !== 'loop') continue
    // A hundred times as many turns: however noisy the machine is, never the other way round.
    assert.ok(ratio.lower > 1)
    assert.ok(verdict === 'slower' || verdict === 'inconclusive', String(verdict))
  }
  assert.match(stderr, /Is a loop slower than a formula for each hundred\?/)
  assert.doesNotMatch(stderr, /about \d+:\d\d left/)
  assert.deepEqual(bench.leftovers(), [])
  assert.equal(JSON.stringify(record).includes(bench.directory), false, 'no path in the record')
})

test('bench --control holds the base against a copy of itself, in the same launches', async () => {
  const bench = newBench()
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
    comparisons.map(({ headCase }) => headCase),
    ['arrow-2', 'walk'],
  )
  for (const { control } of comparisons) assert.equal(control?.ratio?.n, 5)
  assert.match(stderr, /Control, each base against a copy of itself: parse on node@/)
})

test('bench doctor keeps what it finds, and a run says that it was measured', linux, async t => {
  const bench = newBench()
  const visited = await bench.run('doctor', '--runtime', 'node', '--time', '20', '--seed', '2', '--json', '-')
  if (visited.stderr.includes('too few launches'))
    return t.skip('this machine is too slow for so short a visit')
  assert.equal(visited.code, 0, visited.stderr)
  const calibration = JSON.parse(visited.stdout) as CalibrationRecord
  assert.deepEqual(
    calibration.targets[0]?.equals.map(({ case: caseId }) => caseId),
    ['compute', 'allocate', 'await'],
  )
  assert.ok(calibration.bias.allowance > 0)
  assert.match(visited.stderr, /Bias allowance/)
  const { stdout } = await bench.run(
    ...['trig', '--case', 'sin-*', '--runtime', 'node', '--quick', '--time', '5', '--json', '-', '--no-save'],
  )
  const { doctor, comparisons } = validateRecord(JSON.parse(stdout))
  assert.equal(doctor?.biasAllowance, calibration.bias.allowance)
  assert.equal(doctor?.visitedAt, calibration.visitedAt)
  assert.match(visited.stderr, /This takes about 20 s: 1 s to see how often cores stand still/)
  assert.match(visited.stderr, /Time: stalls of core/)
  for (const { biasAllowance, biasSource, biasKind } of comparisons) {
    assert.deepEqual([biasAllowance, biasSource, biasKind], [calibration.bias.allowance, 'measured', null])
  }
})

test('bench measures the good cases when others throw, lie, exit, loop or eat memory', linux, async () => {
  const bench = newBench()
  const { code, stderr } = await bench.run(
    ...[
      MANNERS,
      '--runtime',
      'node',
      '--quick',
      '--time',
      '70',
      '--json',
      'record.json',
      '--markdown',
      'report.md',
      '--no-save',
    ],
  )
  assert.equal(code, 1, stderr)
  const { results } = await readRecord(join(bench.directory, 'record.json'))
  const found = Object.fromEntries(results.map(({ case: caseId, status }) => [caseId, status]))
  assert.deepEqual(found, {
    good: 'ok',
    'also-good': 'ok',
    'bad-setup': 'failed',
    'wrong-answer': 'failed',
    throws: 'failed',
    exits: 'crashed',
    endless: 'timeout',
    hungry: 'crashed',
    impossible: 'unsupported',
  })
  const lost = Object.fromEntries(results.map(({ case: caseId, lostLaunches }) => [caseId, lostLaunches]))
  assert.deepEqual(
    lost.throws?.map(({ own }) => own),
    [true],
  )
  assert.ok(lost.good?.some(({ own, error }) => !own && /manners\/\S+ on node@/.test(error)))
  const errors = Object.fromEntries(results.map(({ case: caseId, error }) => [caseId, error]))
  assert.match(errors['bad-setup'] ?? '', /threw in setup: the setup is broken/)
  assert.match(errors['wrong-answer'] ?? '', /\[3,2,1\] differs from \[1,2,3\] of good/)
  assert.match(errors.hungry ?? '', /over the limit of 2\.0 GB/)
  assert.ok(existsSync(join(bench.directory, 'report.md')))
  assert.deepEqual(processesOf(bench.directory), [])
})

test(
  'bench counts a launch that crashed after good ones, for the contender and for those it took along',
  linux,
  async () => {
    const bench = newBench()
    const file = join(bench.directory, 'launches')
    writeFileSync(file, '')
    writeFileSync(
      join(bench.directory, 'fragile.bench.ts'),
      `import { suite } from 'steelyard'
     const fs = process.getBuiltinModule('node:fs')
     export default suite({
       name: 'fragile',
       question: 'What becomes of the fourth launch?',
       setup: (_, caseId) => {
         if (caseId === 'fragile') fs.appendFileSync(process.env.LAUNCHES, '.')
         return { calls: 0, launches: fs.readFileSync(process.env.LAUNCHES, 'utf8').length }
       },
       cases: {
         sturdy: state => state.calls++ < 0,
         fragile: state => {
           // A look comes before the launches.
           if (state.launches > 4 && state.calls++ > 1000) process.exit(7)
           return false
         },
       },
     })`,
    )
    const runtime = `LAUNCHES=${file} node`
    const { code, stderr } = await bench.run(
      ...['./fragile.bench.ts', '--runtime', runtime, '--quick', '--time', '100'],
      ...['--json', 'record.json', '--no-save'],
    )
    assert.equal(code, 1, stderr)
    const { results } = await readRecord(join(bench.directory, 'record.json'))
    const [sturdy, fragile] = results
    assert.equal(fragile?.status, 'crashed')
    assert.match(fragile?.error ?? '', /exited with code 7/)
    assert.equal(fragile?.launches.length, 3)
    const counts = (result: typeof sturdy) =>
      result?.lostLaunches?.map(({ launch, own }) => ({ launch, own }))
    assert.deepEqual(counts(fragile), [{ launch: 3, own: true }])
    assert.equal(sturdy?.launches.length, 5)
    assert.deepEqual(counts(sturdy), [{ launch: 3, own: false }])
    assert.match(sturdy?.lostLaunches?.[0]?.error ?? '', /fragile\/fragile on .* exited with code 7/)
    assert.ok(sturdy?.warnings.some(warning => /^1 of 6 launches gave nothing/.test(warning)))
  },
)

test('bench labels the collections in timed batches by a launch beside the timed ones', linux, async () => {
  const bench = newBench()
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
  const { code, stdout, stderr } = await bench.run(
    ...[
      './garbage.bench.ts',
      '--runtime',
      'node --max-semi-space-size=1',
      '--precision',
      '99',
      '--time',
      '110',
    ],
    ...['--json', '-', '--no-save'],
  )
  assert.equal(code, 0, stderr)
  const { results } = validateRecord(JSON.parse(stdout))
  const much = results.find(({ case: caseId }) => caseId === 'much')
  assert.ok(much?.events && much.events.collections.batches > 0)
  assert.ok(much.events.collections.batches <= much.events.batches)
  assert.match(stderr, /In the timed part of a traced launch: (.*; )?much on node@[^;]*GC\s+in\s+\d+/s)
})

for (const [phase, pattern, keepsLaunches] of [
  ['it prepares', null, false],
  ['it starts its first launch', /launch 1 of/, false],
  ['it measures', /launch ([2-9]|\d\d) of/, true],
] as const) {
  test(
    `bench ends with 130 and leaves nothing behind when it is interrupted while ${phase}`,
    linux,
    async () => {
      const bench = newBench()
      const child = bench.start([
        'json-reviver',
        '--runtime',
        'node',
        '--runtime',
        'workerd',
        '--out',
        'records',
        '--time',
        '60',
      ])
      const end = ended(child)
      if (pattern) await said(child, pattern)
      else await locked(bench)
      child.kill('SIGINT')
      const { code, stderr } = await end
      assert.equal(code, 130, stderr)
      assert.match(stderr, /Interrupted/)
      assert.deepEqual(processesOf(bench.directory), [])
      assert.deepEqual(bench.leftovers(), [])
      if (!keepsLaunches) return
      const [name = ''] = readdirSync(join(bench.directory, 'records'))
      const record = await readRecord(join(bench.directory, 'records', name))
      assert.equal(record.status, 'partial')
      assert.ok(record.results.some(({ launches }) => launches.length > 0))
    },
  )
}

test('bench gives no verdict when it was interrupted, only estimates with that reason', linux, async () => {
  const bench = newBench()
  const child = bench.start([
    'trig/sin-small',
    '--runtime',
    'node',
    '--runtime',
    'bun',
    '--by',
    'targets',
    // Never precise enough: it must not end by itself before it is interrupted.
    '--precision',
    '0.01',
    '--time',
    '60',
    '--json',
    'run.json',
    '--no-save',
  ])
  const end = ended(child)
  await said(child, /launch \d\d of/)
  child.kill('SIGTERM')
  const { code, stdout } = await end
  assert.equal(code, 130)
  const { status, comparisons } = await readRecord(join(bench.directory, 'run.json'))
  assert.equal(status, 'partial')
  assert.ok(comparisons.length > 0)
  for (const { ratio, verdict, reason, pValue } of comparisons) {
    assert.deepEqual([verdict, reason, pValue], [null, 'interrupted', null])
    assert.ok(ratio.n >= 2)
  }
  assert.match(stdout, /without a verdict \(interrupted\)/)
  assert.match(stdout, /The run was interrupted: its results are estimates without verdicts/)
})

/** From here on a signal is listened to. */
async function locked(bench: Bench): Promise<void> {
  while (!bench.leftovers().includes('steelyard.lock')) await sleep(5)
}

test('bench stops when the process that started it dies', linux, async () => {
  const bench = newBench()
  // As a package manager does it: a shell between, and the manager above that.
  const manager = bench.start(
    ['trig', '--runtime', 'bun', '--out', 'records', '--time', '60'],
    [
      process.execPath,
      '-e',
      `const [file, ...args] = process.argv.slice(1)
     require('node:child_process').spawn('sh', ['-c', '"$0" "$@"; true', file, ...args], { stdio: 'inherit' })`,
      '--',
    ],
  )
  await said(manager, /launch 1 of/)
  manager.kill('SIGKILL')
  const gone = async () => {
    for (let tries = 0; tries < 100; tries++) {
      if (processesOf(bench.directory).length === 0 && bench.leftovers().length === 0) return true
      await sleep(100)
    }
    return false
  }
  assert.ok(await gone(), `${processesOf(bench.directory)} ${bench.leftovers()}`)
})

test('bench waits for another run on the machine and says so', async () => {
  const bench = newBench()
  const first = bench.start(['trig/sin-small', '--runtime', 'bun', '--time', '20', '--no-save'])
  const firstEnd = ended(first)
  await said(first, /launch 1 of/)
  const second = bench.start(['trig/sin-small', '--runtime', 'bun', '--time', '1', '--no-save'])
  const secondEnd = ended(second)
  await said(second, /Waiting: another run \(process \d+\) is measuring on this machine\./)
  first.kill('SIGINT')
  assert.equal((await firstEnd).code, 130)
  assert.equal((await secondEnd).code, 0)
})

test('bench compare takes a copy of a binary, names it by its hash, and fails on the verdict and nothing else', async () => {
  const bench = newBench()
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
  assert.ok(comparison)
  assert.equal(code, comparison.verdict === 'slower' ? 1 : 0, stderr)
})
