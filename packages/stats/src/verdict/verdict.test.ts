import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { ratioFromLogs } from '../intervals/estimate.ts'
import type { Candidate, Decision, Rules } from './decision.ts'
import { decide } from './verdict.ts'

const RULES: Rules = { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: 10, quick: false }

/**
 * Launches evenly from `spread` below to `spread` above a log ratio; ten have an interval of about ± half of
 * `spread`.
 */
function launchesAround(center: number, spread: number, count = 10): number[] {
  return Array.from({ length: count }, (_, index) => center + spread * ((2 * index) / (count - 1) - 1))
}

function candidate(logRatios: readonly number[], changes: Partial<Candidate> = {}): Candidate {
  return { logRatios, medianLogRatios: logRatios, driftingShare: 0, ...changes }
}

function decideOne(one: Candidate, changes: Partial<Rules> = {}): Decision {
  const [decision] = decide([one], { ...RULES, ...changes })
  assert.ok(decision !== undefined)
  return decision
}

function assertFinding(decision: Decision | undefined, verdict: string | null, reason: string | null): void {
  assert.deepEqual([decision?.verdict, decision?.reason], [verdict, reason])
}

test('decide calls a clear difference slower or faster by its sign', () => {
  assertFinding(decideOne(candidate(launchesAround(0.05, 0.01))), 'slower', null)
  assertFinding(decideOne(candidate(launchesAround(-0.05, 0.01))), 'faster', null)
})

test('decide calls it the same when it is surely within the threshold less the allowance', () => {
  const launches = candidate(launchesAround(0.001, 0.01))
  assertFinding(decideOne(launches), 'same', null)
  // With less spread, or without the allowance, it would be.
  assertFinding(decideOne(launches, { threshold: 0.006 }), 'inconclusive', 'too wide')
  assertFinding(decideOne(candidate(launchesAround(0.001, 0.005)), { threshold: 0.006 }), 'same', null)
  assertFinding(decideOne(launches, { threshold: 0.006, biasAllowance: 0 }), 'same', null)
})

test('decide blames an allowance that leaves nothing of the threshold', () => {
  const launches = candidate(launchesAround(0.0025, 0.002))
  const withAllowance = (biasAllowance: number) => decideOne(launches, { threshold: 0.004, biasAllowance })
  assertFinding(withAllowance(0.004), 'inconclusive', 'within the bias allowance')
  assertFinding(withAllowance(0.0039), 'inconclusive', 'too wide')
})

test('decide takes the allowance of a candidate that has one in place of that of the rules', () => {
  const same = launchesAround(0.001, 0.01)
  const slower = launchesAround(0.02, 0.01)
  for (const [logRatios, verdict, reason] of [
    [same, 'same', 'within the bias allowance'],
    [slower, 'slower', 'too wide'],
  ] as const) {
    const [own, ofRules] = decide([candidate(logRatios, { biasAllowance: 0.002 }), candidate(logRatios)], {
      ...RULES,
      biasAllowance: 0.05,
    })
    assertFinding(own, verdict, null)
    assertFinding(ofRules, 'inconclusive', reason)
    assert.equal(own?.pValue, decideOne(candidate(logRatios)).pValue)
  }
})

test('decide returns the plain interval, which the allowance does not touch', () => {
  const logRatios = launchesAround(0.001, 0.01)
  assert.deepEqual(decideOne(candidate(logRatios)).ratio, ratioFromLogs(logRatios))
})

test('decide gives no verdict within the threshold, however sure the sign is', () => {
  const decision = decideOne(candidate(launchesAround(0.0085, 0.005)))
  assertFinding(decision, 'inconclusive', 'sign known but small')
  assert.ok(decision.adjustedPValue !== null && decision.adjustedPValue < 0.05)
})

test('decide takes the threshold as a ratio, symmetric in log', () => {
  for (const sign of [1, -1]) {
    const justWithin = candidate(launchesAround(sign * (Math.log(1.01) - 1e-6), 0.001))
    const justBeyond = candidate(launchesAround(sign * (Math.log(1.01) + 1e-6), 0.001))
    assertFinding(decideOne(justWithin), 'inconclusive', 'sign known but small')
    assertFinding(decideOne(justBeyond), sign > 0 ? 'slower' : 'faster', null)
  }
})

test('decide finds nothing in a difference as large as the bias of the machine', () => {
  const launches = candidate(launchesAround(0.018, 0.002))
  const decision = decideOne(launches, { biasAllowance: 0.02 })
  assertFinding(decision, 'inconclusive', 'too wide')
  assert.equal(decision.pValue, 1)
})

