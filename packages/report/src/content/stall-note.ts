import {
  type ComparisonRecord,
  type ResultRecord,
  statedEstimator,
  type UnwatchedReason,
  type WithoutStallsRecord,
} from '@steelyard/record'
import { LEAST_STALLED_SHARE, OWN_STALLS_ALPHA } from '@steelyard/stats'
import { formatCount, formatPercent, fromTo, launchesText, type Phrase } from '@steelyard/text'
import type { Section } from './section.ts'
import { listed, subject, subjectRatio } from './subject.ts'

const REASONS: Readonly<Record<UnwatchedReason, string>> = {
  few: `they took less than ${formatPercent(LEAST_STALLED_SHARE)} of the warm-ups before`,
  'any-core': 'the contenders are on any core',
  'no-meter': 'no meter can be had here',
  failed: 'the meter ended, or hardly ever woke',
}

/** Stalls of less than this share of the time are not worth a sentence. */
const LEAST_SHARE = 0.0005

interface Corrected {
  readonly comparison: ComparisonRecord
  readonly without: WithoutStallsRecord
}

/** Returns what stalls of the core took, or why they were not watched; null where there is nothing to say. */
export function stallNotes({ comparisons, results }: Section): Phrase[] {
  const found = comparisons.flatMap(comparison =>
    comparison.withoutStalls ? [{ comparison, without: comparison.withoutStalls }] : [],
  )
  return [...unwatchedNotes(results), ...sharesNotes(found), ...followNotes(found)]
}

function unwatchedNotes(results: readonly ResultRecord[]): Phrase[] {
  const reasons = results.flatMap(({ launches }) =>
    launches.flatMap(({ stalls }) => (stalls?.meter === 'off' ? REASONS[stalls.why] : [])),
  )
  if (reasons.length === 0) return []
  return [
    [`Stalls of the core were not watched in every launch: ${Array.from(new Set(reasons)).join('; ')}.`],
  ]
}

function sharesNotes(found: readonly Corrected[]): Phrase[] {
  const shares = found.flatMap(({ without: { base, head } }) =>
    [base, head].flatMap(({ rawNs, claimedNs }) => (rawNs > 0 ? [claimedNs / rawNs] : [])),
  )
  const voids = Math.max(0, ...found.map(({ without }) => without.voidLaunches))
  if (Math.max(0, ...shares) < LEAST_SHARE && voids === 0) return []
  const range = [Math.min(...shares), Math.max(...shares)].map(formatPercent)
  const took = shares.length === 0 ? 'too much' : fromTo(range)
  return [
    [
      `Stalls of the core took ${took} of the batches`,
      ...(voids === 0 ? [] : [`, and made up to ${launchesText([voids])} of a comparison void`]),
      '.',
      ...statedNote(found),
    ],
  ]
}

/** Names every ratio that is stated without stalls: it has no other mark. */
function statedNote(found: readonly Corrected[]): Phrase {
  const estimator = statedEstimator(found.map(({ comparison }) => comparison))
  const ratios = found.flatMap(({ comparison, without }) =>
    comparison.asTimed && without.ratio ? [subjectRatio(comparison, comparison.asTimed.ratio)] : [],
  )
  if (estimator === null || ratios.length === 0) return []
  return [
    ` ${ratios.length === 1 ? 'This ratio and its verdict are' : 'These ratios and their verdicts are'} without them (estimator ${estimator}); times, medians and the other clock are as timed. The ratio as timed: `,
    ...listed(ratios),
    '.',
  ]
}

/** Where they surely follow a contender no ratio without them is stated; where they may, it is, under a condition. */
function followNotes(found: readonly Corrected[]): Phrase[] {
  const isOwn = ({ without: { alikePValue } }: Corrected) =>
    alikePValue !== null && alikePValue < OWN_STALLS_ALPHA
  const isStated = ({ comparison }: Corrected) => comparison.asTimed !== null
  return [
    ...followNote(
      'Stalls follow a contender, which may cause them, so only the ratio with them holds: ',
      found.filter(each => isOwn(each) && !isStated(each)),
    ),
    ...followNote(
      'Stalls took more from one side, by chance, as in one of 20 comparisons, or by its own doing. A verdict here needs the ratio with them and the one without: ',
      found.filter(each => each.without.follow && isStated(each)),
    ),
  ]
}

function followNote(sentence: string, following: readonly Corrected[]): Phrase[] {
  if (following.length === 0) return []
  const rates = following.map(({ comparison, without: { base, head } }) => [
    ...subject(comparison),
    `, ${perSecond(head.stallsPerSecond)} against ${perSecond(base.stallsPerSecond)} a second`,
  ])
  return [[sentence, ...listed(rates), '.']]
}

function perSecond(value: number | null): string {
  return value === null ? 'none' : formatCount(value)
}
