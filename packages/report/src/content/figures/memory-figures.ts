import type { MemoryRecord } from '@steelyard/record'
import type { Charset } from '@steelyard/text'
import {
  formatBytes,
  formatCount,
  formatDuration,
  formatPercent,
  nameList,
  type Phrase,
} from '@steelyard/text'
import type { Table } from '../document.ts'
import type { Section } from '../section.ts'
import { figuresOf, type Missing, missingNotes } from './figures.ts'

const HEADINGS = ['allocated', 'outside', 'minor', 'full', 'paused', 'longest', 'left', 'GC', 'others']

const ABOUT =
  'allocated per iteration, on the heap and outside of it; minor and full collections, and time paused for them, per 1000 iterations; the longest pause; heap left after a full collection; of the CPU time, what the main thread spent in pauses, and all other threads, which also compile'

/** Fields that can be missing, by the heading of the column. */
const FIELDS: Readonly<Record<string, string>> = {
  bytesPerIteration: 'allocated',
  externalBytesPerIteration: 'outside',
  heapAfterFullBytes: 'left',
  pauses: 'paused, longest',
  cpuShare: 'GC, others',
}

/** Returns what was allocated and collected in a section; null when not measured. */
export function memoryFigures(section: Section, charset: Charset): Table | null {
  return figuresOf(
    section,
    { title: 'Memory', about: ABOUT, headings: HEADINGS },
    ({ memory }) => (memory ? cellsOf(memory, charset) : null),
    [...countsNote(section), ...missingNotes(missingOf(section))],
  )
}

function cellsOf(memory: MemoryRecord, charset: Charset): (string | null)[] {
  const { iterations, minor, full, cpuShare, missing } = memory
  const perThousand = (value: number) => (1000 * value) / iterations
  const longestNs = Math.max(minor.pauseLongestNs ?? 0, full.pauseLongestNs ?? 0)
  const bytes = (value: number | null) => (value === null ? null : formatBytes(value))
  return [
    bytes(memory.bytesPerIteration),
    bytes(memory.externalBytesPerIteration),
    formatCount(perThousand(minor.count)),
    formatCount(perThousand(full.count)),
    ...(missing.pauses === undefined
      ? [perThousand(minor.pauseTotalNs + full.pauseTotalNs), longestNs].map(ns =>
          formatDuration(ns, charset),
        )
      : [null, null]),
    bytes(memory.heapAfterFullBytes),
    ...(cpuShare === null
      ? [null, null]
      : [formatPercent(cpuShare.collectorMain), formatPercent(cpuShare.helperThreads)]),
  ]
}

/** Names the engines that count differently. */
function countsNote({ results }: Section): Phrase[] {
  const targets = new Set(results.flatMap(({ memory, target }) => (memory?.counts === 'all' ? [target] : [])))
  if (targets.size === 0) return []
  const bytes = "'allocated' and 'left' hold"
  return [
    [
      'On ',
      ...nameList([...targets]),
      ` ${bytes} memory outside of the heap too, such as the contents of an ArrayBuffer; elsewhere they do not.`,
    ],
  ]
}

function missingOf({ results }: Section): Missing[] {
  return results.flatMap(result =>
    Object.entries(result.memory?.missing ?? {}).map(([field, why]) => ({
      result,
      what: FIELDS[field] ?? field,
      why,
    })),
  )
}
