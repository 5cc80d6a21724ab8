import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { validateRecord } from '@steelyard/record'
import { errorText } from '@steelyard/text'
import { Bench } from './bench-process.ts'

const bench = new Bench()
after(() => bench.remove())

writeFileSync(
  join(bench.directory, 'timed.bench.ts'),
  `import { suite } from 'steelyard'
   export default suite({
     name: 'timed',
     question: 'Do all timers call the same cases?',
     setup: () => ({ n: 20000, calls: 0 }),
     baseline: 'sum',
     cases: {
       sum: ({ n }) => { let sum = 0; for (let i = 1; i <= n; i++) sum += i; return sum },
       later: async ({ n }) => { let sum = 0; for (let i = 1; i <= n; i++) sum += i; return sum },
       forgets: state => (state.calls++ === 0 ? 200010000 : 7),
     },
     unsupported: { forgets: { deno: 'as in node', bun: 'as in node' } },
   })`,
)

const QUICK = ['--quick', '--time', '6', '--seed', '3', '--json', '-', '--no-save']

test('bench agree has every timer call the case, checks the answers after timing and declares the gaps', async () => {
  const { stdout, stderr, code } = await bench.run('agree', './timed.bench.ts', ...QUICK)
  const record = validateRecord(JSON.parse(stdout))
  assert.equal(code, 1, stderr)
  const outcomes = new Map(
    record.results.map(result => {
      const runtime = record.targets.find(({ id }) => id === result.target)?.runtime
      return [`${runtime} ${result.timer} ${result.case}`, result]
    }),
  )
  for (const [timer, runtimes] of [
    ['mitata', ['node', 'deno', 'bun']],
    ['tinybench', ['node', 'deno', 'bun']],
    ['workerd-bench', ['workerd']],
  ] as const) {
    for (const runtime of ['node', 'deno', 'bun', 'workerd']) {
      for (const caseId of ['sum', 'later']) {
        const result = outcomes.get(`${runtime} ${timer} ${caseId}`)
        const can = (runtimes as readonly string[]).includes(runtime)
        assert.equal(
          result?.status,
          can ? 'ok' : 'unsupported',
          `${runtime} ${timer} ${caseId}: ${result?.error}`,
        )
        if (!can) assert.match(errorText(result.error), /workerd/)
        for (const timing of result.timings ?? []) {
          assert.ok(timing.headlineNs > 0 && timing.iterations >= timing.samples && timing.samples > 0)
        }
      }
      const forgets = outcomes.get(`${runtime} ${timer} forgets`)
      const isAsked =
        runtime === 'workerd' ? timer === 'workerd-bench' : runtime === 'node' && timer !== 'workerd-bench'
      assert.equal(forgets?.status, isAsked ? 'failed' : 'unsupported')
      if (isAsked) assert.match(errorText(forgets.error), /after timing it answered differently/)
    }
  }
  assert.match(stderr, /Timed by[\s\S]*mitata 1\.0\.34/)
  const others = record.results.filter(
    ({ timer, status }) => timer !== 'steelyard' && status !== 'unsupported',
  )
  assert.deepEqual(
    record.agreements?.map(({ case: caseId, target, timer }) => [caseId, target, timer]),
    others.map(({ case: caseId, target, timer }) => [caseId, target, timer]),
  )
})

test('agree has every timer call the cases of an adopted file, also the timer that it was written for', async () => {
  const file = join(import.meta.dirname, 'fixtures/adopted/mitata.mjs')
  const { stdout, stderr, code } = await bench.run(
    ...[
      'agree',
      file,
      '--case',
      'lists-sort',
      '--case',
      'fresh',
      '--runtime',
      'node',
      ...QUICK,
      '--time',
      '4',
    ],
  )
  assert.equal(code, 0, stderr)
  const { results } = validateRecord(JSON.parse(stdout))
  const found = new Map(results.map(result => [`${result.case} ${result.timer}`, result]))
  for (const timer of ['steelyard', 'mitata', 'tinybench']) {
    const { status, error } = found.get(`lists-sort ${timer}`) ?? {}
    assert.equal(status, 'ok', `${timer}: ${error}`)
  }
  assert.equal(found.get('fresh steelyard')?.status, 'ok')
  assert.match(errorText(found.get('fresh mitata')?.error), /of its own: no other timer can call it/)
})

test('bench --timer gives estimates and unpaired ratios, and no verdict', async () => {
  const { stdout, stderr, code } = await bench.run(
    ...['./timed.bench.ts', '--timer', 'mitata', '--runtime', 'node', '--case', 'sum', '--case', 'later'],
    ...QUICK,
    ...['--time', '3'],
  )
  assert.equal(code, 0, stderr)
  const { results, comparisons, timers } = validateRecord(JSON.parse(stdout))
  assert.deepEqual(
    results.map(({ timer, status, launches }) => [timer, status, launches.length]),
    [
      ['mitata', 'ok', 0],
      ['mitata', 'ok', 0],
    ],
  )
  assert.deepEqual(
    comparisons.map(({ paired, verdict, reason }) => [paired, verdict, reason]),
    // A slow machine may have had time for one launch only, which has no interval.
    results.every(({ timings }) => (timings?.length ?? 0) > 1) ? [[false, null, 'unpaired']] : [],
  )
  assert.equal(timers?.[0]?.name, 'mitata')
})
