/** Two readings of the time of day are so far off together. */
const CLOCK_STEP_NS = 2e6

/**
 * Checks the times that calls report about themselves.
 *
 * @param totalNs of all of them
 * @param beganMs when the first began, by the time of day
 * @throws Error where it is longer than they took
 */
export function checkOwnTime(totalNs: number, beganMs: number): void {
  if (totalNs <= (Date.now() - beganMs) * 1e6 + CLOCK_STEP_NS) return
  throw new Error('its calls report longer times than they take')
}
