import type { AllocationSiteRecord, AllocationsRecord, EstimateRecord, ResultRecord } from '@steelyard/record'
import {
  formatBytes,
  formatBytesEstimate,
  formatPercent,
  launchesText,
  name,
  type Phrase,
} from '@steelyard/text'
import { type Field, headingsOf, type Table } from '../document.ts'
import type { Section } from '../section.ts'
import { figureRows, slowdownText } from './figures.ts'
import { placeText } from './place-text.ts'

const HEADINGS = ['as timed', 'not inlined', 'share of that']

const ABOUT =
  'bytes that each function allocates on the heap in an iteration, without what it calls. As timed, an inlined function counts as the one around it. Not inlined, each counts as itself'

/** Smallest share of what a contender allocates, in either kind of launches. */
const LEAST_SHARE = 0.01
const MOST_SITES = 10

/** Returns which functions allocate in a section; null where it was not asked for. */
export function allocationFigures(section: Section): Table | null {
  return figureRows(
    section,
    { title: 'Allocation sites', about: ABOUT, headings: headingsOf(['function'], HEADINGS) },
    ({ target, allocations }) => allocations && rowsOf(target, allocations),
    sampledNotes(section.results),
  )
}

function rowsOf(target: string, whole: AllocationsRecord): Field[][] {
  const cellsOf = ({ bytesPerIteration, plainBytesPerIteration }: Bytes) => [
    bytesPerIteration && formatBytesEstimate(bytesPerIteration),
    plainBytesPerIteration && formatBytesEstimate(plainBytesPerIteration),
    shareText(plainBytesPerIteration, whole.plainBytesPerIteration),
  ]
  return [
    [[name(`${target} in all`)], ...cellsOf(whole)],
    ...whole.sites
      .filter(site => isShown(site, whole))
      .slice(0, MOST_SITES)
      .map(site => [[name(`${target} ${placeText(site)}`)], ...cellsOf(site)]),
  ]
}

type Bytes = Pick<AllocationSiteRecord, 'bytesPerIteration' | 'plainBytesPerIteration'>

function isShown(site: Bytes, whole: Bytes): boolean {
  const shareOf = (name: keyof Bytes) => (site[name]?.value ?? 0) / (whole[name]?.value || 1)
  return Math.max(shareOf('bytesPerIteration'), shareOf('plainBytesPerIteration')) >= LEAST_SHARE
}

function shareText(own: EstimateRecord | null, whole: EstimateRecord | null): string | null {
  return own === null || whole === null || !(whole.value > 0) ? null : formatPercent(own.value / whole.value)
}

function sampledNotes(found: readonly ResultRecord[]): Phrase[] {
  const sampled = found.flatMap(({ allocations }) => allocations ?? [])
  const [first] = sampled
  if (first === undefined) return []
  const launches = sampled.flatMap(each =>
    [true, false].map(kind => each.launches.filter(({ isInlined }) => isInlined === kind).length),
  )
  const cost = slowdownText(sampled.flatMap(({ slowdown }) => slowdown ?? []))
  return [
    [
      `Means over ${launchesText(launches)} of each kind, whose times are not kept, with their 95 % intervals. The engine samples one byte in ${formatBytes(first.intervalBytes)}.${cost}`,
    ],
    [
      'Where nothing is inlined an iteration may allocate more, since compilers leave out objects that only inlined functions see.',
    ],
    ['Memory outside of the heap, such as the contents of an ArrayBuffer, is not sampled.'],
  ]
}
