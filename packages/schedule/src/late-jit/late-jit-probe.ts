import type { Contender } from '../launch/batch.ts'
import { warmUpAlone } from '../launch/conduct-launch.ts'
import { pacingFor } from '../run/pacing.ts'
import type { LateChange } from './late-change.ts'

/**
 * Warms up a contender that has just started, for `probeNs` nanoseconds, and returns its late change of speed. Null where
 * there is none, undefined where there is none yet but too few iterations fitted in. Rejects when the contender is lost.
 */
export async function probeForLateChange(
  contender: Pick<Contender, 'warm'>,
  batchNs: number,
  probeNs: number,
): Promise<LateChange | null | undefined> {
  const pacing = pacingFor(0, batchNs)
  return (await warmUpAlone(contender, pacing, { probeNs, iterations: 0 })).late
}
