import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ContenderLost } from '@steelyard/schedule'
import { type ClockShares, findFalseClock } from '@steelyard/stats'
import type { LaunchContext } from '../../measure/src/launch/launch-context.ts'
import { Workspace } from '../../measure/src/launch/workspace.ts'
import { DEFAULT_TARGETS } from '../../measure/src/targets/targets.ts'
import { type ClockedContender, startClocked } from './clocked-contender.ts'
import { launchContext } from './launch-context.ts'

const SUITE = fileURLToPath(new URL('fixtures/traps.bench.ts', import.meta.url))
const LAUNCHES = 3
/** Noise may hide a false clock in some launches. */
const MOST_LAUNCHES = 20

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

/** Starts a contender again and again, until it is found false, also by what it showed before. */
async function foundFalse(
  factor: number,
  start: () => Promise<ClockedContender>,
  earlier: readonly ClockShares[] = [],
): Promise<void> {
  const shares = [...earlier]
  let finding = findFalseClock(shares)
  for (let launches = 0; finding.state !== 'false' && launches < MOST_LAUNCHES; launches++) {
    await using contender = await start()
    shares.push(...(await sharesOfLiar(contender, factor, LAUNCHES)))
    finding = findFalseClock(shares)
  }
  assert.equal(finding.state, 'false', JSON.stringify(finding))
}

/** Measures a process a few times: starting it takes longer. */
async function sharesOfLiar({ sharesWith }: ClockedContender, factor: number, count: number) {
  const shares: ClockShares[] = []
  try {
    while (shares.length < count) shares.push(await sharesWith(factor))
  } catch (error) {
    // A liar that seems to take no time gets more work than the time limit holds, and is lost.
    assert.ok(error instanceof ContenderLost, String(error))
  }
  return shares
}

for (const [target, runtime] of DEFAULT_TARGETS.entries()) {
  describe(`a contender on ${runtime}`, () => {
    for (const caseId of ['honest-sum', 'honest-async']) {
      const start = () => startClocked({ caseId, params: {}, target }, context)

      test(`a clock that reports the time ${caseId} takes is not called false, one that reports less is found`, async () => {
        const honest: ClockShares[] = []
        const lying: ClockShares[] = []
        while (honest.length < LAUNCHES) {
          await using contender = await start()
          honest.push(await contender.sharesWith(1))
          lying.push(...(await sharesOfLiar(contender, FACTOR, 1)))
        }
        const finding = findFalseClock(honest)
        assert.notEqual(finding.state, 'false', JSON.stringify(finding))
        await foundFalse(FACTOR, start, lying)
      })
    }

    test('work that goes on after its reply is found', () =>
      foundFalse(1, () =>
        startClocked({ caseId: 'later', params: {}, target }, later, [{ caseId: 'now', params: {}, target }]),
      ))

    // JavaScriptCore asks no constructor there.
    test('work in empty batches is found too', { skip: runtime === 'bun' }, () =>
      foundFalse(1, () => startClocked({ caseId: 'padded', params: {}, target }, later)),
    )
  })
}
