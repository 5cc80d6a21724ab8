import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { allowedCores, canPin } from '@steelyard/launcher'
import { type Found, findContestants } from './contestants.ts'
import { ToolError } from './start-tool.ts'
import { tools } from './tools/index.ts'
import { steelyard } from './tools/steelyard.ts'
import { type Contestant, type Outcome, runTrial, type Situation } from './trial.ts'

// Every adapter on the real tool, with times that mean nothing: the tests check that an output comes and has its parts.
const SECONDS = 0.4
const STEELYARD_SECONDS = 3

const directory = mkdtempSync(join(os.tmpdir(), 'selfbench-test-'))
let found: Found

before(async () => {
  const wanted = {
    tools: tools.map(({ name }) => name),
    runtimes: ['node', 'deno', 'bun', 'workerd'] as const,
    variants: ['as-it-comes', 'apart', 'pinned', 'relaunched'] as const,
  }
  found = await findContestants(wanted, canPin(), directory)
})
after(() => rmSync(directory, { recursive: true }))

function ask(contestant: Contestant, situation: Situation, seconds = SECONDS): Promise<Outcome> {
  return runTrial(contestant, situation, {
    seconds,
    overheadSeconds: 0,
    core: allowedCores()[0] ?? null,
    seed: 1,
    signal: new AbortController().signal,
  })
}

/** Steelyard ends only after two launches: a machine that is too slow for them gets twice the time. */
async function askSteelyard(
  contestant: Contestant,
  situation: Situation,
  seconds = STEELYARD_SECONDS,
): Promise<Outcome> {
  try {
    return await ask(contestant, situation, seconds)
  } catch (error) {
    if (!(error instanceof ToolError) || !error.message.includes('too little time') || seconds > 60)
      throw error
    return askSteelyard(contestant, situation, 2 * seconds)
  }
}

function contestantOf(tool: string, runtime: string): Contestant {
  const contestant = found.contestants.find(each => each.tool.name === tool && each.runtime === runtime)
  assert.ok(contestant, found.facts.find(each => each.tool === tool)?.missing ?? 'not found')
  return contestant
}

function assertTwoSides(outcome: Outcome, headline: string): void {
  assert.ok(Number.isFinite(outcome.logRatios[headline]), JSON.stringify(outcome))
  assert.equal(outcome.costNs.length, 2)
  assert.ok(
    outcome.costNs.every(cost => cost > 0),
    JSON.stringify(outcome.costNs),
  )
}

function assertFloor({ costNs }: Outcome): void {
  assert.equal(costNs.length, 1)
  assert.ok(Number.isFinite(costNs[0]), JSON.stringify(costNs))
}

const SAME: Situation = { figure: 'aa', case: 'revive', factor: 1, heavier: null }
const TWICE: Situation = { figure: 'linearity', case: 'hops', factor: 2, heavier: 0 }
const FLOOR: Situation = { figure: 'floor', case: 'empty', factor: 1, heavier: null }

for (const runtime of steelyard.runtimes) {
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
  test(`${name} compares a case with itself and with more work, and reports the cost of an empty function`, async () => {
    const contestant = contestantOf(name, runtimes[0] ?? '')
    assertTwoSides(await ask(contestant, SAME), headline)
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
