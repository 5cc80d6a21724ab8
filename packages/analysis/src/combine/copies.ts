import { UsageError } from '@steelyard/measure'
import { type Contribution, type Measurement, nameKey } from './contribution.ts'

/**
 * Returns records in their order, without what is the same measurement under another name of its file or another id.
 *
 * @throws UsageError for two records of one id that differ
 */
export function withoutCopies(given: readonly Contribution[]) {
  const seen = new Set<string>()
  const byId = new Map<string, Contribution>()
  const contributions: Contribution[] = []
  const copies: Contribution[] = []
  for (const contribution of given.toSorted(inOrder)) {
    const same = byId.get(contribution.record)
    if (same !== undefined && samplesKey(same) !== samplesKey(contribution)) {
      throw new UsageError(
        `Cannot combine ${same.file} and ${contribution.file}: they have the same id and different samples. One of them was changed: leave it out.`,
      )
    }
    const measurements = contribution.measurements.filter(each => !seen.has(sampleKey(each)))
    const isCopy = same !== undefined || (measurements.length === 0 && contribution.measurements.length > 0)
    if (isCopy) {
      copies.push(contribution)
      continue
    }
    byId.set(contribution.record, contribution)
    for (const measurement of measurements.filter(isTelling)) seen.add(sampleKey(measurement))
    contributions.push({ ...contribution, measurements })
  }
  return { contributions, copies }
}

function sampleKey(measurement: Measurement): string {
  return JSON.stringify([nameKey(measurement), measurement.logRatios])
}

/** A clock that is too coarse shows the same few ratios in every record. */
function isTelling({ logRatios }: Measurement): boolean {
  return new Set(logRatios).size > 2
}

function samplesKey({ measurements }: Contribution): string {
  return JSON.stringify(measurements.map(({ logRatios }) => logRatios))
}

/** Compares by the time at which they began, whatever the order in which they are given. */
export function inOrder(a: Contribution, b: Contribution): number {
  return compare(a.startedAt, b.startedAt) || compare(a.record, b.record) || compare(a.file, b.file)
}

/** Compares texts by their code units, whatever the locale. */
export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
