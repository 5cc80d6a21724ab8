import type {
  CombinationRecord,
  CombinedRecord,
  ConclusionRecord,
  MachineRatioRecord,
  UnidentifiedRecord,
} from '@steelyard/record'
import {
  counted,
  type EstimateText,
  formatDuration,
  formatPercent,
  name,
  nameList,
  type Phrase,
  phraseText,
  sanitize,
  shortEstimate,
} from '@steelyard/text'
import { type Block, isNested, type List, note, type RatioLine, type Ratios } from '../document.ts'
import type { Outline } from '../outline.ts'
import { caseName } from '../section.ts'
import { combinationAdvice, conclusionPhrase, type MachineLabel, machineLabels } from './conclusion-text.ts'
import { differencePhrases } from './differences-text.ts'
import { type ForestRow, forestRows } from './forest-rows.ts'
import { notCombinedPhrases } from './not-combined.ts'

/** What a combination says, the same in every format. */
export interface CombinationDocument {
  readonly title: string
  /** How many records, machines and CPUs. */
  readonly about: Phrase
  readonly blocks: readonly CombinationBlock[]
  /** Every conclusion, with the comparisons that it is of. */
  readonly conclusions: readonly Phrase[]
  readonly differences: List
  readonly notCombined: List
  readonly advice: List
  /** δ as a fraction. */
  readonly threshold: number
  /** Names what was judged. */
  readonly note: string
}

/** What one machine shows in one comparison. */
export interface MachineCell {
  readonly machine: string
  /** Head ÷ base; null where no session counts. */
  readonly ratio: number | null
  /** With its half-width; null where the machine has one session alone. */
  readonly text: EstimateText | null
  /** What the conclusion says of this machine by itself; null where that is open. */
  readonly verdict: 'faster' | 'slower' | 'same' | null
}

/** One comparison: machines with their sessions, what is concluded, and what could not be measured. */
export interface CombinationBlock extends Ratios {
  readonly machines: readonly MachineCell[]
  readonly name: string
  /** What was held against what; empty where the title says it. */
  readonly sides: string
}

const HINT =
  'Thick: a machine, with the variance between its sessions. Thin: a session. Diamond: the mean over CPUs. Dashed: where a CPU that was not measured is expected, or what does not count. ◂ ▸: goes on beyond the picture.'

/** Returns what the report of a combination says. */
export function combinationDocument(unsafe: CombinationRecord): CombinationDocument {
  const combination = sanitize(unsafe)
  const { comparisons, rules } = combination
  const labelOf = machineLabels(combination)
  const shown = shownComparisons(comparisons)
  const sides = new Set(shown.map(({ comparison }) => sidesText(comparison)))
  const suites = new Set(comparisons.map(({ suite }) => suite))
  const blocks = shown.map(each => blockOf(each, labelOf, sides.size > 1, rules.threshold))
  const [side = ''] = sides
  return {
    title: [[...suites].join(', '), ...(sides.size === 1 ? [side] : [])].join(': '),
    about: aboutPhrase(combination),
    blocks,
    conclusions: conclusionsOf(blocks),
    differences: {
      title: 'In what the machines differ: candidates for a cause, not causes',
      items: differencePhrases(combination, labelOf),
    },
    notCombined: { title: 'Not combined', items: notCombinedPhrases(combination) },
    advice: { title: 'What to try', items: advicePhrases(shown, rules.hoursApart) },
    note: noteText(combination),
    threshold: rules.threshold,
  }
}

interface ShownComparison {
  readonly comparison: CombinedRecord
  /** What sets it apart from another of its name; empty where there is none. */
  readonly kind: string
  readonly unidentified: readonly UnidentifiedRecord[]
}

/** What has no machine stands with what has one of the same name, or by itself. */
function shownComparisons(comparisons: readonly CombinedRecord[]): ShownComparison[] {
  const byName = Map.groupBy(comparisons, each => `${caseName(each)} ${sidesText(each)} ${each.metric}`)
  return [...byName.values()].flatMap(alike => {
    const counting = alike.filter(({ machines }) => machines.length > 0)
    const shown = counting.length > 0 ? counting : alike.slice(0, 1)
    return shown.map((comparison, index) => ({
      comparison,
      kind: kindText(comparison, shown),
      unidentified: index === 0 ? alike.flatMap(each => each.unidentified) : [],
    }))
  })
}

/** Returns for example `code 0c4a1642, estimator 1`. */
function kindText({ likeness }: CombinedRecord, alike: readonly CombinedRecord[]): string {
  const { code, estimator, affinity, builds, load, windowNs = null } = likeness
  const told = {
    code: `code ${code?.slice(0, 8) ?? 'unknown'}`,
    estimator: `estimator ${estimator ?? 'unknown'}`,
    affinity: `affinity ${affinity}`,
    builds: `builds ${builds.join(' and ')}`,
    load: `load ${load ?? 'unknown'}`,
    windowNs: windowNs === null ? 'windows of unknown length' : `windows of ${formatDuration(windowNs)}`,
  }
  const fields = Object.keys(told) as (keyof typeof told)[]
  const isShared = (field: keyof typeof told) =>
    new Set(alike.map(each => JSON.stringify(each.likeness[field]))).size === 1
  return fields
    .filter(field => !isShared(field))
    .map(field => told[field])
    .join(', ')
}

