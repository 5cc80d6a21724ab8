// Launches of the cases of fixtures/traps.bench.ts.
import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ContenderLaunch, Pacing } from '@steelyard/schedule'
import type { LaunchContext } from '../../measure/src/launch/launch-context.ts'
import { launchGroup } from '../../measure/src/launch/launch-group.ts'
import { Workspace } from '../../measure/src/launch/workspace.ts'
import { launchContext } from './launch-context.ts'

const TRAPS = fileURLToPath(new URL('fixtures/traps.bench.ts', import.meta.url))

let workspace: Workspace
let context: LaunchContext

before(async () => {
  workspace = await Workspace.open()
  context = await launchContext(workspace, TRAPS)
})

after(() => workspace.close())

/** Launches a case. Its value is the list of the cases that its process has prepared, which must be this one alone. */
export async function launches(caseId: string, target: number, count: number): Promise<ContenderLaunch[]> {
  const pacing: Pacing = {
    batchNs: 3e6,
    turnNs: 3e6,
    leadInNs: 0.3e6,
    warmupMinimumNs: 50e6,
    warmupMaximumNs: 100e6,
    timedNs: 1e6,
  }
  const found: ContenderLaunch[] = []
  while (found.length < count) {
    const launch = await launchGroup([{ caseId, params: {}, target }], pacing, context)
    assert.ok('launches' in launch, `${caseId} was lost: ${'lost' in launch && launch.lost[0]?.[1].message}`)
    found.push(...launch.launches)
  }
  return found
}

export function workOf(all: readonly ContenderLaunch[]) {
  return all.flatMap(({ work }) => work ?? [])
}
