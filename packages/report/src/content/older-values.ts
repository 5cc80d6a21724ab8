/**
 * Records from before values were added have sentences alone. A sentence is known by its value when that value, put into
 * words, is the same sentence: the figures are those of the record or, where it has none, any that a sentence could show.
 * What today's wording does not make stays a sentence.
 */
import type { ResultRecord, Warning } from '@steelyard/record'
import { findDeadCode } from '@steelyard/stats'
import { warningText } from '@steelyard/text'

/** Warnings that say in how many of the launches something was seen. */
const COUNTED = ['never-steady', 'drifting-warm-up', 'bimodal-batches', 'measured-again'] as const

/** Reasons with the shortest duration that a clock could measure. */
const DURATIONS = ['call-too-short', 'budget-too-short', 'budget-under-channel'] as const

/** Beyond that no sentence rounds to whole percent. */
const MOST_PERCENT = 200

/** Returns the warnings that a result could have, by their sentences. */
export function olderWarnings(result: ResultRecord): ReadonlyMap<string, Warning> {
  const values =
    result.warnings.length === 0 ? [] : [...countedIn(result), ...sharesIn(result), ...seenIn(result)]
  return bySentence(values)
}

/** Returns the reason that a sentence gives for what is missing of a result; null for one that is not known. */
export function olderReason(sentence: string, { calls, memory }: ResultRecord): Warning | null {
  const collections = memory ? memory.minor.count + memory.full.count : 0
  const exact: readonly Warning[] = [
    ...[20, 100].map(
      needed => ({ code: 'too-few-calls', needed, calls: calls?.wallNs.length ?? 0 }) as const,
    ),
    { code: 'too-few-collections', collections, iterations: memory?.iterations ?? 0 },
  ]
  roundedReasons ??= bySentence(everyRoundedReason())
  return roundedReasons.get(sentence) ?? bySentence(exact).get(sentence) ?? null
}

/** Made once, when the first of them is asked for. */
let roundedReasons: ReadonlyMap<string, Warning> | undefined

/** Neither durations nor shares are shown with more than three digits. */
function everyRoundedReason(): Warning[] {
  return [
    ...everyNumber(12).flatMap(leastNs => DURATIONS.map(code => ({ code, leastNs }))),
    ...everyNumber(3).map(percent => ({ code: 'main-thread-waited', waitedShare: percent / 100 }) as const),
  ]
}

/** Every number of three digits, from 1 to so many places before the point. */
function everyNumber(places: number): number[] {
  return Array.from({ length: places }, (_, place) =>
    Array.from({ length: 900 }, (_, index) => ((100 + index) / 100) * 10 ** place),
  ).flat()
}

function bySentence(values: readonly Warning[]): ReadonlyMap<string, Warning> {
  return new Map(values.map(value => [warningText(value), value]))
}

function countedIn({ launches: { length: of }, lostLaunches = [] }: ResultRecord): Warning[] {
  return [
    ...upTo(of).flatMap(launches => COUNTED.map(code => ({ code, launches, of }))),
    ...upTo(lostLaunches.length).map(
      launches => ({ code: 'lost-beside', launches, of: of + launches }) as const,
    ),
  ]
}

function sharesIn({ contendedShare = null }: ResultRecord): Warning[] {
  return [
    ...upTo(MOST_PERCENT).flatMap(
      percent =>
        [
          { code: 'waiting', cpuShare: percent / 100 },
          { code: 'work-after-return', mainCpuShare: 1 + percent / 100 },
          { code: 'generator-rate', rateShare: percent / 100 },
          { code: 'faster-in-turns', changeShare: percent / 100 },
        ] as const,
    ),
    ...(contendedShare === null ? [] : [{ code: 'contended-batches', batchShare: contendedShare } as const]),
  ]
}

function seenIn({ launches, lateChange = null, start }: ResultRecord): Warning[] {
  const { floor, growth } = findDeadCode(launches.flatMap(({ work }) => work ?? []))
  const values: Warning[] = []
  if (floor !== null) {
    values.push({ code: 'near-empty-loop', iterationNs: floor.iterationNs, emptyNs: floor.emptyNs })
  }
  if (growth !== null) values.push({ code: 'growing-state', timesAsLong: growth.value })
  if (lateChange !== null) {
    const { speedUp, iterations, durationNs } = lateChange
    values.push(
      { code: 'late-speed-up', times: speedUp, iterations, durationNs },
      { code: 'late-slow-down', times: 1 / speedUp, iterations, durationNs },
    )
  }
  if (start !== undefined) {
    const { gzipBytes } = start.bundle
    values.push({ code: 'large-bundle', gzipBytes }, { code: 'bundle-over-limit', gzipBytes })
  }
  return values
}

/** 1, 2, … */
function upTo(most: number): number[] {
  return Array.from({ length: most }, (_, index) => index + 1)
}
