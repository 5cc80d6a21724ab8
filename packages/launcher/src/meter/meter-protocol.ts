/**
 * fifo: with a right that only real-time threads have, woken before all others. ordinary: without; what it waited for the
 * core behind others is taken off.
 */
export type MeterKind = 'fifo' | 'ordinary'

/** Mean distance of the moments it sleeps to: docs/lab-notes.md says what share of the stalls it finds. */
export const PERIOD_NS = 1e6

/** When it went to sleep, was due and woke, on CLOCK_MONOTONIC, and how long it waited behind others in between. */
export const WORDS_PER_WAKE = 4

/** Begins a measurement. */
export interface ToMeter {
  readonly core: number
  /** A first element other than 0 ends the measurement. Shared. */
  readonly stop: Int32Array
  /** Shared. */
  readonly wakes: Float64Array
  /** The kind to be, where it may. */
  readonly kind: MeterKind
}

export type FromMeter =
  | { readonly type: 'started'; readonly kind: MeterKind }
  | { readonly type: 'stopped'; readonly count: number; readonly cpuNs: number }
  | { readonly type: 'failed'; readonly why: string }
