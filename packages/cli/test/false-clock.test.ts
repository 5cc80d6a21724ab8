import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { conductLaunch, type Pacing } from '@steelyard/conductor'
import type { ContenderProcess } from '@steelyard/launcher'
import { type ClockFinding, type ClockShares, findFalseClock } from '@steelyard/stats'
import { type LaunchContext, prepare } from '../src/launch-group.ts'
import { DEFAULT_TARGETS } from '../src/targets.ts'
import { contenderOf } from '../src/weigh.ts'
import { Workshop } from '../src/workshop.ts'
import { launchContext } from './launch-context.ts'

const SUITE = fileURLToPath(new URL('fixtures/traps.bench.ts', import.meta.url))
const LAUNCHES = 3
/** Noise may hide what is told falsely in some. */
const MOST_LAUNCHES = 12

/** What a liar tells of each batch ÷ what it took. */
const TOLD = 0.6

const PACING: Omit<Pacing, 'batchNs'> = {
  leadInNs: 0.3e6,
  warmupMinimumNs: 20e6,
  warmupMaximumNs: 60e6,
  timedNs: 60e6,
}

let workshop: Workshop
let context: LaunchContext

before(async () => {
  workshop = await Workshop.open()
  context = await launchContext(workshop, SUITE)
})
after(() => workshop.close())

for (const [target, runtime] of DEFAULT_TARGETS.entries()) {
  describe(`a contender on ${runtime}`, () => {
    for (const caseId of ['honest-sum', 'honest-async']) {
      test(`is believed that tells the time ${caseId} takes`, async () => {
        const finding = findFalseClock(await launches(target, caseId, 1))
        assert.equal(finding.isFalse, false, JSON.stringify(finding))
      })

      test(`is not believed that tells less than ${caseId} takes`, async () => {
        const all: ClockShares[] = []
        let finding: ClockFinding
        do {
          all.push(...(await launches(target, caseId, TOLD)))
          finding = findFalseClock(all)
        } while (!finding.isFalse && all.length < MOST_LAUNCHES)
        assert.equal(finding.isFalse, true, JSON.stringify(finding))
      })
    }
  })
}

async function launches(target: number, caseId: string, told: number): Promise<ClockShares[]> {
  const shares: ClockShares[] = []
  for (let launch = 0; launch < LAUNCHES; launch++) {
    const { process } = await prepare({ caseId, params: {}, target }, context, { core: null })
    try {
      const [found] = await conductLaunch({
        contenders: [contenderOf(telling(process, told))],
        lanes: [[0]],
        gather: async () => {},
        pacing: { ...PACING, batchNs: process.target.runner.batchNs },
        random: context.random,
      })
      if (found?.clockShares) shares.push(found.clockShares)
    } finally {
      await process.kill()
    }
  }
  assert.equal(shares.length, LAUNCHES)
  return shares
}

/** Returns a process whose batches are told to take another time than they do. */
function telling(process: ContenderProcess, told: number): ContenderProcess {
  return {
    ...process,
    async exchange(command) {
      const { reply, hostNs } = await process.exchange(command)
      return {
        reply: 'durationNs' in reply ? { ...reply, durationNs: reply.durationNs * told } : reply,
        hostNs,
      }
    },
  }
}
