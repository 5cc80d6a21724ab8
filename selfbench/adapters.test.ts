import assert from 'node:assert/strict'
import { test } from 'node:test'
import { askSteelyard, assertTwoSides, contestantOf, SAME } from './test/real-tools.ts'
import { steelyard } from './tools/steelyard.ts'

test('steelyard compares a case with itself', async () => {
  const outcome = await askSteelyard(contestantOf('steelyard', 'node'), SAME)
  assertTwoSides(outcome, steelyard.headline)
  const [lower = Number.NaN, upper = Number.NaN] = outcome.ratioInterval ?? []
  const ratio = Math.exp(outcome.logRatios.ratio ?? Number.NaN)
  assert.ok(lower < ratio && ratio < upper, `${lower} ${ratio} ${upper}`)
})
