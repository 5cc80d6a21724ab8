import type { ComparisonRecord, EventsRecord } from '@steelyard/record'
import {
  formatPercent,
  formatRatio,
  joinPhrases,
  launchesText,
  NAME,
  name,
  type Phrase,
  SIGNS,
} from '@steelyard/text'
import { areApart } from './intervals.ts'
import type { Section } from './section.ts'
import { sharingNote } from './sharing-note.ts'
import { stallNotes } from './stall-note.ts'
import { listed, onTarget, subject, subjectRatio } from './subject.ts'

/** Returns the rule of a suite's verdicts and what its intervals cover; null when nothing was measured. */
export function scaleNote(sections: readonly Section[]): string | null {
  const comparisons = sections.flatMap(section => section.comparisons)
  const results = sections.flatMap(section => section.results)
  const estimates = [
    ...results.flatMap(({ wallNs, cpuNs }) => [wallNs, cpuNs]),
    ...comparisons.map(comparison => comparison.ratio),
  ].filter(estimate => estimate !== null)
  if (estimates.length === 0) return null
  const levels = distinct(estimates.map(each => formatPercent(each.level)))
  return [
    ...rules(comparisons),
    `${levels} intervals over ${launchesText(estimates.map(({ n }) => n))}`,
  ].join(', ')
}

export function notesOf(section: Section): Phrase[] {
  return [...ratioNotes(section), eventsNote(section)].filter(note => note !== null)
}

export function ratioNotes(section: Section): Phrase[] {
  return [
    tailNote(section),
    contendedNote(section),
    ...stallNotes(section),
    sharingNote(section),
    controlNote(section),
  ].filter(note => note !== null)
}

function tailNote({ comparisons }: Section): Phrase | null {
  const found = comparisons.filter(comparison => comparison.inTail)
  if (found.length === 0) return null
  const medians = found.map(comparison => {
    const { medianRatio } = comparison
    const ratio = medianRatio === null ? '' : `, median ${formatRatio(medianRatio)}`
    return [...subject(comparison), ratio]
  })
  const meaning = ` in the tail: sums and medians disagree, so the cost hits few batches, as a collector does. `
  return [SIGNS.tail, meaning, ...joinPhrases(medians, '; ')]
}

/** Returns which ratios would be others without the batches that shared their core; null when none would. */
function contendedNote({ comparisons }: Section): Phrase | null {
  const found = comparisons.flatMap(comparison => {
    const without = comparison.uncontendedRatio
    const timed = (comparison.asTimed ?? comparison).ratio
    return without !== null && areApart(timed, without) ? [{ comparison, without }] : []
  })
  if (found.length === 0) return null
  const ratios = found.map(({ comparison, without }) => subjectRatio(comparison, without))
  return ['Without the batches that shared their core with other work: ', ...joinPhrases(ratios, '; ')]
}

/** Returns what engines did in the timed part of traced launches, the most unrest first; null for nothing. */
function eventsNote({ results }: Section): Phrase | null {
  const found = results
    .flatMap(({ events, ...result }) => (events && eventsText(events) !== '' ? [{ ...result, events }] : []))
    .toSorted((a, b) => unrest(b.events) - unrest(a.events))
  if (found.length === 0) return null
  const shown = found.map(result => [...onTarget(result), `: ${eventsText(result.events)}`])
  return ['In the timed part of a traced launch: ', ...listed(shown)]
}

function unrest({ batches, tierUps, deoptimisations }: EventsRecord): number {
  return (tierUps.batches + deoptimisations.batches) / batches
}

function eventsText({ batches, tierUps, deoptimisations, collections }: EventsRecord): string {
  const counted = [
    { what: 'GC', in: collections },
    { what: 'optimised code left', in: deoptimisations },
    { what: 'functions optimised', in: tierUps },
  ].filter(each => each.in.batches > 0)
  return counted.map(each => `${each.what} in ${each.in.batches} of ${batches} batches`).join(', ')
}

/** Returns how the copies of the bases stood to them; null when none were made. */
export function controlNote({ comparisons }: Section): Phrase | null {
  const controlled = new Map(
    comparisons.flatMap(({ control, base, baseCase }) =>
      control === null ? [] : [[`${baseCase} on ${base}`, control] as const],
    ),
  )
  if (controlled.size === 0) return null
  const outcomes = Array.from(controlled, ([subject, { ratio, passed }]) => [
    name(subject),
    ratio === null ? ' was lost' : ` ${formatRatio(ratio)}`,
    passed ? '' : ', failed',
  ])
  return ['Control, each base against a copy of itself: ', ...joinPhrases(outcomes, '; ')]
}

function rules(comparisons: readonly ComparisonRecord[]): string[] {
  if (comparisons.length === 0) return []
  return [
    `Ratios of ${distinct(comparisons.map(clockText))}`,
    `threshold ${distinct(comparisons.map(each => formatPercent(each.threshold)))}`,
    `bias allowance ${distinct(comparisons.map(each => formatPercent(each.biasAllowance) + biasKindText(each)))} (${distinct(comparisons.map(biasSourceText))})`,
  ]
}

export function clockText({ metric }: Pick<ComparisonRecord, 'metric'>): string {
  return metric === 'wall' ? 'wall time' : 'CPU time'
}

function biasSourceText({ biasSource, metric }: ComparisonRecord): string {
  if (biasSource === 'measured') return 'measured here'
  return `assumed: ${NAME} doctor measures ${metric === 'wall' ? 'it' : 'that of wall time'}`
}

/** Whose allowance it is, where the doctor distinguished kinds of work. */
function biasKindText({ biasKind }: ComparisonRecord): string {
  return biasKind === null ? '' : ` for ${biasKind}`
}

/** Returns each text once, `5 % and 10 %`. */
export function distinct(texts: readonly string[]): string {
  return Array.from(new Set(texts)).join(' and ')
}
