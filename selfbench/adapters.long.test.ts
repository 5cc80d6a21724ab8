// Catches an adapter of selfbench that misreads more work, an empty function, another runtime, or a tool that is started again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canPin } from '@steelyard/launcher'
import { ask, askSteelyard, assertTwoSides, contestantOf, found, SAME } from './test/real-tools.ts'
import { tools } from './tools/index.ts'
import { steelyard } from './tools/steelyard.ts'
import type { Outcome, Situation } from './trial.ts'

const TWICE: Situation = { figure: 'linearity', case: 'hops', factor: 2, heavier: 0 }
const FLOOR: Situation = { figure: 'floor', case: 'empty', factor: 1, heavier: null }

function assertFloor({ costNs }: Outcome): void {
  assert.equal(costNs.length, 1)
  assert.ok(Number.isFinite(costNs[0]), JSON.stringify(costNs))
}

for (const runtime of steelyard.runtimes.filter(name => name !== 'node')) {
  test(`steelyard in ${runtime} compares a case with itself`, async () => {
    const outcome = await askSteelyard(contestantOf('steelyard', runtime), SAME)
    assertTwoSides(outcome, steelyard.headline)
    const [lower = Number.NaN, upper = Number.NaN] = outcome.ratioInterval ?? []
    const ratio = Math.exp(outcome.logRatios.ratio ?? Number.NaN)
    assert.ok(lower < ratio && ratio < upper, `${lower} ${ratio} ${upper}`)
  })
}

test('steelyard compares with more work, and reports the cost of an empty function', async () => {
  const contestant = contestantOf('steelyard', 'node')
  assertTwoSides(await askSteelyard(contestant, TWICE), steelyard.headline)
  assertFloor(await askSteelyard(contestant, FLOOR))
})

for (const { name, headline, runtimes } of tools.filter(tool => tool !== steelyard)) {
  test(`${name} compares with more work, and reports the cost of an empty function`, async () => {
    const contestant = contestantOf(name, runtimes[0] ?? '')
    assertTwoSides(await ask(contestant, TWICE), headline)
    assertFloor(await ask(contestant, FLOOR))
  })
}

test('a peer is asked for each side apart, pinned and relaunched', async () => {
  for (const variant of ['apart', 'pinned', 'relaunched'] as const) {
    const contestant = found.contestants.find(each => each.tool.name === 'mitata' && each.variant === variant)
    if (!contestant) {
      assert.ok(!canPin() && variant === 'pinned', variant)
      continue
    }
    const outcome = await ask(contestant, SAME)
    assert.equal(outcome.launches.length, variant === 'relaunched' ? 20 : 2)
    assert.ok(outcome.launches.every(({ sides }) => sides.length === 1))
  }
})

test('a tool that takes its own time is started again until the time is over', async () => {
  const contestant = found.contestants.find(
    each => each.tool.name === 'deno bench' && each.variant === 'apart',
  )
  assert.ok(contestant)
  const outcome = await ask(contestant, SAME)
  assert.deepEqual(
    outcome.launches.map(({ sides }) => sides),
    [[0], [1]],
  )
})
