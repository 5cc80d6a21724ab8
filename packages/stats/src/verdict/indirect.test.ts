import assert from 'node:assert/strict'
import { test } from 'node:test'
import { meanOfSums } from '../intervals/estimate.ts'
import type { Candidate, Rules } from './decision.ts'
import { sumPValue } from './indirect.ts'
import { intervalNullPValue } from './interval-null-test.ts'
import { standardErrorFactor } from './looks.ts'
import { decide } from './verdict.ts'

const LOOKS = { first: 5, planned: 10, lagOne: 0.08 }
const RULES: Rules = {
  ...{ threshold: 0.01, biasAllowance: 0.002, minimumLaunches: 5, looks: LOOKS, quick: false },
}

/** Launches spread evenly around an effect, at most so far from it. */
function around(effect: number, spread = 0.001, launches = 10): number[] {
  return Array.from({ length: launches }, (_, index) => effect + spread * ((2 * index) / (launches - 1) - 1))
}

/** A case on two targets through their baselines: the sum of three parts. */
function decided(sums: Candidate['sums'], more: Partial<Candidate> = {}, rules: Partial<Rules> = {}) {
  const candidate: Candidate = { logRatios: [], medianLogRatios: [], driftingShare: 0, ...more }
  const [first] = decide([{ ...candidate, ...(sums && { sums }) }], { ...RULES, ...rules })
  assert.ok(first)
  return [first.verdict, first.reason, first.pValue] as const
}

const SLOWER = [around(0.05), around(0.01), around(-0.02)]
const EQUAL = [around(0.01), around(0.01), around(-0.02)]
const verdictOf = (...given: Parameters<typeof decided>) => decided(...given).slice(0, 2)

test('an indirect comparison goes by the sum of the means of its parts, and is never the same', () => {
  assert.deepEqual(verdictOf(SLOWER), ['slower', null])
  assert.deepEqual(verdictOf(SLOWER.map(part => part.map(log => -log))), ['faster', null])
  assert.deepEqual(verdictOf(EQUAL), ['inconclusive', 'too wide'])
  assert.deepEqual(verdictOf(EQUAL, {}, { quick: true }), [null, 'quick'])
  const small = [around(0.006), around(0.01), around(-0.01)]
  assert.deepEqual(verdictOf(small), ['inconclusive', 'sign known but small'])
  assert.deepEqual(verdictOf(SLOWER, {}, { earlyEnd: 'interrupted' }), [null, 'interrupted'])
})

test('an indirect comparison has no verdict where its interval holds 1', () => {
  const wide = (effect: number) => [around(effect, 0.5), around(0.01), around(-0.01)]
  const [verdict, reason, pValue] = decided(wide(0.27), { biasAllowance: 0.03 })
  assert.ok(pValue !== null && pValue < 0.05, `${pValue}`)
  assert.deepEqual([verdict, reason], ['inconclusive', 'too wide'])
  assert.equal(decided(wide(0.3), { biasAllowance: 0.03 })[0], 'slower')
})

test('each part of an indirect comparison has the launches of the first look, and variance', () => {
  const [own = [], across = [], other = []] = SLOWER
  for (const [sums, more, reason] of [
    [[own, across, other.slice(0, 4)], {}, 'too few launches'],
    [[own, across, other.map(() => -0.02)], {}, 'zero variance'],
    [SLOWER, { controlFailed: true }, 'control failed'],
    [SLOWER, { driftingShare: 0.51 }, 'drifting'],
    [SLOWER, { neverSteadyShare: 0.2 }, 'never steady'],
  ] as const) {
    assert.deepEqual(decided(sums, more), ['inconclusive', reason, 1])
  }
  assert.deepEqual(verdictOf([own, across, other.slice(0, 5)]), ['slower', null])
  assert.deepEqual(verdictOf(SLOWER, { driftingShare: 0.5 }), ['slower', null])
})

test('a part with two kinds of launches allows a verdict only where either kind alone leads to it', () => {
  const [own = [], across = []] = SLOWER
  const kinds = (apart: number) =>
    Array.from({ length: 10 }, (_, index) => (index % 2 === 0 ? 0.02 : 0.02 + apart))
  assert.deepEqual(verdictOf([own, across, kinds(0.02)]), ['slower', null])
  const wide = [around(0.2), around(0.01), kinds(-0.3)]
  assert.deepEqual(decided(wide), ['inconclusive', 'bimodal', 1])
})

test('the p-value of an indirect comparison is that of its sum beyond the allowance, as wide as the shortest part is', () => {
  const sums = [around(0.05, 0.02, 8), around(0.01, 0.02, 30), around(-0.02, 0.02, 30)]
  const { center, standardError, df } = meanOfSums(sums)
  const [, , pValue] = decided(sums, { biasAllowance: 0.03 })
  const expected = intervalNullPValue({
    ...{ mean: center, df, allowance: Math.log1p(0.03) },
    standardError: standardErrorFactor(0.08, 8) * standardError,
  })
  assert.ok(Math.abs((pValue ?? 0) - expected) < 1e-15)
})

test('sumPValue tests whether a loop closes, and has nothing to say of a part without variance', () => {
  const lists = [around(0.05, 0.01), around(-0.048, 0.01)]
  const { center, standardError, df } = meanOfSums(lists)
  const pValue = intervalNullPValue({ mean: center, standardError, df, allowance: 0 })
  assert.deepEqual(sumPValue(lists), { center, pValue })
  assert.equal(sumPValue([...lists, [0.1]]), null)
  assert.equal(sumPValue([...lists, [0.1, 0.1]]), null)
  assert.ok(sumPValue([...lists, [0.1, 0.2]]) !== null)
})