test('decide says when the interval is too wide', () => {
  assertFinding(decideOne(candidate(launchesAround(0.005, 0.2))), 'inconclusive', 'too wide')
  // Significant, with an interval that contains 1; then outside of it, and not significant.
  const significant = decideOne(candidate(launchesAround(0.0255, 0.05)), { biasAllowance: 0 })
  assert.ok(significant.pValue !== null && significant.pValue < 0.05)
  assertFinding(significant, 'inconclusive', 'too wide')
  const strict = { biasAllowance: 0, alpha: 0.001 }
  assertFinding(decideOne(candidate(launchesAround(0.0319, 0.05)), strict), 'inconclusive', 'too wide')
})

test('decide corrects for the whole family, and says when that took the verdict', () => {
  const promising = candidate(launchesAround(0.03, 0.052))
  const noise = candidate(launchesAround(0.001, 0.2))
  assertFinding(decideOne(promising), 'slower', null)
  const [first] = decide([promising, ...Array.from({ length: 9 }, () => noise)], RULES)
  assertFinding(first, 'inconclusive', 'not significant in its family')
  assert.ok(first?.pValue && first.adjustedPValue && first.pValue < 0.05)
  assert.ok(Math.abs(first.adjustedPValue - 10 * first.pValue) < 1e-12)
})

test('decide counts members of the family that cannot be tested', () => {
  const promising = candidate(launchesAround(0.03, 0.055))
  const untested = [candidate([]), candidate([0.1]), candidate([0.1, 0.1])]
  const [alone] = decide([promising], RULES)
  const [together, ...others] = decide([promising, ...untested], RULES)
  assert.ok(alone?.pValue && together?.adjustedPValue)
  assert.ok(Math.abs(together.adjustedPValue - 4 * alone.pValue) < 1e-12)
  for (const other of others) assert.deepEqual([other.pValue, other.adjustedPValue], [null, null])
})

test('decide gives estimates and neither verdict nor p-value for a quick run', () => {
  const decision = decideOne(candidate(launchesAround(0.05, 0.01, 5)), { quick: true })
  assertFinding(decision, null, 'quick')
  assert.equal(decision.ratio?.n, 5)
  assert.equal(decision.medianRatio?.n, 5)
  assert.deepEqual([decision.pValue, decision.adjustedPValue], [null, null])
})

test('decide gives estimates alone for a run that was ended early, whatever its numbers are', () => {
  const clear = candidate(launchesAround(0.05, 0.01, 30))
  assertFinding(decideOne(clear), 'slower', null)
  for (const rules of [{}, { quick: true }]) {
    const decision = decideOne(clear, { ...rules, earlyEnd: 'interrupted' })
    assertFinding(decision, null, 'interrupted')
    assert.deepEqual([decision.pValue, decision.adjustedPValue], [null, null])
    assert.equal(decision.ratio?.n, 30)
  }
  assertFinding(decideOne(clear, { earlyEnd: null }), 'slower', null)
})

test('decide asks for the launches that the rules ask for', () => {
  const twelve = candidate(launchesAround(0.05, 0.01, 12))
  assertFinding(decideOne(twelve, { minimumLaunches: 20 }), 'inconclusive', 'too few launches')
  for (const count of [0, 1]) {
    const decision = decideOne(candidate(launchesAround(0.05, 0.01, 12).slice(0, count)))
    assertFinding(decision, 'inconclusive', 'too few launches')
    assert.deepEqual([decision.ratio, decision.medianRatio, decision.inTail], [null, null, false])
  }
})

test('decide never trusts launches without variance, few or many, same or apart', () => {
  const rules = fc.record({ minimumLaunches: fc.integer({ min: 2, max: 30 }), quick: fc.constant(false) })
  const logRatio = fc.double({ min: -1, max: 1, noNaN: true })
  fc.assert(
    fc.property(logRatio, fc.integer({ min: 2, max: 60 }), rules, (value, count, changes) => {
      const decision = decideOne(candidate(Array.from({ length: count }, () => value)), changes)
      assertFinding(decision, 'inconclusive', 'zero variance')
      assert.equal(decision.pValue, null)
    }),
    { seed: 1 },
  )
})

test('decide refuses a verdict when most launches drifted, not when half of them did', () => {
  const logRatios = launchesAround(0.05, 0.01)
  assertFinding(decideOne(candidate(logRatios, { driftingShare: 0.6 })), 'inconclusive', 'drifting')
  assertFinding(decideOne(candidate(logRatios, { driftingShare: 0.5 })), 'slower', null)
  const unsteady = { driftingShare: 0.6, neverSteadyShare: 0.2 }
  assertFinding(decideOne(candidate(logRatios, unsteady)), 'inconclusive', 'never steady')
  const mostlySteady = { driftingShare: 0.1, neverSteadyShare: 0.1 }
  assertFinding(decideOne(candidate(logRatios, mostlySteady)), 'slower', null)
})

