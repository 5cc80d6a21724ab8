import type { WarmUp } from './window.ts'

/** Returns the time of a turn outside of its batch: its lead-in starts and ends the window too. */
export function outsideOfTurnNs({ outsideNs = 0 }: Pick<WarmUp, 'outsideNs'>): number {
  return 2 * outsideNs
}
