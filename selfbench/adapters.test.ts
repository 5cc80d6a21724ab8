// Every adapter asks the real tool once.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, askSteelyard, assertTwoSides, contestantOf, SAME } from './test/real-tools.ts'
import { tools } from './tools/index.ts'
import { steelyard } from './tools/steelyard.ts'

test('steelyard compares a case with itself', async () => {
  const outcome = await askSteelyard(contestantOf('steelyard', 'node'), SAME)
  assertTwoSides(outcome, steelyard.headline)
  const [lower = Number.NaN, upper = Number.NaN] = outcome.ratioInterval ?? []
  const ratio = Math.exp(outcome.logRatios.ratio ?? Number.NaN)
  assert.ok(lower < ratio && ratio < upper, `${lower} ${ratio} ${upper}`)
})

for (const { name, headline, runtimes } of tools.filter(tool => tool !== steelyard)) {
  test(`${name} compares a case with itself`, async () => {
    assertTwoSides(await ask(contestantOf(name, runtimes[0] ?? ''), SAME), headline)
  })
}
