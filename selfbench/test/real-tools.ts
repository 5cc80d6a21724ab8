import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { findContestants } from '../contestants.ts'
import { ToolError } from '../start-tool.ts'
import { tools } from '../tools/index.ts'
import { type Contestant, type Outcome, runTrial, type Situation } from '../trial.ts'

/** Times mean nothing here: the tests check that an output comes and has its parts. */
const SECONDS = 0.4
const STEELYARD_SECONDS = 3

const directory = mkdtempSync(join(os.tmpdir(), 'selfbench-test-'))
/** Set before the first test. */
let found: Awaited<ReturnType<typeof findContestants>>

before(async () => {
  const wanted = {
    tools: tools.map(({ name }) => name),
    old: null,
    runtimes: ['node', 'deno', 'bun', 'workerd'] as const,
  }
  found = await findContestants(wanted, directory)
})
after(() => rmSync(directory, { recursive: true }))

export function ask(contestant: Contestant, situation: Situation, seconds = SECONDS): Promise<Outcome> {
  return runTrial(contestant, situation, {
    seconds,
    overheadSeconds: 0,
    seed: 1,
    signal: new AbortController().signal,
  })
}

/** Steelyard has an interval only after two launches: a machine that is too slow for them gets twice the time. */
export async function askSteelyard(
  contestant: Contestant,
  situation: Situation,
  seconds = STEELYARD_SECONDS,
): Promise<Outcome> {
  const outcome = await ask(contestant, situation, seconds).catch(error => {
    if (error instanceof ToolError && error.message.includes('too little time')) return null
    throw error
  })
  if (outcome?.ratioInterval) return outcome
  assert.ok(seconds <= 60, JSON.stringify(outcome))
  return askSteelyard(contestant, situation, 2 * seconds)
}

export function contestantOf(tool: string, runtime: string): Contestant {
  const contestant = found.contestants.find(each => each.tool.name === tool && each.runtime === runtime)
  assert.ok(contestant, found.facts.find(each => each.tool === tool)?.missing ?? 'not found')
  return contestant
}

export function assertTwoSides(outcome: Outcome, headline: string): void {
  assert.ok(Number.isFinite(outcome.logRatios[headline]), JSON.stringify(outcome))
}

export const SAME: Situation = { figure: 'aa', case: 'revive', factor: 1, heavier: null }
