import assert from 'node:assert/strict'
import { test } from 'node:test'
import { score } from './score.ts'
import type { ToolVerdict } from './tools/tool.ts'
import type { Outcome } from './trial.ts'
import type { Trial } from './trial-file.ts'

const HEADLINES = new Map([
  ['steelyard', 'ratio'],
  ['peer', 'avg'],
])

function trial(about: Partial<Trial>, outcome: Partial<Outcome> | null): Trial {
  return {
    type: 'trial',
    figure: 'aa',
    case: 'spin',
    factor: 1,
    heavier: null,
    index: 0,
    tool: 'peer',
    runtime: 'node',
    startedAt: '2026-11-21T00:00:00.000Z',
    overheadSeconds: 0,
    outcome:
      outcome === null ? null : { launches: [], wallSeconds: 20, logRatios: {}, verdict: null, ...outcome },
    error: outcome === null ? 'it broke' : null,
    ...about,
  }
}

const numbers = (n: number) => Array.from({ length: n }, (_, index) => index)

test('score says how far off a tool is, and no bound under 59 trials', () => {
  const trials = (n: number) =>
    numbers(n).map(index =>
      trial({ index }, { logRatios: { avg: ((index % 2 ? 1 : -1) * (index + 1)) / 1000 }, verdict: 'same' }),
    )
  const [few] = score(trials(58), HEADLINES).aa
  assert.equal(few?.error.n, 58)
  assert.equal(few?.error.p95Upper, null)
  const [enough] = score(trials(59), HEADLINES).aa
  assert.equal(enough?.error.p95Upper, 0.059)
  assert.equal(enough?.error.worst, 0.059)
  assert.equal(enough?.error.median, 0.03)
  // log(1.05) is 0.0488: eleven of the fifty-nine are beyond it.
  assert.equal(enough?.error.beyondFivePercent.value, 11 / 59)
  assert.equal(enough?.wrongVerdicts?.value, 0)
})

test('score counts faster and slower as wrong in A/A, and knows where there is no rule', () => {
  const verdicts: (ToolVerdict | null)[] = ['faster', 'slower', 'same', 'inconclusive', null]
  const trials = verdicts.map((verdict, index) => trial({ index }, { logRatios: { avg: 0 }, verdict }))
  const [row] = score(trials, HEADLINES).aa
  assert.deepEqual([row?.wrongVerdicts?.value, row?.wrongVerdicts?.n], [0.5, 4])
  assert.equal(row?.inconclusive?.value, 0.25)
  assert.equal(score([trial({}, { logRatios: { avg: 0 } })], HEADLINES).aa[0]?.wrongVerdicts, null)
})

test('A/A intervals that hold 1 are counted, where a tool gives any', () => {
  const intervals = [
    [0.98, 1.02],
    [1, 1.04],
    [1.01, 1.03],
    [0.96, 1.04],
  ] as const
  const trials = intervals.map((ratioInterval, index) =>
    trial({ index }, { logRatios: { avg: 0 }, ratioInterval }),
  )
  const found = score(trials, HEADLINES).aa[0]?.intervals
  assert.deepEqual([found?.holdOne.value, found?.holdOne.n], [0.75, 4])
  const halfWidths = intervals.map(([lower, upper]) => Math.log(upper / lower) / 2).sort((a, b) => a - b)
  assert.equal(found?.halfWidth.value, ((halfWidths[1] ?? 0) + (halfWidths[2] ?? 0)) / 2)
  assert.equal(score([trial({}, { logRatios: { avg: 0 } })], HEADLINES).aa[0]?.intervals, null)
})

test('a tool of several runtimes is scored in each and in all together', () => {
  const trials = [
    trial({ runtime: 'node' }, { logRatios: { avg: 0.01 } }),
    trial({ runtime: 'deno' }, { logRatios: { avg: 0.04 } }),
  ]
  assert.deepEqual(
    score(trials, HEADLINES).aa.map(({ runtime, error }) => [runtime, error.n, error.worst]),
    [
      ['deno', 1, 0.04],
      ['node', 1, 0.01],
      ['all', 2, 0.04],
    ],
  )
})

test('power turns every ratio so that more work is more, whichever side it was on', () => {
  const about = { figure: 'power', factor: 1.02 } as const
  const trials = [
    trial({ ...about, index: 1, heavier: 1 }, { logRatios: { avg: 0.02 }, verdict: 'slower' }),
    trial({ ...about, index: 3, heavier: 0 }, { logRatios: { avg: -0.02 }, verdict: 'faster' }),
    trial({ ...about, index: 5, heavier: 0 }, { logRatios: { avg: 0.2 }, verdict: 'slower' }),
    trial({ ...about, index: 7, heavier: 1 }, { logRatios: { avg: 0.1 }, verdict: 'same' }),
  ]
  const [row] = score(trials, HEADLINES).power
  assert.equal(row?.signRight.value, 0.75)
  assert.equal(row?.right?.value, 0.5)
  assert.equal(row?.wrong?.value, 0.25)
  assert.equal(row?.same?.value, 0.25)
})

test('failed trials are counted with their reason and are in no figure', () => {
  const trials = [
    trial({}, null),
    trial({ index: 1 }, { logRatios: { avg: 0.01 } }),
    trial({ index: 2 }, null),
  ]
  const { aa, time } = score(trials, HEADLINES)
  assert.equal(aa[0]?.error.n, 1)
  assert.deepEqual([time[0]?.trials, time[0]?.failed, time[0]?.failures], [3, 2, ['it broke']])
  assert.deepEqual(score([trial({}, null)], HEADLINES).aa, [])
})