test('decide refuses a verdict with a failed control', () => {
  const failed = candidate(launchesAround(0.05, 0.01), { controlFailed: true })
  assertFinding(decideOne(failed), 'inconclusive', 'control failed')
})

test('decide wants 20 launches when they look bimodal and one kind alone shows no difference', () => {
  const mixed = (each: number): Candidate =>
    candidate([...launchesAround(0, 0.001, each), ...launchesAround(0.4, 0.001, each)])
  assertFinding(decideOne(mixed(6)), 'inconclusive', 'bimodal')
  assertFinding(decideOne(mixed(10)), 'slower', null)
})

test('decide says in the tail when sums and medians disagree beyond their intervals', () => {
  const logRatios = launchesAround(0.1, 0.02)
  const at = (center: number): boolean =>
    decideOne(candidate(logRatios, { medianLogRatios: launchesAround(center, 0.02) })).inTail
  assert.deepEqual([0, 0.078, 0.08, 0.12, 0.122, 0.2].map(at), [true, true, false, false, true, true])
})

test('decide says nothing of a tail when the medians are equal because the clock is coarse', () => {
  const medianLogRatios = Array.from({ length: 10 }, () => 0)
  assert.equal(decideOne(candidate(launchesAround(0.1, 0.02), { medianLogRatios })).inTail, false)
})

test('decide mirrors faster and slower, and nothing else, when head and base are swapped', () => {
  const mirrored = new Map([
    ['faster', 'slower'],
    ['slower', 'faster'],
  ])
  const logRatio = fc.double({ min: -0.03, max: 0.03, noNaN: true })
  const logRatios = fc.array(logRatio, { minLength: 2, maxLength: 24 })
  fc.assert(
    fc.property(fc.array(logRatios, { minLength: 1, maxLength: 4 }), lists => {
      const swap = (values: readonly number[]): number[] => values.map(value => -value)
      const there = decide(
        lists.map(values => candidate(values)),
        RULES,
      )
      const back = decide(
        lists.map(values => candidate(swap(values))),
        RULES,
      )
      for (const [index, { verdict, reason, adjustedPValue, inTail }] of there.entries()) {
        assertFinding(back[index], mirrored.get(verdict ?? '') ?? verdict, reason)
        assert.deepEqual([back[index]?.adjustedPValue, back[index]?.inTail], [adjustedPValue, inTail])
      }
    }),
    { seed: 1 },
  )
})

test('decide returns nothing for an empty family', () => {
  assert.deepEqual(decide([], RULES), [])
})

test('decide rejects below alpha, and not at it', () => {
  const one = candidate(launchesAround(0.05, 0.04))
  const { adjustedPValue } = decideOne(one)
  assert.ok(adjustedPValue !== null)
  assertFinding(decideOne(one, { alpha: adjustedPValue * 1.001 }), 'slower', null)
  assertFinding(decideOne(one, { alpha: adjustedPValue }), 'inconclusive', 'too wide')
})

test('decide looks once, at all launches, where no looks were planned', () => {
  const turned = [...launchesAround(0.05, 0.01), ...launchesAround(-0.05, 0.01)]
  assertFinding(decideOne(candidate(turned)), 'inconclusive', 'too wide')
})

test('decide names the look of candidates whose looks were planned', () => {
  const looks = { first: 5, planned: 10, lagOne: 0 }
  const logRatios = launchesAround(0.05, 0.01)
  const family = [candidate(logRatios), candidate(logRatios, { looks })]
  assert.deepEqual(
    decide(family, RULES).map(({ look }) => look),
    [null, 5],
  )
})

test('decide refuses numbers that are not finite or out of range', () => {
  const good = candidate(launchesAround(0, 0.01))
  const bad: [Candidate, Partial<Rules>, string][] = [
    [candidate([0, Number.NaN]), {}, 'log ratios'],
    [candidate([0, 0.1], { medianLogRatios: [Infinity] }), {}, 'median log ratios'],
    [candidate([0, 0.1], { driftingShare: 1.2 }), {}, 'the drifting share'],
    [candidate([0, 0.1], { neverSteadyShare: -0.1 }), {}, 'the never steady share'],
    [candidate([0, 0.1], { biasAllowance: -0.1 }), {}, 'the bias allowance'],
    [good, { threshold: 0 }, 'the threshold'],
    [good, { biasAllowance: -0.1 }, 'the bias allowance'],
    [good, { minimumLaunches: 1 }, 'the minimum of launches'],
    [good, { alpha: Number.NaN }, 'alpha'],
  ]
  for (const [one, changes, what] of bad) {
    assert.throws(() => decideOne(one, changes), new RegExp(`^RangeError: Cannot use ${what}\\b`))
  }
})
