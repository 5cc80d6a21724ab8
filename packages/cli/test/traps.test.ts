import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ContenderLaunch, Pacing } from '@steelyard/schedule'
import { type DeadCodeFinding, findDeadCode } from '@steelyard/stats'
import type { LaunchContext } from '../../measure/src/launch/launch-context.ts'
import { launchGroup } from '../../measure/src/launch/launch-group.ts'
import { Workspace } from '../../measure/src/launch/workspace.ts'
import { DEFAULT_TARGETS } from '../../measure/src/targets/targets.ts'
import { launchContext } from './launch-context.ts'

const TRAPS = fileURLToPath(new URL('fixtures/traps.bench.ts', import.meta.url))

const HONEST = ['honest-sum', 'honest-read', 'honest-async']
const LOST = ['constant-folded', 'hoisted', 'dead']

/** Launches of promises differ by more than the rule allows, so on a busy machine this may stay unclear. */
const LOST_IN_PROMISES = 'dead-async'

const LAUNCHES = 5
/** A trap is clear in most runtimes by then. */
const FEWEST_LAUNCHES = 3
/** A launch that noise spoils leaves things unclear: a trap gets some more. */
const MOST_LAUNCHES = 10

/** Traps that some runtime was seen to fall into. */
const caught = new Set<string>()

let workspace: Workspace
let context: LaunchContext

before(async () => {
  workspace = await Workspace.open()
  context = await launchContext(workspace, TRAPS)
})

after(() => workspace.close())

for (const [target, runtime] of DEFAULT_TARGETS.entries()) {
  describe(`on ${runtime}`, () => {
    for (const caseId of HONEST) {
      // Its answer is the list of the cases that its process has prepared, so the others never taught it anything.
      test(`${caseId} is alone in its process and not accused`, async () => {
        const finding = findDeadCode(workOf(await launches(caseId, target, LAUNCHES)))
        assert.notEqual(finding.state, 'lost', JSON.stringify(finding))
        assert.ok(finding.floor, 'the empty loop was looked at')
      })
    }

    for (const caseId of [...LOST, LOST_IN_PROMISES]) {
      test(`${caseId} is not taken for work done`, async t => {
        const all = await launches(caseId, target, FEWEST_LAUNCHES)
        let finding: DeadCodeFinding = findDeadCode(workOf(all))
        while (finding.state === 'unclear' && all.length < MOST_LAUNCHES) {
          all.push(...(await launches(caseId, target, 1)))
          finding = findDeadCode(workOf(all))
        }
        assert.notEqual(finding.state, 'done', JSON.stringify(finding))
        t.diagnostic(`${finding.state} by ${finding.rule} after ${finding.launches} launches`)
        if (finding.state === 'lost') caught.add(caseId)
      })
    }
  })
}

test('folded, hoisted and dead work is each caught on some runtime', () => {
  assert.deepEqual(
    LOST.filter(caseId => !caught.has(caseId)),
    [],
  )
})

async function launches(caseId: string, target: number, count: number): Promise<ContenderLaunch[]> {
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

function workOf(all: readonly ContenderLaunch[]) {
  return all.flatMap(({ work }) => work ?? [])
}
