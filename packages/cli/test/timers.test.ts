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
     question: 'Which sum is faster?',
     setup: () => ({ n: 20000 }),
     baseline: 'sum',
     cases: {
       sum: ({ n }) => { let sum = 0; for (let i = 1; i <= n; i++) sum += i; return sum },
       later: async ({ n }) => { let sum = 0; for (let i = 1; i <= n; i++) sum += i; return sum },
     },
   })`,
)

const QUICK = ['--quick', '--time', '6', '--seed', '3', '--json', '-', '--no-save']

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
  const groups = ['lists-sort', 'fresh'].map(id => found.get(`${id} steelyard`)?.launches[0]?.group)
  assert.deepEqual(groups.toSorted(), [0, 1], 'each is timed alone: no two share a launch')
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
