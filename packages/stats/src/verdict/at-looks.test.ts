import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { heavyTailed, normal } from '../../test/noise.ts'
import { mean, standardError } from '../descriptive/moments.ts'
import { createRandom, type Random } from '../distributions/random.ts'
import { studentCdf, studentQuantile } from '../distributions/student-t.ts'
import { expectedLaunches, looksAt } from './at-looks.ts'
import type { Candidate, Rules } from './decision.ts'
import type { LookPlan } from './looks.ts'
import { decide } from './verdict.ts'

const LOOKS: LookPlan = { first: 5, planned: 10, lagOne: 0.08 }
const RULES = { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: 5, looks: LOOKS, quick: false }

function candidate(logRatios: readonly number[], more: Partial<Candidate> = {}): Candidate {
  return { logRatios, medianLogRatios: [], driftingShare: 0, ...more }
}

/** Launches around an effect, exactly so far apart on both sides. */
function around(effect: number, spread: number, launches: number): number[] {
  return Array.from({ length: launches }, (_, index) => effect + (index % 2 === 0 ? spread : -spread))
}

function draws(random: Random, effect: number, sd: number, launches = 10, noise = normal): number[] {
  return Array.from({ length: launches }, () => effect + sd * noise(random))
}

function verdictOf(one: Candidate, rules: Rules = RULES, others: readonly Candidate[] = []) {
  const [first] = decide([one, ...others], rules)
  return { verdict: first?.verdict, reason: first?.reason, look: first?.look }
}

