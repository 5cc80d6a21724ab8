// Catches an adapter that misreads equals, more work, another runtime, or a tool that is started again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, askSteelyard, assertTwoSides, contestantOf, SAME } from './test/real-tools.ts'
import { tools } from './tools/index.ts'
import { steelyard } from './tools/steelyard.ts'
import type { Situation } from './trial.ts'

const MORE: Situation = { figure: 'power', case: 'hops', factor: 1.05, heavier: 0 }

for (const runtime of steelyard.runtimes.filter(name => name !== 'node')) {
  test(`steelyard in ${runtime} compares a case with itself`, async () => {
    const outcome = await askSteelyard(contestantOf('steelyard', runtime), SAME)
    assertTwoSides(outcome, steelyard.headline)
    const [lower = Number.NaN, upper = Number.NaN] = outcome.ratioInterval ?? []
    const ratio = Math.exp(outcome.logRatios.ratio ?? Number.NaN)
    assert.ok(lower < ratio && ratio < upper, `${lower} ${ratio} ${upper}`)
  })
}

test('steelyard compares with more work', async () => {
  assertTwoSides(await askSteelyard(contestantOf('steelyard', 'node'), MORE), steelyard.headline)
})

for (const { name, headline, runtimes } of tools.filter(tool => tool !== steelyard)) {
  for (const [what, situation] of [
    ['a case with itself', SAME],
    ['with more work', MORE],
  ] as const) {
    test(`${name} compares ${what}`, async () => {
      assertTwoSides(await ask(contestantOf(name, runtimes[0] ?? ''), situation), headline)
    })
  }
}

test('a tool that takes its own time is started again until the time is over', async () => {
  const outcome = await ask(contestantOf('deno bench', 'deno'), SAME, 8)
  assert.ok(outcome.launches.length > 1, `${outcome.launches.length}`)
})
