import type { CombinationRecord } from '@steelyard/record'
import {
  counted,
  formatPercent,
  joinPhrases,
  name,
  nameList,
  type Phrase,
  phraseText,
  sanitize,
} from '@steelyard/text'
import { isNested, note, type RatioLine, type Ratios } from '../document.ts'
import { MACHINE_FACTS } from '../machine-text.ts'
import { runtimeOf } from '../matrix/target-labels.ts'
import { clockText, distinct } from '../note.ts'
import { onlyOne } from '../only-one.ts'
import type { OutlinePage } from '../outline.ts'
import { combinationAdvice, conclusionPhrase, type MachineLabel, machineLabels } from './conclusion-text.ts'
import { forestRows } from './forest-rows.ts'
import { machinesGrid } from './machines-grid.ts'
import { notCombinedPhrases } from './not-combined.ts'
import { type ShownComparison, shownComparisons, sidesText } from './shown-comparison.ts'

const HINT =
  'Thick: a machine, with the variance between its sessions. Thin: a session. Diamond: the mean over CPUs. Dashed: where a CPU that was not measured is expected, or what does not count. ◂ ▸: goes on beyond the picture.'

/** Names in a line of what holds for many comparisons: their blocks have them all. */
const MOST_NAMES = 4

/** Returns what several records say together: comparisons × machines and every conclusion, then each comparison. */
export function combinationPage(unsafe: CombinationRecord): OutlinePage {
  const combination = sanitize(unsafe)
  const { comparisons, machines, records, rules } = combination
  const labelOf = machineLabels(combination)
  const shown = shownComparisons(comparisons)
  const blocks = shown.map(each => ratiosOf(each, labelOf, rules.threshold))
  const suites = new Set(comparisons.map(({ suite }) => suite))
  const sides = onlyOne(comparisons.map(sidesText))
  const title = [[...suites].join(', '), ...(sides === null ? [] : [sides])].join(': ')
  const cpus = new Set(machines.map(({ cpuId }) => cpuId)).size
  const copies = records.filter(({ use }) => use === 'copy').length
  const about = `${counted(records.length - copies, 'record')}, ${counted(machines.length, 'machine')} with ${counted(cpus, 'CPU')}`
  const frame = { title, headline: '', source: about }
  return {
    kicker: 'Over machines',
    title,
    lead: [
      [about],
      { grids: [machinesGrid(shown, labelOf)], id: 'machines', frame, command: null },
      { title: 'In short', items: conclusionsOf(blocks) },
    ],
    outlines: [
      {
        title: 'Each comparison',
        blocks: [
          ...blocks,
          note(noteText(combination)),
          {
            title: 'In what the machines differ: candidates for a cause, not causes',
            items: differencePhrases(combination, labelOf),
          },
          { title: 'Not combined', items: notCombinedPhrases(combination) },
          { title: 'What to try', items: advicePhrases(shown, rules.hoursApart) },
        ],
      },
    ],
    foot: [],
    howToRead: [
      'A ratio is head time ÷ base time. A machine is an installation on a CPU, a session its records of the same hours. Faster and slower hold on every machine that was measured, each by its own test, after correction for all comparisons.',
      'Depends on the machine means faster on one and slower on another, beyond the threshold and beyond chance. Fewer than five CPUs show nothing about machines that were not measured.',
      'Steelyard’s docs/history.md explains the rule.',
    ],
  }
}

export function ratiosIn({ outlines }: OutlinePage): Ratios[] {
  return outlines.flatMap(({ blocks }) => blocks.flatMap(block => ('ratios' in block ? [block] : [])))
}

function ratiosOf(shown: ShownComparison, labelOf: MachineLabel, threshold: number): Ratios {
  const { comparison, name: own, sides } = shown
  const rows = forestRows(comparison, labelOf)
  const title = sides === '' ? own : `${own}, ${sides}`
  const runtime = runtimeOf(comparison.head.id)
  return {
    ...{ title, label: 'machine, session', threshold, biasAllowance: null, hint: HINT },
    about: conclusionPhrase(comparison, labelOf),
    ratios: rows.map(row => ({ ...row, group: title, runtime, role: null })),
    notes: comparison.machines.flatMap(machine =>
      machine.failures.map(({ error }) => ['Failed on ', name(labelOf(machine)), `: ${error}`]),
    ),
    domain: domainOf(rows),
  }
}

/** Between few machines an interval may span decades: a plot shows what was measured, and a little more. */
function domainOf(rows: readonly Pick<RatioLine, 'look' | 'ratio'>[]): readonly [number, number] {
  const endsOf = (some: typeof rows) =>
    some.flatMap(({ ratio }) => (ratio === null ? [] : [Math.log(ratio.lower), Math.log(ratio.upper)]))
  const core = [0, ...endsOf(rows.filter(isNested))]
  const [low, high] = [Math.min(...core), Math.max(...core)]
  const room = Math.max((high - low) / 4, 0.02)
  const all = [...core, ...endsOf(rows)]
  return [Math.exp(Math.max(low - room, Math.min(...all))), Math.exp(Math.min(high + room, Math.max(...all)))]
}

function advicePhrases(shown: readonly ShownComparison[], hours: number): Phrase[] {
  const byAdvice = Map.groupBy(shown, ({ comparison }) => combinationAdvice(comparison, hours))
  return [...byAdvice].flatMap(([advice, alike]): Phrase[] => {
    if (advice === null) return []
    const names = nameList([...new Set(alike.map(each => each.name))], MOST_NAMES)
    return [alike.length === shown.length ? [advice] : [...names, ': ', advice]]
  })
}

function noteText({ rules, comparisons }: CombinationRecord): string {
  return [
    `Ratios of ${distinct(comparisons.map(clockText))}, head ÷ base, with 95 % intervals.`,
    `Records of one machine within ${rules.hoursApart} hours are one session.`,
    'The interval of a session is over its launches; that of a machine holds the variance between sessions too, pooled over machines.',
    'Machines of one CPU are averaged first, and CPUs count the same.',
    ...(rules.stoppedOnWidth
      ? [
          'Machines were added until combined ratios were known well enough: their intervals are wider for it.',
        ]
      : []),
    `Threshold ${formatPercent(rules.threshold)}; p-values adjusted by Holm for ${comparisons.length === 1 ? 'the one comparison' : `all ${comparisons.length} comparisons`}.`,
  ].join(' ')
}

/** Every conclusion once, with the comparisons that it is of. */
function conclusionsOf(blocks: readonly Ratios[]): Phrase[] {
  const alike = Map.groupBy(blocks, ({ about }) => phraseText(about))
  return Array.from(alike.values(), same => {
    const titles = same.map(({ title }) => title)
    return [...nameList(titles, MOST_NAMES), ': ', ...(same[0]?.about ?? [])]
  })
}

const MOST_WORDS = 16

/** Returns in what the machines differ, a line for each fact. */
function differencePhrases({ machines, differences }: CombinationRecord, labelOf: MachineLabel): Phrase[] {
  return differences.map(({ fact, values }) => [
    `${MACHINE_FACTS[fact]}: `,
    ...joinPhrases(
      values.map(({ value, machines: where }) => [
        shortened(value ?? 'unknown'),
        ' on ',
        ...nameList(where.flatMap(index => machines[index] ?? []).map(labelOf), where.length),
      ]),
      '; ',
    ),
  ])
}

function shortened(value: string): string {
  const words = value.split(' ')
  return words.length <= MOST_WORDS
    ? value
    : `${words.slice(0, MOST_WORDS).join(' ')} and ${words.length - MOST_WORDS} more`
}
