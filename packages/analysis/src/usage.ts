import type { MeasuredUsage } from '@steelyard/measure'
import type { EstimateRecord, UsageCountsRecord, UsageRecord } from '@steelyard/record'
import { meanOfLaunches } from '@steelyard/stats'

/** Returns what the kernel counted, in each launch and per iteration. */
export function usageRecord(launches: readonly MeasuredUsage[]): UsageRecord {
  const perIteration = (name: keyof UsageCountsRecord): EstimateRecord | null => {
    const values = launches.flatMap(({ iterations, work, idle }) => {
      const [worked, asked] = [work[name], idle[name]]
      return worked === null || asked === null ? [] : [(worked - asked) / iterations]
    })
    return meanOfLaunches(values)
  }
  return {
    launches,
    perIteration: {
      minorFaults: perIteration('minorFaults'),
      majorFaults: perIteration('majorFaults'),
      voluntarySwitches: perIteration('voluntarySwitches'),
      involuntarySwitches: perIteration('involuntarySwitches'),
      reads: perIteration('reads'),
      writes: perIteration('writes'),
      userNs: perIteration('userNs'),
      systemNs: perIteration('systemNs'),
    },
  }
}
