import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sessionSample } from '@steelyard/record/fixtures/session-sample'
import { studentQuantile } from '@steelyard/stats'
import { combineRecords, widthOf } from './combine-records.ts'
import { type Contribution, contributionOf } from './contribution.ts'

const FIVE = [-0.1, -0.091, -0.109, -0.112, -0.088]

/** Machines with two sessions of one case at each of these log ratios. */
function machines(
  effects: readonly number[],
  caseId = 'arrow-2',
  untilWidth: number | null = null,
): Contribution[] {
  return effects.flatMap((effect, index) =>
    [0, 24].map(hour => {
      const record = sessionSample({
        cpuId: `zen${index}`,
        installationId: `00000000-0000-4000-8000-00000000000${index}`,
        hour,
        effects: { [caseId]: effect },
      })
      return contributionOf(
        { ...record, fleet: { request: '5f2c9a01', untilWidth } },
        `${caseId} ${index} ${hour}`,
      )
    }),
  )
}

test('widthOf goes by the comparison that is known least', () => {
  const narrow = machines(FIVE.map(effect => effect / 100))
  const wide = machines(FIVE, 'spread')
  assert.equal(widthOf(narrow, 0.02).needsMore, false)
  const both = widthOf([...narrow, ...wide], 0.01)
  assert.deepEqual(both, widthOf(wide, 0.01))
  assert.equal(both.needsMore, true)
  assert.ok((both.forecast ?? 0) > 5)
})

test('widthOf reads no side: all ratios moved by the same have the same width', () => {
  const widths = [machines(FIVE), machines(FIVE.map(effect => effect + 1))].map(
    each => widthOf(each, 0.01).halfWidth ?? 0,
  )
  assert.ok(Math.abs((widths[0] ?? 1) - (widths[1] ?? 2)) < 0.002, `${widths}`)
})

test('widthOf knows nothing of one machine, or of none', () => {
  assert.deepEqual(widthOf(machines([0.1]), 0.01), { halfWidth: null, needsMore: true, forecast: null })
  assert.deepEqual(widthOf([], 0.01), { halfWidth: null, needsMore: true, forecast: null })
  const known = machines(FIVE)
  assert.notEqual(widthOf(known, 0.5).halfWidth, null)
  const unknown = widthOf([...known, ...machines([0.1], 'alone')], 0.5)
  assert.deepEqual(unknown, { halfWidth: null, needsMore: true, forecast: null })
})

test('a record of a set that stopped on its width widens the combined interval of all', () => {
  const rest = machines(FIVE).slice(0, 9)
  const [last] = machines(FIVE, 'arrow-2', 0.01).slice(9)
  assert.ok(last)
  const [plain, stopped] = [combineRecords(machines(FIVE)), combineRecords([...rest, last])]
  const widths = [plain, stopped].map(({ comparisons: [first] }) =>
    Math.log((first?.combined?.upper ?? 0) / (first?.combined?.lower ?? 1)),
  )
  const expected = studentQuantile(0.985, 4) / studentQuantile(0.975, 4)
  assert.ok(Math.abs((widths[1] ?? 0) / (widths[0] ?? 1) - expected) < 1e-9)
  assert.deepEqual([plain.rules.stoppedOnWidth, stopped.rules.stoppedOnWidth], [false, true])
})
