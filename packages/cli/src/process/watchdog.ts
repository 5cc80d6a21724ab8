import { killingFrom } from '@steelyard/launcher'
import type { EnvironmentWarning } from '@steelyard/record'

/** A run ends at this multiple of its planned time plus this rest, with what it has. */
const TIMES_THE_PLAN = 1.5
const GRACE_SECONDS = 60

/** The longest that a timer can wait. */
const LONGEST_MS = 2 ** 31 - 1

/**
 * Ends what takes much longer than it was planned to, as an interruption would; it is off once disposed of. Its signal comes
 * when the time is up, and when the one that it stands over comes. Its warning is null while it has done nothing.
 */
export function startWatchdog(
  signal: AbortSignal,
  plannedSeconds: number,
  graceSeconds: number = GRACE_SECONDS,
) {
  const controller = new AbortController()
  const limitSeconds = TIMES_THE_PLAN * plannedSeconds + graceSeconds
  const killing = killingFrom(controller.signal)
  const timer = setTimeout(() => controller.abort(), Math.min(limitSeconds * 1000, LONGEST_MS))
  return {
    signal: AbortSignal.any([signal, controller.signal]),
    warning: (): EnvironmentWarning | null =>
      controller.signal.aborted
        ? { code: 'overrun', plannedNs: plannedSeconds * 1e9, endedAfterNs: limitSeconds * 1e9 }
        : null,
    [Symbol.dispose]() {
      clearTimeout(timer)
      killing[Symbol.dispose]()
    },
  }
}
