import type { Measurement } from '@steelyard/harness/protocol'
import { CASE } from './mailbox.ts'

/** The parts of a group in workerd's `BenchReport` that are read here; its JSON writes 64-bit counts as text. */
interface BenchGroup {
  readonly error?: string
  readonly overhead?: { readonly syncNs: number; readonly asyncNs: number }
  readonly cases?: readonly {
    readonly name: string
    readonly error?: string
    readonly iterationsPerSample?: string | number
    readonly wallNs?: Metric
  }[]
}

interface Metric {
  readonly samples: readonly number[]
  readonly mean: number
  readonly median: number
  readonly medianLow: number
  readonly medianHigh: number
  readonly p99: number
  readonly min: number
  readonly max: number
}

/**
 * Returns the result of the case in the output of `workerd bench --format=json`.
 *
 * @param async whether the case returns promises: an empty call then has another cost
 * @throws Error with the first line of what failed; SyntaxError when the text is no such report
 */
export function readBenchReport(text: string, async: boolean): Measurement {
  const [group] = groupsOf(text)
  const found = group?.cases?.find(({ name }) => name === CASE)
  if (!group?.overhead || !found?.wallNs) throw new SyntaxError('the report of workerd bench has no case')
  const { samples, mean, median, p99, min, max } = found.wallNs
  return {
    headlineNs: mean,
    minNs: min,
    p50Ns: median,
    p99Ns: p99,
    maxNs: max,
    samples: samples.length,
    iterations: samples.length * Number(found.iterationsPerSample),
    emptyNs: async ? group.overhead.asyncNs : group.overhead.syncNs,
  }
}

/** Returns the groups of a report; throws an Error with the first line of what failed in them. */
export function groupsOf(text: string): readonly BenchGroup[] {
  const { groups = [] } = JSON.parse(text) as { readonly groups?: readonly BenchGroup[] }
  const errors = groups.flatMap(({ error, cases = [] }) => [error, ...cases.map(each => each.error)])
  const failure = errors.find(error => error)
  if (failure) throw new Error(failure.split('\n')[0])
  return groups
}
