import type { MemoryRecord } from '@steelyard/record'
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
import { type FigureColumn, figuresOf, missingNotes } from './figures.ts'

const ABOUT =
  'allocated per iteration, on the heap and outside of it; minor and full collections, and time paused for them, per 1000 iterations; the longest pause; heap left after a full collection; of the CPU time, what the main thread spent in pauses, and all other threads, which also compile'

/** Returns what was allocated and collected in a section; null when not measured. */
export function memoryFigures(section: Section): Table | null {
  const bytes = (value: number | null) => (value === null ? null : formatBytes(value))
  const perThousand = (value: number, { iterations }: MemoryRecord) => (1000 * value) / iterations
  const pauses = (heading: string, nsOf: (memory: MemoryRecord) => number): FigureColumn<MemoryRecord> => [
    heading,
    memory => (memory.missing.pauses === undefined ? formatDuration(nsOf(memory)) : null),
    'pauses',
  ]
  const share = (value: number | undefined) => (value === undefined ? null : formatPercent(value))
  const columns: FigureColumn<MemoryRecord>[] = [
    ['allocated', ({ bytesPerIteration }) => bytes(bytesPerIteration), 'bytesPerIteration'],
    [
      'outside',
      ({ externalBytesPerIteration }) => bytes(externalBytesPerIteration),
      'externalBytesPerIteration',
    ],
    ['minor', memory => formatCount(perThousand(memory.minor.count, memory))],
    ['full', memory => formatCount(perThousand(memory.full.count, memory))],
    pauses('paused', memory => perThousand(memory.minor.pauseTotalNs + memory.full.pauseTotalNs, memory)),
    pauses('longest', ({ minor, full }) => Math.max(minor.pauseLongestNs ?? 0, full.pauseLongestNs ?? 0)),
    ['left', ({ heapAfterFullBytes }) => bytes(heapAfterFullBytes), 'heapAfterFullBytes'],
    ['GC', ({ cpuShare }) => share(cpuShare?.collectorMain), 'cpuShare'],
    ['others', ({ cpuShare }) => share(cpuShare?.helperThreads), 'cpuShare'],
  ]
  const missing = missingNotes(section, columns, ({ memory }) => memory?.missing ?? {})
  return figuresOf(section, { title: 'Memory', about: ABOUT }, ({ memory }) => memory, columns, [
    ...countsNote(section),
    ...missing,
  ])
}

/** Names the engines that count differently. */
function countsNote({ results }: Section): Phrase[] {
  const targets = new Set(results.flatMap(({ memory, target }) => (memory?.counts === 'all' ? [target] : [])))
  if (targets.size === 0) return []
  const text =
    " 'allocated' and 'left' hold memory outside of the heap too, such as the contents of an ArrayBuffer; elsewhere they do not."
  return [['On ', ...nameList([...targets]), text]]
}
