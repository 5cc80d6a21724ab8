import type { ContenderProcess } from '@steelyard/launcher'
import { readCpuProfile, type Sample } from './cpu-profile.ts'

/** When a batch ran, in nanoseconds of CLOCK_MONOTONIC. */
export interface Bracket {
  readonly startNs: number
  readonly endNs: number
}

/** What samples the stack of a contender: the engine, asked by its inspector, or Linux perf. */
export interface StackCapture {
  /** Begins; microseconds between two samples. */
  start(intervalUs: number): Promise<void>
  /** Ends, and returns the samples. */
  stop(intervalUs: number, batches: readonly Bracket[]): Promise<readonly Sample[]>
  /** Leaves nothing behind, also where it was not ended. */
  close(): Promise<void>
}

/** Returns what has the engine sample. */
export function inspectorCapture({ profiler }: ContenderProcess): StackCapture {
  return {
    start: intervalUs => profiler.start({ of: 'stack', intervalUs }),
    stop: async () => readCpuProfile(await profiler.stop()),
    close: async () => {},
  }
}