function blockOf(
  { comparison, kind, unidentified }: ShownComparison,
  labelOf: MachineLabel,
  hasSides: boolean,
  threshold: number,
): CombinationBlock {
  const rows = forestRows(comparison, unidentified, labelOf)
  const own = caseName(comparison)
  const sides = [...(hasSides ? [sidesText(comparison)] : []), ...(kind === '' ? [] : [kind])].join(', ')
  const title = sides === '' ? own : `${own}, ${sides}`
  const runtime = comparison.head.id.replace(/[@~ ].*$/, '')
  return {
    ...{ title, name: own, sides, label: 'machine, session', threshold, biasAllowance: null, hint: HINT },
    about: conclusionPhrase(comparison, labelOf),
    ratios: rows.map((row): RatioLine => ({ ...row, group: title, runtime, role: null })),
    machines: comparison.machines.map(machine => ({
      machine: labelOf(machine),
      ratio: machine.mean,
      text: machine.ratio && shortEstimate({ ...machine.ratio, n: 0 }),
      verdict: verdictOn(machine, comparison.conclusion),
    })),
    notes: comparison.machines.flatMap(machine =>
      machine.failures.map(({ error }) => ['Failed on ', name(labelOf(machine)), `: ${error}`]),
    ),
    domain: domainOf(rows),
  }
}

/** A machine that does not count has no verdict. */
function verdictOn(machine: MachineRatioRecord, conclusion: ConclusionRecord): MachineCell['verdict'] {
  const { kind, direction, faster = [], slower = [] } = conclusion
  const isAmong = (machines: typeof faster) =>
    machines.some(each => each.cpuId === machine.cpuId && each.installation === machine.installation)
  if (!machine.isUsed) return null
  if (kind === 'same') return 'same'
  if (kind === 'same direction') return direction ?? null
  if (kind !== 'depends') return null
  return isAmong(faster) ? 'faster' : isAmong(slower) ? 'slower' : null
}

/** Between few machines an interval may span decades: a plot shows what was measured, and a little more. */
function domainOf(rows: readonly ForestRow[]): readonly [number, number] {
  const measured = rows.filter(isNested)
  const endsOf = (some: readonly ForestRow[]) =>
    some.flatMap(({ ratio }) => (ratio === null ? [] : [Math.log(ratio.lower), Math.log(ratio.upper)]))
  const core = [0, ...endsOf(measured)]
  const [low, high] = [Math.min(...core), Math.max(...core)]
  const room = Math.max((high - low) / 4, 0.02)
  const all = [...core, ...endsOf(rows)]
  return [Math.exp(Math.max(low - room, Math.min(...all))), Math.exp(Math.min(high + room, Math.max(...all)))]
}

function sidesText({ base, head }: CombinedRecord): string {
  return base.id === head.id
    ? `${head.case} against ${base.case} on ${head.id}`
    : `${head.id} against ${base.id}`
}

function aboutPhrase({ records, machines }: CombinationRecord): Phrase {
  const cpus = new Set(machines.map(({ cpuId }) => cpuId)).size
  const copies = records.filter(({ use }) => use === 'copy').length
  return [
    `${counted(records.length - copies, 'record')}, ${counted(machines.length, 'machine')} with ${counted(cpus, 'CPU')}`,
  ]
}

function advicePhrases(shown: readonly ShownComparison[], hours: number): Phrase[] {
  const advised = shown.flatMap(({ comparison }) => {
    const advice = combinationAdvice(comparison, hours)
    return advice === null ? [] : [{ advice, comparison }]
  })
  return Array.from(
    Map.groupBy(advised, ({ advice }) => advice),
    ([advice, of]) => [
      ...(of.length === shown.length
        ? []
        : [
            ...nameList(Array.from(new Set(of.map(({ comparison }) => caseName(comparison)))), MOST_NAMES),
            ': ',
          ]),
      advice,
    ],
  )
}

function noteText({ rules, comparisons }: CombinationRecord): string {
  const family = comparisons.filter(({ machines }) => machines.length > 0).length
  const metrics = new Set(comparisons.map(({ metric }) => (metric === 'wall' ? 'wall time' : 'CPU time')))
  return [
    `Ratios of ${[...metrics].join(' and ')}, head ÷ base, with 95 % intervals.`,
    `Records of one machine within ${rules.hoursApart} hours are one session.`,
    'The interval of a session is over its launches; that of a machine holds the variance between sessions too, pooled over machines.',
    'Machines of one CPU are averaged first, and CPUs count the same.',
    ...(rules.stoppedOnWidth
      ? [
          'Machines were added until combined ratios were known well enough: their intervals are wider for it.',
        ]
      : []),
    `Threshold ${formatPercent(rules.threshold)}; p-values adjusted by Holm for ${family === 1 ? 'the one comparison' : `all ${family} comparisons`}.`,
  ].join(' ')
}

/** Names in a line of what holds for many comparisons: their blocks have them all. */
const MOST_NAMES = 4

function conclusionsOf(blocks: readonly CombinationBlock[]): Phrase[] {
  const alike = Map.groupBy(blocks, ({ about }) => phraseText(about))
  return [...alike.values()].flatMap(same => {
    const [first] = same
    if (first === undefined) return []
    const names = same.map(({ title }) => title)
    return [[...nameList(names, MOST_NAMES), ': ', ...first.about]]
  })
}

/**
 * Returns what several records say together.
 *
 * @param place of all conclusions together: last where the last line is seen first
 */
export function combinationOutline(combination: CombinationRecord, place: 'first' | 'last'): Outline {
  const document = combinationDocument(combination)
  const { title, about, blocks, conclusions } = document
  const short = { title: 'In short', items: conclusions }
  return {
    title,
    headline: [about],
    blocks: [
      ...(place === 'first' ? [short] : []),
      ...detailBlocks(document),
      ...(place === 'last' && blocks.length > 1 ? [short] : []),
    ],
  }
}

/** Returns all but the conclusions. */
export function detailBlocks(document: CombinationDocument): Block[] {
  const { blocks, differences, notCombined, advice } = document
  return [...blocks, note(document.note), differences, notCombined, advice]
}
