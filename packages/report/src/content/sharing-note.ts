import type { ComparisonSharingRecord } from '@steelyard/record'
import { holm } from '@steelyard/stats'
import { formatPercent, formatRatio, fromTo, type Phrase } from '@steelyard/text'
import type { Section } from './section.ts'
import { listed, subject } from './subject.ts'

/** Used less than this, it is not worth a sentence. */
const LEAST_USE = 0.05

/** Error for all ratios of a section, corrected for their number. */
const ALPHA = 0.01

/** Returns how busy the other hardware thread was, and which ratios changed with that; null for idle or not watched. */
export function sharingNote({ comparisons }: Section): Phrase | null {
  const seen = comparisons.flatMap(comparison =>
    comparison.sharing ? [{ comparison, sharing: comparison.sharing }] : [],
  )
  const shares = seen.map(({ sharing }) => sharing.usedShare)
  if (Math.max(0, ...shares) < LEAST_USE) return null
  const used = fromTo([Math.min(...shares), Math.max(...shares)].map(formatPercent))
  const adjusted = holm(seen.map(({ sharing }) => sharing.pValue))
  const changed = seen
    .filter((_, index) => (adjusted[index] ?? 1) < ALPHA)
    .toSorted((one, other) => changeOf(other.sharing) - changeOf(one.sharing))
  const ratios = changed.map(({ comparison, sharing: { least, most } }) => [
    ...subject(comparison),
    `, ${formatRatio(least.ratio)} and ${formatRatio(most.ratio)}`,
  ])
  return [
    `Something else used the other hardware thread of the core at ${used} of the moments that were looked at. Code that does much at once is slower then, code that waits for each result hardly is.`,
    ...(changed.length === 0
      ? [' No ratio is seen to change with it.']
      : [
          ' These ratios hold for this hour only, since they change with it. The half of the launches with the least use, and the one with the most: ',
          ...listed(ratios),
          '.',
        ]),
  ]
}

function changeOf({ least, most }: ComparisonSharingRecord): number {
  return Math.abs(Math.log(most.ratio.value / least.ratio.value))
}
