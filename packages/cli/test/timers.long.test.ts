// Catches another tool's timer that does not call a case, or a case that returns another value after timing.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { validateRecord } from '@steelyard/record'
import { errorText } from '@steelyard/text'
import { newBench } from './bench-process.ts'

const SUITE = `import { suite } from 'steelyard'
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
})`

test('bench agree has every timer call the case, checks the answers after timing and declares the gaps', async t => {
  const bench = newBench(t)
  writeFileSync(join(bench.directory, 'timed.bench.ts'), SUITE)
  const { stdout, stderr, code } = await bench.run(
    ...['agree', './timed.bench.ts', '--quick', '--time', '6', '--seed', '3', '--json', '-', '--no-save'],
  )
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
