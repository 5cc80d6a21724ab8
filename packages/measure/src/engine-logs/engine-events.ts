import type { EngineLog } from '@steelyard/launcher'
import type { EngineLogs, LoggedBatch } from './log-observer.ts'

/** How often something happened in a number of batches, and in how many of them. */
export interface EventCount {
  readonly count: number
  readonly batches: number
}

/** What an engine did in the timed part of one launch that was logged. */
export interface EngineEvents {
  readonly tierUps: EventCount
  readonly deoptimisations: EventCount
  readonly collections: EventCount
  /** All timed batches. */
  readonly batches: number
  /** What they took, and what of that those took in which anything happened. */
  readonly timedNs: number
  readonly eventfulNs: number
}

/** Counts the events in the timed batches of a launch. */
export function engineEvents({ batches }: EngineLogs, { optimisingTiers }: EngineLog): EngineEvents {
  const tierUps = ({ events }: LoggedBatch) =>
    events.filter(event => event.kind === 'code' && optimisingTiers.includes(event.tier)).length
  const deoptimisations = ({ events }: LoggedBatch) => events.filter(({ kind }) => kind === 'left').length
  const collections = (batch: LoggedBatch) => batch.collections
  const isEventful = (batch: LoggedBatch) => tierUps(batch) + deoptimisations(batch) + collections(batch) > 0
  const countOf = (count: (batch: LoggedBatch) => number): EventCount => {
    const counts = batches.map(count)
    return {
      count: counts.reduce((sum, each) => sum + each, 0),
      batches: counts.filter(each => each > 0).length,
    }
  }
  return {
    batches: batches.length,
    timedNs: timeOf(batches),
    eventfulNs: timeOf(batches.filter(isEventful)),
    tierUps: countOf(tierUps),
    deoptimisations: countOf(deoptimisations),
    collections: countOf(collections),
  }
}

function timeOf(batches: readonly LoggedBatch[]): number {
  return batches.reduce((sum, { wallNs }) => sum + wallNs, 0)
}
