import { startThread } from '../process/thread.ts'
import { type FromMeter, type MeterKind, PERIOD_NS, type ToMeter, WORDS_PER_WAKE } from './meter-protocol.ts'

/** Sleeps of the meter on one core, in order; parallel, nanoseconds on CLOCK_MONOTONIC. */
export interface MeterReadings {
  readonly kind: MeterKind
  /** Mean distance of the moments it sleeps to. */
  readonly periodNs: number
  readonly sleptNs: Float64Array
  readonly dueNs: Float64Array
  readonly wokeNs: Float64Array
  /** For each sleep, the wait for the core behind other threads; 0 for the kind that never waits. */
  readonly queuedNs: Float64Array
  /** CPU time that a wake-up costs the core, on average. */
  readonly ownNs: number
}

/** Of which kind a watch is; or why there is none, and then `stop` returns null. */
export type MeterStart = { readonly kind: MeterKind } | { readonly kind: null; readonly why: string }

/** A thread of this process that can watch one core at a time. */
export interface CoreMeter {
  /**
   * Begins to watch a core.
   *
   * @param kind to be, where it may; default `fifo`
   */
  start(core: number, kind?: MeterKind): Promise<MeterStart>
  /** Ends the watch; null where none was begun. */
  stop(): Promise<MeterReadings | null>
  /** Ends the thread. */
  close(): Promise<void>
}

/** Number of readings: about two minutes at a period of a millisecond. */
const CAPACITY = 131_072

/** Returns a meter, whose thread starts with the first watch. */
export function openCoreMeter(): CoreMeter {
  let thread: ReturnType<typeof startMeter> | null = null
  let watch: { readonly kind: MeterKind; readonly end: Promise<FromMeter> } | null = null
  return {
    async start(core, kind = 'fifo') {
      if (process.platform !== 'linux') return { kind: null, why: 'it needs Linux' }
      thread ??= startMeter()
      const { stop, wakes } = thread
      Atomics.store(stop, 0, 0)
      const message = await thread.ask({ core, stop, wakes, kind }).catch(failed)
      if (message.type === 'failed') return { kind: null, why: message.why }
      if (message.type !== 'started') return { kind: null, why: 'it ended at once' }
      watch = { kind: message.kind, end: thread.next().catch(failed) }
      return { kind: message.kind }
    },
    async stop() {
      if (watch === null || thread === null) return null
      const { end, kind } = watch
      watch = null
      Atomics.store(thread.stop, 0, 1)
      const message = await end
      if (message.type !== 'stopped') return null
      return { kind, periodNs: PERIOD_NS, ...readingsOf(thread.wakes, message) }
    },
    async close() {
      if (thread === null) return
      Atomics.store(thread.stop, 0, 1)
      await thread.end()
    },
  }
}

function startMeter() {
  return {
    ...startThread<ToMeter, FromMeter>(new URL('./meter-thread.ts', import.meta.url)),
    stop: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    wakes: new Float64Array(
      new SharedArrayBuffer(CAPACITY * WORDS_PER_WAKE * Float64Array.BYTES_PER_ELEMENT),
    ),
  }
}

function failed(): FromMeter {
  return { type: 'failed', why: 'its thread has ended' }
}

function readingsOf(wakes: Float64Array, { count, cpuNs }: Extract<FromMeter, { type: 'stopped' }>) {
  const column = (word: number) =>
    Float64Array.from({ length: count }, (_, wake) => wakes[wake * WORDS_PER_WAKE + word] ?? 0)
  return {
    sleptNs: column(0),
    dueNs: column(1),
    wokeNs: column(2),
    queuedNs: column(3),
    ownNs: count === 0 ? 0 : cpuNs / count,
  }
}
