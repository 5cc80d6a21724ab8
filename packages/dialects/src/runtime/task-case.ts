import { keep } from '@steelyard/harness'
import type { MadeCase, WindowCase } from '@steelyard/harness/adopted'
import { checkOwnTime } from './own-time.ts'
import { isPromise } from './promise.ts'

type Run = () => unknown

/** Calls of one window that may all report a duration of 0. */
const MOST_WITHOUT_TIME = 100_000

/** Called around every call, untimed. */
export interface CallHooks {
  readonly before?: Run | undefined
  readonly after?: Run | undefined
}

/**
 * Returns a case of tinybench, or of a tool with the same hooks. Its calls may return `{ overriddenDuration }`, in milliseconds,
 * which is their time then.
 *
 * @param end is done when the case has been timed
 */
export function taskCase(run: Run, end: Run, hooks: CallHooks = {}): MadeCase {
  if (hooks.before !== undefined || hooks.after !== undefined) {
    return { ...hookedWindow(run, hooks), end }
  }
  return {
    run,
    state: undefined,
    inPlace: value => (ownDurationNs(value) === null ? null : { ...ownTimeWindow(run), end }),
    async end(last) {
      if (ownDurationNs(last) !== null) throw notAlways()
      await end()
    },
  }
}

/** Has the watch run for each call alone, and not for the hooks around it. */
function hookedWindow(run: Run, { before, after }: CallHooks): WindowCase {
  /** Known after the first call, which is not timed. */
  let isOwn: boolean | null = null
  return {
    timesCalls: true,
    async window(iterations, watch) {
      for (let i = 0; i < iterations; i++) {
        const first = before?.()
        if (isPromise(first)) await first
        if (isOwn !== true) watch.start()
        const returned = run()
        const value = isPromise(returned) ? await returned : returned
        if (isOwn !== true) watch.stop()
        keep(value)
        const ownNs = ownDurationNs(value)
        isOwn ??= ownNs !== null
        if (isOwn !== (ownNs !== null)) throw notAlways()
        if (ownNs !== null) watch.add(ownNs)
        const last = after?.()
        if (isPromise(last)) await last
      }
    },
  }
}

function ownTimeWindow(run: Run): WindowCase {
  return {
    async window(iterations, watch) {
      const beganMs = Date.now()
      let totalNs = 0
      for (let i = 0; i < iterations; i++) {
        const returned = run()
        const ownNs = ownDurationNs(isPromise(returned) ? await returned : returned)
        if (ownNs === null) throw notAlways()
        totalNs += ownNs
        if (totalNs === 0 && i > MOST_WITHOUT_TIME) throw new Error('its calls report that they take no time')
      }
      checkOwnTime(totalNs, beganMs)
      watch.add(totalNs)
    },
  }
}

function notAlways(): Error {
  return new Error('some of its calls report their own duration, and some do not')
}

/** Returns the duration that a call reports in tinybench's way; null where it reports none. */
function ownDurationNs(value: unknown): number | null {
  if (typeof value !== 'object' || value === null || !('overriddenDuration' in value)) return null
  const { overriddenDuration: ms } = value
  return typeof ms === 'number' && Number.isFinite(ms) && ms >= 0 ? ms * 1e6 : null
}
