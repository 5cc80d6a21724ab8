import type { EstimateRecord } from '@steelyard/record'

type Interval = Pick<EstimateRecord, 'lower' | 'upper'>

/** Whether two intervals have no value in common. */
export function areApart(one: Interval, other: Interval): boolean {
  return one.lower > other.upper || one.upper < other.lower
}

/** How far a ratio lies from 1, in log. */
export function sizeOf({ value }: EstimateRecord): number {
  return Math.abs(Math.log(value))
}
