import type { ContenderPlan, SuitePlan } from '@steelyard/measure'
import type { EstimateRecord } from '@steelyard/record'
import type { Progress } from '@steelyard/schedule'
import { bar, type Charset, formatRatio, glyphs, ratioText } from '@steelyard/text'
import { stderr } from './streams.ts'

const PLAIN_INTERVAL_MS = 10_000

/** Rows of a terminal that lines of progress leave to what was there before. */
const ROWS_LEFT = 4

/** Shows the progress of a run: lines that are overwritten on a terminal, a new line now and then elsewhere. */
export class ProgressLine {
  readonly #plainIntervalMs: number
  #lastMs = Number.NEGATIVE_INFINITY

  /** @param plainIntervalMs shortest time between two lines where a line cannot be overwritten */
  constructor(plainIntervalMs: number = PLAIN_INTERVAL_MS) {
    this.#plainIntervalMs = plainIntervalMs
  }

  /** @param more lines for a terminal alone, as far as it has room */
  show(text: string, more: readonly string[] = []): void {
    if (stderr.isTTY) {
      stderr.sayInPlace(text, ...more.slice(0, Math.max(0, (stderr.rows ?? 24) - ROWS_LEFT)))
    } else if (performance.now() - this.#lastMs >= this.#plainIntervalMs) {
      stderr.say(`${text}\n`)
      this.#lastMs = performance.now()
    }
  }

  /** Clears the line, so that something else can be written. */
  clear(): void {
    if (stderr.isTTY) stderr.sayInPlace('')
  }
}

/** One suite of a run, and how long it may take. */
export interface TimedSuite {
  readonly name: string
  readonly timeSeconds: number
}

/**
 * Returns for example `trig: launch 12 of about 60, about 0:42 left`; with several suites, given in their order,
 * `trig (9/10): launch 12 of about 60, about 0:42 left, 1:47 for all`.
 */
export function progressText(suite: string, progress: Progress, suites: readonly TimedSuite[]): string {
  const { launchesDone, launchesExpected, remainingNs } = progress
  const text = `launch ${launchesDone + 1} of about ${launchesExpected}, ${timeLeftText(remainingNs)}`
  if (suites.length < 2) return `${suite}: ${text}`
  const place = suites.findIndex(({ name }) => name === suite) + 1
  const laterSeconds = suites.slice(place).reduce((sum, { timeSeconds }) => sum + timeSeconds, 0)
  const allNs = Math.max(0, remainingNs) + laterSeconds * 1e9
  return `${suite} (${place}/${suites.length}): ${text}, ${clock(allNs)} for all`
}

const BAR_WIDTH = 12
const MOST_RATIOS = 6

/** An interval of the first launches whose ends lie further apart than this factor says nothing by its numbers. */
const WIDEST_SHOWN = 10

/** Returns how much of the time has passed as a bar, for example `███▌········`. */
export function progressBar({ elapsedNs, remainingNs }: Progress, charset: Charset): string {
  const full = bar(elapsedNs / Math.max(1, elapsedNs + remainingNs), BAR_WIDTH, charset)
  return full + glyphs(charset).unpaired.repeat(BAR_WIDTH - full.length)
}

/** What is known of one pair, in a line. */
interface KnownPair {
  readonly key: string
  readonly isAcross: boolean
  readonly text: string
  readonly isDecided: boolean
}

function knownPairs(
  { pairs = [] }: Progress,
  { groups }: Pick<SuitePlan, 'groups'>,
  targetIds: readonly string[],
  charset: Charset,
): KnownPair[] {
  const nameOf = ({ caseId, target }: ContenderPlan) => `${caseId} on ${targetIds[target] ?? ''}`
  return groups.flatMap(([base, ...heads], group) =>
    heads.flatMap((head, pair) => {
      const { ratio = null, verdict = null } = pairs[group]?.[pair] ?? {}
      if (!base || !ratio || head.isControl) return []
      const isAcross = head.target !== base.target
      const against = isAcross ? (targetIds[base.target] ?? '') : base.caseId
      const found = `${soFarText(ratio, charset)}${verdict === null ? '' : ` ${verdict}`}`
      const text = `${nameOf(head)} against ${against}: ${found}`
      return [{ key: `${group} ${pair}`, isAcross, text, isDecided: verdict !== null }]
    }),
  )
}

/**
 * Returns what is known so far of the pairs of a suite, the targets that are compared first: estimates, and the verdicts of
 * planned looks, which stay.
 */
export function soFarLines(
  progress: Progress,
  plan: Pick<SuitePlan, 'groups'>,
  targetIds: readonly string[],
  charset: Charset,
): string[] {
  const known = knownPairs(progress, plan, targetIds, charset)
  if (known.length === 0) return []
  const sorted = known.toSorted((a, b) => Number(b.isAcross) - Number(a.isAcross))
  const others = sorted.length - MOST_RATIOS
  return [
    'So far:',
    ...sorted.slice(0, MOST_RATIOS).map(({ text }) => `  ${text}`),
    ...(others > 0 ? [`  and ${others} more`] : []),
  ]
}

/** Returns a function that says each verdict once, as soon as it is known. */
export function verdictLines(): (...args: Parameters<typeof knownPairs>) => string[] {
  const said = new Set<string>()
  return (...args) =>
    knownPairs(...args).flatMap(({ key, text, isDecided }) => {
      if (!isDecided || said.has(key)) return []
      said.add(key)
      return [text]
    })
}

function soFarText(ratio: EstimateRecord, charset: Charset): string {
  if (ratio.upper <= ratio.lower * WIDEST_SHOWN) return formatRatio(ratio, charset)
  return `${ratioText(ratio, charset).value}, interval still wide (${ratio.n} launches)`
}

/** Returns for example `about 0:42 left`. */
export function timeLeftText(ns: number): string {
  return `about ${clock(Math.max(0, ns))} left`
}

function clock(ns: number): string {
  const seconds = Math.ceil(ns / 1e9)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