describe('decide at planned looks', () => {
  test('gives a large effect its verdict at the first look, and none before', () => {
    assert.deepEqual(verdictOf(candidate(around(0.5, 0.01, 4))), {
      ...{ verdict: 'inconclusive', reason: 'too few launches', look: null },
    })
    const untested = [0, 1, 2].map(launches => decide([candidate(around(0.5, 0.01, launches))], RULES)[0])
    assert.deepEqual(
      untested.map(found => [found?.pValue, found?.adjustedPValue]),
      [
        [null, null],
        [null, null],
        [1, 1],
      ],
    )
    assert.deepEqual(verdictOf(candidate(around(0.5, 0.01, 5))), { verdict: 'slower', reason: null, look: 5 })
    assert.deepEqual(verdictOf(candidate(around(-0.5, 0.01, 7))), {
      verdict: 'faster',
      reason: null,
      look: 5,
    })
  })

  test('decides nothing by launches whose interval contains 1, although one look may spend nearly all of the error', () => {
    const rules = { ...RULES, looks: { first: 10, planned: 10, lagOne: 0 } }
    const logs = Array.from({ length: 10 }, (_, index) => 0.05 + 0.0966 * ((2 * index) / 9 - 1))
    const [found] = decide([candidate(logs)], rules)
    assert.ok(found?.ratio && found.ratio.lower < 1 && (found.adjustedPValue ?? 1) < 0.05)
    assert.deepEqual([found.verdict, found.reason], ['inconclusive', 'too wide'])
  })

  test('looks at nothing between two looks', () => {
    // The seventh launch makes them alike enough; only the eighth is looked at.
    const logs = [...around(0.02, 0.012, 6), ...around(0.02, 0.0005, 6)]
    const looks = [6, 7, 8, 9, 10].map(n => verdictOf(candidate(logs.slice(0, n))).look)
    assert.deepEqual([looks[1], looks[3]], [looks[0], looks[2]])
  })

  test('keeps the first verdict, whatever later launches show', () => {
    const turned = [...around(0.3, 0.005, 5), ...around(-0.3, 0.005, 15)]
    assert.deepEqual(verdictOf(candidate(turned)), { verdict: 'slower', reason: null, look: 5 })
    const drifting = candidate(turned, {
      states: turned.map((_, index) => (index < 5 ? 'steady' : 'never steady')),
    })
    assert.equal(verdictOf(drifting).verdict, 'slower')
  })

  test('does not let evidence for one side decide for the other', () => {
    // Surely slower by less than the threshold, then faster by more, and not surely.
    const logs = [...around(0.008, 0.0001, 5), ...around(-0.05, 0.03, 5)]
    assert.equal(verdictOf(candidate(logs)).verdict, 'inconclusive')
  })

  test('decides nothing within the threshold, however sure the sign is', () => {
    assert.deepEqual(verdictOf(candidate(draws(createRandom(4), 0.008, 0.0004))), {
      ...{ verdict: 'inconclusive', reason: 'sign known but small', look: null },
    })
  })

  test('decides nothing that the bias allowance may explain', () => {
    const withAllowance = (biasAllowance: number) =>
      verdictOf(candidate(around(0.02, 0.001, 10), { biasAllowance })).verdict
    assert.deepEqual([withAllowance(0.002), withAllowance(0.03)], ['slower', 'inconclusive'])
  })

  test('is less sure where neighbouring launches are alike', () => {
    const logs = around(0.06, 0.02, 6)
    const withLag = (lagOne: number) => verdictOf(candidate(logs), { ...RULES, looks: { ...LOOKS, lagOne } })
    assert.deepEqual([withLag(0.08).verdict, withLag(0.23).verdict], ['slower', 'inconclusive'])
  })

  test('corrects for comparisons that have no launches yet', () => {
    const logs = around(0.06, 0.02, 6)
    assert.equal(verdictOf(candidate(logs)).verdict, 'slower')
    const others = Array<Candidate>(60).fill(candidate([]))
    assert.equal(verdictOf(candidate(logs), RULES, others).verdict, 'inconclusive')
  })

  test('lets what others decide later decide a comparison at an earlier look of its own', () => {
    const logs = around(0.06, 0.02, 6)
    const others = (one: Candidate) => Array<Candidate>(6).fill(one)
    assert.equal(verdictOf(candidate(logs), RULES, others(candidate([]))).verdict, 'inconclusive')
    const decided = candidate(around(1, 0.001, 10))
    assert.equal(verdictOf(candidate(logs), RULES, others(decided)).verdict, 'slower')
  })

  test('is less sure of a sum of means too where neighbouring launches are alike', () => {
    const sums = [around(0.074, 0.02, 6), around(0.01, 0.02, 6), around(-0.01, 0.02, 6)]
    const withLag = (lagOne: number) =>
      verdictOf(candidate([], { sums, biasAllowance: 0.03 }), { ...RULES, looks: { ...LOOKS, lagOne } })
    assert.deepEqual([withLag(0).verdict, withLag(0.5).verdict], ['slower', 'inconclusive'])
  })

  test('is same by two one-sided tests, and never at a difference of the threshold', () => {
    const same = verdictOf(candidate(around(0, 0.002, 10)))
    assert.deepEqual([same.verdict, same.reason], ['same', null])
    const random = createRandom(5)
    const found = Array.from({ length: 2000 }, () => {
      return verdictOf(candidate(draws(random, Math.log(1.01), 0.003))).verdict
    })
    assert.ok(found.filter(verdict => verdict === 'same').length < 0.05 * 2000)
  })

  test('has verdicts of complete looks where a run was interrupted, and an interval that holds at all of them', () => {
    const interrupted: Rules = { ...RULES, earlyEnd: 'interrupted' }
    const [decided] = decide([candidate(around(0.5, 0.01, 7))], interrupted)
    assert.deepEqual([decided?.verdict, decided?.look, decided?.ratio?.n], ['slower', 5, 6])
    const whole = decide([candidate(around(0.5, 0.01, 6))], RULES)[0]?.ratio
    assert.ok(decided?.ratio && whole && decided.ratio.upper > whole.upper)
    assert.deepEqual(verdictOf(candidate(around(0.01, 0.05, 7)), interrupted), {
      ...{ verdict: null, reason: 'interrupted', look: null },
    })
    const [early] = decide([candidate(around(0.5, 0.01, 4))], interrupted)
    assert.deepEqual([early?.verdict, early?.ratio?.n, early?.pValue], [null, 4, null])
  })

  test('leaves open in a quick run what the first look does not decide', () => {
    const quick: Rules = { ...RULES, quick: true }
    assert.equal(verdictOf(candidate(around(0.5, 0.01, 5)), quick).verdict, 'slower')
    assert.deepEqual(verdictOf(candidate(around(0.01, 0.05, 5)), quick), {
      ...{ verdict: null, reason: 'quick', look: null },
    })
  })

  test('decides where two kinds of launches agree, and is not same there', () => {
    const kinds = (a: number, b: number) =>
      candidate(Array.from({ length: 10 }, (_, i) => (i % 2 ? a : b) + 0.001 * (i % 3)))
    // Kinds are seen from 8 launches on.
    assert.deepEqual(verdictOf(kinds(0.05, 0.3)), { verdict: 'slower', reason: null, look: 10 })
    assert.deepEqual(verdictOf(kinds(-0.05, -0.3)), { verdict: 'faster', reason: null, look: 10 })
    assert.deepEqual(verdictOf(kinds(-0.02, 0.08)).reason, 'bimodal')
    // Together they are surely slower, and one kind alone lies within the threshold.
    assert.deepEqual(verdictOf(kinds(0.005, 0.105)).reason, 'bimodal')
    assert.deepEqual(verdictOf(kinds(-0.005, 0.005)).reason, 'bimodal')
  })

  test('withdraws what a failed control makes doubtful', () => {
    assert.deepEqual(verdictOf(candidate(around(0.5, 0.01, 10), { controlFailed: true })), {
      ...{ verdict: 'inconclusive', reason: 'control failed', look: null },
    })
  })

  test('has no evidence in a look whose launches drift', () => {
    const states = ['drifting', 'drifting', 'drifting', 'steady', 'steady'] as const
    assert.equal(verdictOf(candidate(around(0.5, 0.01, 5), { states })).reason, 'drifting')
    const steady = Array<'steady'>(5).fill('steady')
    assert.equal(verdictOf(candidate(around(0.5, 0.01, 10), { states: [...states, ...steady] })).look, 6)
  })

  test('calls equals different in fewer than 5 % of families, over all looks to N and beyond', () => {
    for (const noise of [normal, heavyTailed]) {
      const random = createRandom(9)
      const wrong = Array.from({ length: 400 }, () => {
        const family = Array.from({ length: 10 }, () => candidate(draws(random, 0, 0.02, 20, noise)))
        return decide(family, { ...RULES, biasAllowance: 0 }).some(({ verdict }) => {
          return verdict === 'faster' || verdict === 'slower'
        })
      }).filter(Boolean).length
      assert.ok(wrong <= 0.05 * 400, `${wrong} of 400`)
    }
  })
})

