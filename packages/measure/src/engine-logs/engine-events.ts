import type { EventsRecord } from '@steelyard/record'
import type { EngineLog } from '@steelyard/runners'
import { sum } from '@steelyard/stats'
import type { EngineLogs, LoggedBatch } from './log-observer.ts'

/** Counts the events in the timed batches of a launch. */
export function engineEvents({ batches }: EngineLogs, { optimisingTiers }: EngineLog): EventsRecord {
  const tierUps = ({ events }: LoggedBatch) =>
    events.filter(event => event.kind === 'code' && optimisingTiers.includes(event.tier)).length
  const deoptimisations = ({ events }: LoggedBatch) => events.filter(({ kind }) => kind === 'left').length
  const collections = (batch: LoggedBatch) => batch.collections
  const isEventful = (batch: LoggedBatch) => tierUps(batch) + deoptimisations(batch) + collections(batch) > 0
  const countOf = (count: (batch: LoggedBatch) => number): EventsRecord['collections'] => {
    const counts = batches.map(count)
    return { count: sum(counts), batches: counts.filter(each => each > 0).length }
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
  return sum(batches.map(({ wallNs }) => wallNs))
}
