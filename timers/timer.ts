import type { RuntimeName } from '@steelyard/runners'

/** The timers that can replace Steelyard's own. */
export type TimerName = 'mitata' | 'tinybench' | 'workerd-bench'

/** Everything the host must know about a third-party timer. Each folder under `timers/` defines one. */
export interface Timer {
  readonly name: TimerName
  /** Version of its package; null where it is a part of the runtime. */
  readonly version: string | null
  /** Which of the timer's numbers is the value of a launch, and how it is computed. */
  readonly headline: string
  /** How long it times a case by default. */
  readonly defaultTimeMs: number
  /** The least time it takes besides: its warm-up and its calibration. */
  readonly overheadMs: number
  /** How long it calls the case before it times it; 0 for a few calls at most. */
  readonly warmupMs: number
  /** Whether it takes the cost of an empty call out of its samples. */
  readonly takesOutEmptyCall: boolean
  /** How many of its fastest and slowest samples it leaves out, together. */
  readonly leavesOut: number
  /** Exports `measure`; bundled with the suite. Null for a command of the runtime. */
  readonly module: URL | null
  /** Why it cannot time in a runtime, by runtime. */
  readonly gaps: Readonly<Partial<Record<RuntimeName, string>>>
}
