import type { TimelineCause, TimelineRelease } from '@steelyard/record'
import { counted, formatDuration, formatRatio, name, type Phrase } from '@steelyard/text'
import { benchCommand } from '../content/evidence/command-text.ts'
import { areApart, sizeOf } from '../content/intervals.ts'
import { caseName } from '../content/section.ts'
import { keyText, ratioOf, type SeriesStep, stepName, type TimelineSeries } from './series.ts'

const MOST_CHANGES = 10
const YEAR_MS = 365 * 86_400_000
/** Smaller differences between the ends are not reported as a drift. */
const LEAST_DRIFT = Math.log(1.01)

/** A step that changed, in its series: found by two sessions, or by one and awaiting a second. */
export interface TimelineChange {
  readonly series: TimelineSeries
  readonly step: SeriesStep
}

/** Returns the largest changes of the last year by their side: those of two sessions first, then by size. */
export function largestChanges(all: readonly TimelineSeries[]) {
  const dates = all.flatMap(({ steps }) => steps.flatMap(({ head }) => head.date ?? []))
  const newest = dates.toSorted().at(-1) ?? ''
  const year = newest === '' ? '' : yearBefore(newest)
  const changes = all.flatMap(series =>
    // What lies between two releases whose days are unknown, or years apart, may be older.
    series.steps
      .filter(
        ({ base, head }) => base.date && head.date && head.date >= year && base.date >= yearBefore(head.date),
      )
      .map(step => ({ series, step })),
  )
  const largest = (side: 'slower' | 'faster') =>
    changes
      .filter(({ step: { finding } }) => sideOf(finding) === side)
      .toSorted(
        (a, b) =>
          Number(isChange(b.step)) - Number(isChange(a.step)) || sizeOf(b.step.ratio) - sizeOf(a.step.ratio),
      )
      .slice(0, MOST_CHANGES)
  return { slower: largest('slower'), faster: largest('faster') }
}

function yearBefore(day: string): string {
  return new Date(Date.parse(day) - YEAR_MS).toISOString().slice(0, 10)
}

/** Returns the steps that two sessions found. */
export function changesOf(all: readonly TimelineSeries[]): TimelineChange[] {
  return all.flatMap(series => series.steps.filter(isChange).map(step => ({ series, step })))
}

function sideOf({ change, first }: SeriesStep['finding']): string | null {
  return change === 'open' ? first.verdict : change
}

export function isChange({ finding: { change } }: SeriesStep): boolean {
  return change === 'slower' || change === 'faster'
}

/** Returns what is measured, e.g. `json-reviver/arrow-2 (payload=rsc)`. */
export function subjectOf({ suite, key }: TimelineSeries): string {
  return caseName({ ...key, suite })
}

/** Returns which release changed what, by how much, and between which engines; its name leads to `href`. */
export function changePhrase({ series, step }: TimelineChange, href: string): Phrase {
  const { base, head, ratio, cause } = step
  const { runtime, key } = series
  const when = head.date === null ? '' : ` of ${head.date}`
  const [before, after] = [engineName(base), engineName(head)]
  const engines = before === after ? ` (both ${before})` : ` (${before} became ${after})`
  return [
    { ...name(subjectOf(series)), href },
    ' takes ',
    { text: formatRatio(ratio), role: ratio.value > 1 ? 'slower' : 'faster' },
    ` as long on ${runtime} ${head.version}${when} as on ${base.version}${engines}; ${key.cpuId}${isChange(step) ? '' : ', in one session, whose size may be too large'}.`,
    cause === null ? '' : ` ${causeText(cause)}`,
  ]
}

/** Returns since which release a change is there, and which functions it is in. */
export function causeText({ good, bad, unfound, functions, unprofiled }: TimelineCause): string {
  const where = unfound === null ? `First in ${bad}.` : `After ${good}, in ${bad} at the latest: ${unfound}.`
  const times = functions.map(
    ({ name, baseNs, headNs }) => `${name} from ${formatDuration(baseNs)} to ${formatDuration(headNs)}`,
  )
  const what = times.length > 0 ? `By function: ${times.join(', ')}.` : `No function is named: ${unprofiled}.`
  return `${where} ${what}`
}

/** Returns name and version of an engine, a commit shortened. */
export function engineName({ engine }: TimelineRelease): string {
  return (engine ?? 'unknown engine').replace(/\b[0-9a-f]{40}\b/, hash => hash.slice(0, 12))
}

