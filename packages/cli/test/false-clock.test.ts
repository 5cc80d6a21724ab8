import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ContenderLost } from '@steelyard/schedule'
import { type ClockFinding, type ClockShares, findFalseClock } from '@steelyard/stats'
import type { LaunchContext } from '../../measure/src/launch/launch-context.ts'
import { Workspace } from '../../measure/src/launch/workspace.ts'
import type { ContenderPlan } from '../../measure/src/plan/plan.ts'
import { DEFAULT_TARGETS } from '../../measure/src/targets/targets.ts'
import { launchContext } from './launch-context.ts'
import { launchWithClock } from './launch-with-clock.ts'

const SUITE = fileURLToPath(new URL('fixtures/traps.bench.ts', import.meta.url))
const LAUNCHES = 3
/** The default number of launches of a run. */
const RUN_LAUNCHES = 10
/** Noise may hide a false clock in some launches. */
const MOST_LAUNCHES = 20

/** As long as in a run: on a busy machine few batches show work that waits for a timer. */
const LONG_WINDOW_NS = 250e6

/** Reported time ÷ true time of a false clock. */
const FACTOR = 0.6

const LATER = fileURLToPath(new URL('fixtures/later.bench.ts', import.meta.url))

let workspace: Workspace
let context: LaunchContext
let later: LaunchContext

before(async () => {
  workspace = await Workspace.open()
  context = await launchContext(workspace, SUITE)
  later = await launchContext(workspace, LATER)
})
after(() => workspace.close())

/** Launches a contender until its clock is found false; fails after MOST_LAUNCHES. */
async function assertFoundFalse(
  factor: number,
  plan: ContenderPlan,
  suite: LaunchContext,
  others?: readonly ContenderPlan[],
  timedNs?: number,
): Promise<void> {
  const shares: ClockShares[] = []
  let finding: ClockFinding
  let launches = 0
  do {
    // A contender that reports almost no time gets more iterations than the time limit holds, and is lost.
    await launchWithClock(factor, plan, suite, others, timedNs).then(
      share => shares.push(share),
      (error: unknown) => assert.ok(error instanceof ContenderLost, String(error)),
    )
    // Odd early launches hide what as many as a run has would show.
    finding = findFalseClock(shares.slice(-RUN_LAUNCHES))
  } while (finding.state !== 'false' && ++launches < MOST_LAUNCHES)
  assert.equal(finding.state, 'false', JSON.stringify(finding))
}

for (const [target, runtime] of DEFAULT_TARGETS.entries()) {
  describe(`a contender on ${runtime}`, () => {
    for (const caseId of ['honest-sum', 'honest-async']) {
      const plan = { caseId, params: {}, target }

      test(`a clock that reports the time ${caseId} takes is not called false`, async () => {
        const shares: ClockShares[] = []
        while (shares.length < LAUNCHES) shares.push(await launchWithClock(1, plan, context))
        const finding = findFalseClock(shares)
        assert.notEqual(finding.state, 'false', JSON.stringify(finding))
      })

      test(`a clock that reports less than ${caseId} takes is found false`, () =>
        assertFoundFalse(FACTOR, plan, context))
    }

    test('work that goes on after its reply is found', () =>
      assertFoundFalse(
        1,
        { caseId: 'later', params: {}, target },
        later,
        [{ caseId: 'now', params: {}, target }],
        LONG_WINDOW_NS,
      ))

    // JavaScriptCore asks no constructor there.
    test('work in empty batches is found too', { skip: runtime === 'bun' }, () =>
      assertFoundFalse(1, { caseId: 'padded', params: {}, target }, later),
    )
  })
}
