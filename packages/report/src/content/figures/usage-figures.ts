import type { EstimateRecord, UsageRecord } from '@steelyard/record'
import {
  formatCountEstimate,
  formatDurationEstimate,
  formatPercent,
  launchesText,
  type Phrase,
} from '@steelyard/text'
import type { Table } from '../document.ts'
import type { Section } from '../section.ts'
import { type FigureColumn, figuresOf } from './figures.ts'

const PER = 1000

const COUNTS = [
  ['minorFaults', 'faults'],
  ['majorFaults', 'disk faults'],
  ['voluntarySwitches', 'waits'],
  ['involuntarySwitches', 'preempted'],
  ['reads', 'reads'],
  ['writes', 'writes'],
] as const

const ABOUT = `what the kernel counted of all threads, per ${PER} iterations: page faults without and with a read from a disk; times that a thread waited, and that the core was taken from it; system calls that read and write; then the CPU time of one iteration, and the share of it in the kernel`

/** Returns what the kernel counted in a section; null where it was not asked for. */
export function usageFigures(section: Section): Table | null {
  return figuresOf(
    section,
    { title: 'Kernel', about: ABOUT },
    ({ usage }) => usage?.perIteration,
    [
      ...COUNTS.map(
        ([field, heading]): FigureColumn<Counts> => [
          heading,
          ({ [field]: count }) => count && formatCountEstimate(times(count, PER)),
        ],
      ),
      ['CPU time', counts => cpuCells(counts)[0]],
      ['in kernel', counts => cpuCells(counts)[1]],
    ],
    notesOf(section),
  )
}

type Counts = UsageRecord['perIteration']

/** Both kinds together are exact, how they are shared out is not: the sum gets both intervals added, which is wide enough. */
function cpuCells({ userNs, systemNs }: Counts): [string | null, string | null] {
  if (userNs === null || systemNs === null) return [null, null]
  const value = userNs.value + systemNs.value
  if (!(value > 0)) return [null, null]
  const reach = Math.max(0, userNs.upper - userNs.value) + Math.max(0, systemNs.upper - systemNs.value)
  return [
    formatDurationEstimate({ ...userNs, value, lower: value - reach, upper: value + reach }),
    formatPercent(Math.max(0, systemNs.value) / value),
  ]
}

function times({ value, lower, upper }: EstimateRecord, factor: number) {
  return { value: value * factor, lower: lower * factor, upper: upper * factor }
}

function notesOf({ results }: Section): Phrase[] {
  const usages = results.flatMap(({ usage }) => usage ?? [])
  const launches = launchesText(usages.map(usage => usage.launches.length))
  const withCounts = usages.filter(({ perIteration }) => perIteration.minorFaults !== null)
  return [
    [
      `Means over ${launches}, whose times are not kept, with their 95 % intervals. The cost of reading them is subtracted.`,
    ],
    ...(withCounts.length > 0 ? [] : [['This platform does not report such counts without special rights.']]),
    ...(withCounts.some(({ perIteration }) => perIteration.voluntarySwitches === null)
      ? [['Waits and preemptions are missing where a thread has ended: its counts ended with it.']]
      : []),
  ]
}