/** Returns the command that finds the release in which a step changed; null where that is known. */
export function bisectCommand({ series, step }: TimelineChange): string | null {
  if (step.cause !== null) return null
  const { runtime, suite, key } = series
  const params = Object.entries(key.params).flatMap(([param, value]) => ['--param', `${param}=${value}`])
  const ends = ['--good', `${runtime}@${step.base.version}`, '--bad', `${runtime}@${step.head.version}`]
  return benchCommand(['bisect', `${suite}/${key.case}`, ...ends, ...params])
}

/** Returns what a reader must know of a series besides its changes. */
export function seriesNotes(series: TimelineSeries, all: readonly TimelineSeries[]): string[] {
  const { steps, anchors, gaps } = series
  const listed = (some: readonly SeriesStep[]) =>
    some.map(({ base, head, ratio }) => `${base.version} → ${head.version} ${formatRatio(ratio)}`).join(', ')
  const open = steps.filter(({ finding }) => finding.change === 'open')
  const refuted = steps.filter(({ finding }) => finding.change === 'refuted')
  const apart = anchors.filter(({ isOpen }) => isOpen)
  const byReason = Map.groupBy(gaps, ({ gap }) => gap)
  return [
    ...(open.length === 0 ? [] : [`Seen in one session, awaiting a second: ${listed(open)}.`]),
    ...(refuted.length === 0 ? [] : [`Seen in one session, not confirmed by a second: ${listed(refuted)}.`]),
    ...apart.map(
      ({ base, head, loop }) =>
        `The chain from ${base.version} to ${head.version} disagrees with the two in the same launches: chain ÷ direct is ${formatRatio(loop)}.`,
    ),
    ...driftNotes(series),
    ...disagreements(series, all),
    ...[...byReason].map(
      ([reason, some]) =>
        `Cannot run on ${counted(some.length, 'release')}, ${some.map(({ release }) => release.version).join(', ')}: ${reason}`,
    ),
  ]
}

/** The ends of an anchor differ, and no step between them does. An anchor within another such one adds nothing. */
function driftNotes({ steps, anchors }: TimelineSeries): string[] {
  const drifts = anchors.flatMap(({ base, head, ratio }) => {
    const from = steps.findIndex(step => step.base.version === base.version)
    const to = steps.findIndex(step => step.head.version === head.version)
    const isSeen = Math.log(ratio.lower) > LEAST_DRIFT || Math.log(ratio.upper) < -LEAST_DRIFT
    const isFound = steps.slice(from, to + 1).some(({ finding }) => finding.change !== null)
    const text = `${head.version} against ${base.version} is ${formatRatio(ratio)}, and no single step shows it: a drift.`
    return isSeen && !isFound ? [{ from, to, text }] : []
  })
  const isWithin = (one: (typeof drifts)[number]) =>
    drifts.some(other => other !== one && other.from <= one.from && other.to >= one.to)
  return drifts.flatMap(one => (isWithin(one) ? [] : one.text))
}

/** Changes that another machine has otherwise: in all sessions of both, since sessions of one machine differ too. */
function disagreements(series: TimelineSeries, all: readonly TimelineSeries[]): string[] {
  const alike = (one: TimelineSeries) => keyText({ ...one.key, cpuId: '' }) + one.runtime + one.suite
  const others = all.filter(one => one.key.cpuId !== series.key.cpuId && alike(one) === alike(series))
  return series.steps.filter(isChange).flatMap(step =>
    others.flatMap(({ steps, key }) => {
      const there = steps.find(one => stepName(one) === stepName(step))
      if (there === undefined || (there.sessions.length < 2 && there.finding.first.verdict !== 'same'))
        return []
      if (!areApart(reachOf(step), reachOf(there))) return []
      const name = `${step.base.version} → ${step.head.version}`
      return [`Machines disagree on ${name}: ${formatRatio(there.ratio)} on ${key.cpuId}.`]
    }),
  )
}

/** From the lowest to the highest end of the intervals of all sessions. */
function reachOf({ sessions }: SeriesStep): { readonly lower: number; readonly upper: number } {
  const ratios = sessions.flatMap(session => ratioOf(session) ?? [])
  return {
    lower: Math.min(...ratios.map(({ lower }) => lower)),
    upper: Math.max(...ratios.map(({ upper }) => upper)),
  }
}

export function amountText(all: readonly TimelineSeries[]): string {
  if (all.length === 0) return 'No step is measured yet.'
  const machines = new Set(all.map(({ key }) => key.cpuId))
  return `${all.length} series, ${counted(all.flatMap(({ steps }) => steps).length, 'step')}, ${counted(changesOf(all).length, 'change')} found by two sessions, on ${[...machines].join(', ')}.`
}
