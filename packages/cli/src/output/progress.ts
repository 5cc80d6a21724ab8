import { firstCharacters } from '@steelyard/harness/first-characters'
import type { SuitePlan } from '@steelyard/measure'
import type { EstimateRecord } from '@steelyard/record'
import type { LivePair } from '@steelyard/report'
import type { Progress } from '@steelyard/schedule'
import { bar, formatRatio, ratioText, SIGNS } from '@steelyard/text'
import { stderr } from './streams.ts'

const PLAIN_INTERVAL_MS = 10_000
const LONGEST_INTERVAL_MS = 60_000

/** Shows the progress of a run: in place on a terminal, elsewhere new lines, ever rarer down to one a minute. */
export class ProgressLine {
  readonly #plainIntervalMs: number
  #firstMs: number | null = null
  #lastMs = Number.NEGATIVE_INFINITY

  /** @param plainIntervalMs shortest time between two lines where a line cannot be overwritten; 0: every one is shown */
  constructor(plainIntervalMs: number = PLAIN_INTERVAL_MS) {
    this.#plainIntervalMs = plainIntervalMs
  }

  show(text: string): void {
    if (stderr.canOverwrite) {
      stderr.showInPlace(() => firstCharacters(text, (stderr.columns ?? 80) - 1))
    } else if (performance.now() - this.#lastMs >= this.#intervalMs()) {
      stderr.say(`${text}\n`)
      this.#lastMs = performance.now()
      this.#firstMs ??= this.#lastMs
    }
  }

  /** The time for which lines have been shown, within the shortest and the longest interval. */
  #intervalMs(): number {
    if (this.#plainIntervalMs === 0 || this.#firstMs === null) return 0
    const shownMs = this.#lastMs - this.#firstMs
    return Math.min(LONGEST_INTERVAL_MS, Math.max(this.#plainIntervalMs, shownMs))
  }

  clear(): void {
    stderr.clearInPlace()
  }
}

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
  // Before the first launch only the cap is known.
  const left = launchesDone === 0 ? '' : `, ${timeLeftText(remainingNs)}`
  const text = `launch ${launchesDone + 1} of about ${launchesExpected}${left}`
  if (suites.length < 2) return `${suite}: ${text}`
  const place = suites.findIndex(({ name }) => name === suite) + 1
  const laterSeconds = suites.slice(place).reduce((sum, { timeSeconds }) => sum + timeSeconds, 0)
  const allNs = Math.max(0, remainingNs) + laterSeconds * 1e9
  return `${suite} (${place}/${suites.length}): ${text}, ${clock(allNs)} for all`
}

const BAR_WIDTH = 12
/** An interval of the first launches whose ends lie further apart than this factor says nothing by its numbers. */
const WIDEST_SHOWN = 10

/** Returns how much of the time has passed as a bar, for example `███▌········`. */
export function progressBar({ elapsedNs, remainingNs }: Progress): string {
  const full = bar(elapsedNs / Math.max(1, elapsedNs + remainingNs), BAR_WIDTH)
  return full + SIGNS.unpaired.repeat(BAR_WIDTH - full.length)
}

/** Returns the comparisons of a suite with what is known of them so far, in the order of its cases. */
export function livePairs(
  { pairs = [] }: Pick<Progress, 'pairs'>,
  { groups, contenders }: Pick<SuitePlan, 'groups' | 'contenders'>,
  targetIds: readonly string[],
  { metric, threshold }: Pick<LivePair, 'metric' | 'threshold'>,
): LivePair[] {
  const cases = contenders.map(({ caseId }) => caseId)
  const found = groups.flatMap(([base, ...heads], group) =>
    heads.flatMap((head, pair) => {
      if (base === undefined || head.isControl) return []
      const { ratio = null, verdict = null } = pairs[group]?.[pair] ?? {}
      return {
        case: head.caseId,
        params: head.params,
        ...{ metric, threshold },
        ratio,
        verdict,
        base: targetIds[base.target] ?? '',
        head: targetIds[head.target] ?? '',
        baseCase: base.caseId,
      }
    }),
  )
  return found.toSorted((a, b) => cases.indexOf(a.case) - cases.indexOf(b.case))
}

/** Returns what the next launch is of, for example `arrow-2, arrow-3 on bun@1.4.5`. */
export function groupText(
  { group }: Progress,
  { groups }: Pick<SuitePlan, 'groups'>,
  targetIds: readonly string[],
): string {
  const members = (groups[group ?? -1] ?? []).filter(({ isControl }) => !isControl)
  const distinct = (texts: readonly string[]) => Array.from(new Set(texts)).join(', ')
  const targets = distinct(members.map(({ target }) => targetIds[target] ?? ''))
  return members.length === 0 ? '' : `${distinct(members.map(({ caseId }) => caseId))} on ${targets}`
}

/** Returns a function that says each verdict once, as soon as it is known. */
export function verdictLines(): (pairs: readonly LivePair[]) => string[] {
  const said = new Set<string>()
  return pairs =>
    pairs.flatMap(({ case: caseId, params, base, head, baseCase, ratio, verdict }) => {
      const key = JSON.stringify([caseId, params, base, head])
      if (verdict === null || ratio === null || said.has(key)) return []
      said.add(key)
      const against = caseId === baseCase ? base : baseCase
      return [`${caseId} on ${head} against ${against}: ${soFarText(ratio)} ${verdict}`]
    })
}

function soFarText(ratio: EstimateRecord): string {
  if (ratio.upper <= ratio.lower * WIDEST_SHOWN) return formatRatio(ratio)
  return `${ratioText(ratio).value}, interval still wide (${ratio.n} launches)`
}

/** Returns for example `about 0:42 left`. */
export function timeLeftText(ns: number): string {
  return `about ${clock(Math.max(0, ns))} left`
}

function clock(ns: number): string {
  const seconds = Math.ceil(ns / 1e9)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
