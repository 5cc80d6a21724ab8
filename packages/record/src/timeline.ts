import { join } from 'node:path'

export interface TimelineRelease {
  readonly version: string
  /** Name and version of its engine; null where it did not start. */
  readonly engine: string | null
  /** The day on which it was published; null where the registry does not state it. */
  readonly date: string | null
}

/** What the steps of one series have alike: where one of these differs, another series begins. */
export interface SeriesKey {
  readonly case: string
  readonly params: Readonly<Record<string, string | number | boolean>>
  /** Hash of the text of the case and of its setup. */
  readonly code: string
  /** Number of the method. */
  readonly estimator: number
  readonly windowNs: number
  /** The processor; its model name where it is not identified. */
  readonly cpuId: string
}

/** One case on two releases in the same launches. */
export interface TimelineStep extends SeriesKey {
  readonly base: TimelineRelease
  readonly head: TimelineRelease
  /** When it began. */
  readonly at: string
  /** log(head ÷ base) of each launch, in hundred-thousandths. */
  readonly logs: readonly number[]
  /** Share of launches in which a side was still changing its speed. */
  readonly driftingShare: number
  readonly biasAllowance: number
  /** Why its numbers may not be used; null where they may. Never for what was found. */
  readonly fault: string | null
}

/** A case that a release cannot run. */
export interface TimelineGap extends SeriesKey {
  readonly release: TimelineRelease
  readonly at: string
  readonly gap: string
}

/** Since which release the change of a step is there, and which functions it is in. */
export interface TimelineCause extends SeriesKey, Pick<TimelineStep, 'base' | 'head' | 'at'> {
  /** Last version like the base, and first version like the head, as far as the search came. */
  readonly good: string
  readonly bad: string
  /** Why nothing closer was found; null where the two are neighbours. */
  readonly unfound: string | null
  /** Functions whose time differs between the two, the largest difference first. */
  readonly functions: readonly TimelineFunction[]
  /** Why no function is named; null where one is. */
  readonly unprofiled: string | null
}

/** What a function takes of an iteration by itself, in nanoseconds. */
export interface TimelineFunction {
  readonly name: string
  readonly baseNs: number
  readonly headNs: number
}

export type TimelineLine = TimelineStep | TimelineGap | TimelineCause

/** The lines of one suite on one runtime. */
export interface TimelineFile {
  readonly runtime: string
  readonly suite: string
  readonly lines: readonly TimelineLine[]
}

/** Returns where the lines of a suite on a runtime stand. */
export function timelineFile(folder: string, runtime: string, suite: string): string {
  return join(folder, runtime, `${suite}.jsonl`)
}