test('expectedLaunches is the look that decides if nothing changes, and N where none does', () => {
  const rules = RULES
  assert.equal(expectedLaunches(candidate(around(0.5, 0.01, 4)), rules), 5)
  assert.equal(expectedLaunches(candidate(around(0.03, 0.01, 5)), rules), 6)
  assert.equal(expectedLaunches(candidate(around(0.001, 0.05, 5)), rules), 10)
  assert.equal(expectedLaunches(candidate(around(0.02, 0.015, 5)), rules), 10)
  assert.equal(expectedLaunches(candidate([]), rules), 10)
})

test('looksAt gives each look its ratio and the p-values of its own launches', () => {
  const random = createRandom(13)
  const limit = Math.log1p(RULES.threshold)
  for (const effect of [-0.05, 0, 0.004, 0.05]) {
    const logRatios = draws(random, effect, 0.02, 21)
    const found = looksAt(candidate(logRatios), {
      ...{ ...RULES, biasAllowance: 0 },
      looks: { ...LOOKS, lagOne: 0 },
    })
    assert.deepEqual(
      found.map(({ launches }) => launches),
      [5, 6, 8, 10, 14, 20],
    )
    assert.ok(found.reduce((sum, { weight }) => sum + weight, 0) <= 1)
    for (const { launches, ratio, pValue, samePValue } of found) {
      const logs = logRatios.slice(0, launches)
      const [center, spread] = [mean(logs), standardError(logs)]
      assert.equal(ratio, Math.exp(center))
      assert.ok(Math.abs(pValue - 2 * studentCdf(-Math.abs(center) / spread, launches - 1)) < 1e-12)
      const same = studentCdf((Math.abs(center) - limit) / spread, launches - 1)
      assert.ok(Math.abs(samePValue - same) < 1e-12)
    }
  }
})

test('decide finds of two exchanged sides the opposite, by the same numbers', () => {
  const random = createRandom(17)
  const opposite = { faster: 'slower', slower: 'faster', same: 'same', inconclusive: 'inconclusive' } as const
  const seen = new Set<string>()
  for (let trial = 0; trial < 400; trial++) {
    const family = Array.from({ length: 3 }, () =>
      candidate(draws(random, 0.06 * (random.next() - 0.5), 0.01, 4 + Math.floor(12 * random.next()))),
    )
    const exchanged = family.map(one => candidate(one.logRatios.map(log => -log)))
    const rules: Rules = { ...RULES, earlyEnd: trial % 2 === 0 ? 'interrupted' : null }
    const [found, turned] = [decide(family, rules), decide(exchanged, rules)]
    for (const [index, { verdict, ratio, medianRatio: _, ...rest }] of found.entries()) {
      const { verdict: other, ratio: inverse, medianRatio: __, ...numbers } = turned[index] ?? {}
      seen.add(`${verdict}`)
      assert.equal(other, verdict && opposite[verdict])
      assert.deepEqual(numbers, rest)
      assert.ok(ratio && inverse && Math.abs(ratio.upper * inverse.lower - 1) < 1e-9)
    }
  }
  assert.deepEqual([...seen].sort(), ['faster', 'inconclusive', 'null', 'same', 'slower'])
})

test('the interval of an interrupted run spends the error of its last look', () => {
  const logRatios = draws(createRandom(19), 0.2, 0.02, 7)
  const [{ ratio } = { ratio: null }] = decide([candidate(logRatios)], {
    ...{ ...RULES, earlyEnd: 'interrupted' },
    looks: { ...LOOKS, lagOne: 0 },
  })
  const logs = logRatios.slice(0, 6)
  // Three looks before the tenth launch share 15 %.
  const reach = studentQuantile(1 - (0.05 * 0.05) / 2, 5) * standardError(logs)
  assert.ok(ratio && Math.abs(Math.log(ratio.upper) - mean(logs) - reach) < 1e-9)
  assert.ok(Math.abs(mean(logs) - reach - Math.log(ratio.lower)) < 1e-9)
})
