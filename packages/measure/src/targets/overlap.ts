import { canReferee, slowdownByNeighbour } from '@steelyard/launcher'
import type { EnvironmentRecord } from '@steelyard/record'

/** Whether the next launch gets ready on another core while one is measured. */
export type Overlap = NonNullable<EnvironmentRecord['overlap']>

/** auto: where the cores do not slow each other down. */
export type WantedOverlap = 'auto' | 'on' | 'off'

/** Cores of their own show up to 0.01, two threads of one core mostly 0.3 and more. */
const MOST_SLOWDOWN = 0.03

/** @param cores on which contenders may be held; none where they are not */
export async function overlapOn(cores: readonly number[], wanted: WantedOverlap): Promise<Overlap> {
  const off = (reason: NonNullable<Overlap['reason']>) => ({ isOn: false, slowdown: null, reason })
  if (wanted === 'off') return off('asked')
  if (cores.length < 2) return off('one-core')
  // The host would take the turns, while it has the other launch to serve.
  if (!canReferee()) return off('no-referee')
  if (wanted === 'on') return { isOn: true, slowdown: null, reason: null }
  const slowdown = await slowdownByNeighbour(cores)
  if (slowdown === null) return off('unknown')
  return slowdown > MOST_SLOWDOWN
    ? { ...off('slowed-down'), slowdown }
    : { isOn: true, slowdown, reason: null }
}
