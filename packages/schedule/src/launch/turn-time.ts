import type { WarmUp } from './window.ts'

/** Returns what a turn takes beside what its batch times: its lead-in starts and ends the window too. */
export function outsideOfTurnNs({ outsideNs = 0 }: Pick<WarmUp, 'outsideNs'>): number {
  return 2 * outsideNs
}
