import type { LaunchTrace } from '@steelyard/launcher'
import type { Contender } from '@steelyard/schedule'

export interface LaunchObserver {
  /** Makes its engine report what it does. */
  readonly trace: LaunchTrace
  /** Returns the same contender, each of its steps noticed. */
  watch(contender: Contender): Contender
}
