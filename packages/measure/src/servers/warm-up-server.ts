import type { LoadProfile, LoadTurn } from '@steelyard/load'
import { isSteady, type WarmUp } from '@steelyard/schedule'
import { median } from '@steelyard/stats'
import { cpuNsOf, requestNs } from './server-launch.ts'
import { WARM_UP_WINDOW, type WarmUpPacing } from './turn-pacing.ts'

/** The largest change of the median. */
const STEADY_CHANGE = 0.05

/**
 * Takes turns of load until the median cost of a request in the last three agrees with that of the three before. The cost is
 * CPU time, or wall time where that is unknown. A server that takes longer than the longest warm-up is drifting.
 */
export async function warmUpServer(
  profile: LoadProfile,
  { turnMs, longestMs }: WarmUpPacing,
  takeTurn: (durationMs: number) => Promise<LoadTurn>,
): Promise<WarmUp> {
  const costsNs: number[] = []
  let durationNs = 0
  for (;;) {
    const turn = await takeTurn(turnMs)
    durationNs += turn.durationNs
    costsNs.push(cpuNsOf(turn) ?? requestNs(profile, turn))
    const steady = isSteady(costsNs, WARM_UP_WINDOW, STEADY_CHANGE)
    if (steady || durationNs >= longestMs * 1e6) {
      return {
        state: steady ? 'steady' : 'drifting',
        batches: costsNs.length,
        durationNs,
        iterationNs: median(costsNs.slice(-WARM_UP_WINDOW)),
      }
    }
  }
}
