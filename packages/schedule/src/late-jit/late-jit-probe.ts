import type { Contender } from '../launch/batch.ts'
import { warmUpAlone } from '../launch/conduct-launch.ts'
import { pacingFor } from '../run/pacing.ts'
import type { LateChange } from './late-change.ts'

/**
 * Warms a contender up that has just started, for as long as a look lasts, and returns where it came to another speed: null
 * where it did not in any of the iterations that a look goes on for, undefined where it did not in those that fit in.
 * Rejects when it is lost.
 */
export async function probeForLateChange(
  contender: Pick<Contender, 'warm'>,
  batchNs: number,
  lookNs: number,
): Promise<LateChange | null | undefined> {
  const pacing = pacingFor({ timeNs: 0, contenderLaunches: 1, overheadNs: 0 }, batchNs, 0)
  return (await warmUpAlone(contender, pacing, { lookNs, iterations: 0 })).late
}
