import type { AllocationSiteRecord, AllocationsRecord, EstimateRecord, ResultRecord } from '@steelyard/record'
import { type Charset, formatBytes, formatBytesEstimate, formatPercent, type Phrase } from '@steelyard/text'
import type { Section } from '../section.ts'
import type { Figures, FiguresRow } from './figures.ts'
import { placeText } from './place-text.ts'

const HEADINGS = ['as timed', 'not inlined', 'share of that']

const ABOUT =
  'bytes that each function allocates on the heap in an iteration, without what it calls. As timed, an inlined function counts as the one around it. Not inlined, each counts as itself'

/** Of what a contender allocates, in either kind of launches. */
const LEAST_SHARE = 0.01
const MOST_SITES = 10

/** Returns which functions allocate in a section; null where it was not asked for. */
export function allocationFigures({ results }: Section, charset: Charset): Figures | null {
  const found = results.filter(({ allocations }) => allocations !== null)
  if (found.length === 0) return null
  const blocks = Array.from(
    Map.groupBy(found, result => result.case),
    ([caseId, ofCase]) => ({
      case: caseId,
      rows: ofCase.flatMap(({ target, allocations }) =>
        allocations ? rowsOf(target, allocations, charset) : [],
      ),
    }),
  ).filter(({ rows }) => rows.length > 0)
  return {
    ...{ title: 'Allocation sites', about: ABOUT, headings: HEADINGS, rowHeading: 'function' },
    blocks,
    notes: sampledNotes(found),
  }
}

function rowsOf(target: string, whole: AllocationsRecord, charset: Charset): FiguresRow[] {
  const cellsOf = ({ bytesPerIteration, plainBytesPerIteration }: Bytes) => [
    bytesPerIteration && formatBytesEstimate(bytesPerIteration, charset),
    plainBytesPerIteration && formatBytesEstimate(plainBytesPerIteration, charset),
    shareText(plainBytesPerIteration, whole.plainBytesPerIteration),
  ]
  return [
    { target: `${target} in all`, short: `${target} in all`, cells: cellsOf(whole) },
    ...whole.sites
      .filter(site => isShown(site, whole))
      .slice(0, MOST_SITES)
      .map(site => ({
        target: `${target} ${placeText(site)}`,
        short: `${target} ${placeText({ ...site, source: null })}`,
        cells: cellsOf(site),
      })),
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
  const launches = first.launches.filter(({ isInlined }) => isInlined).length
  const slowdowns = sampled.flatMap(({ slowdown }) => slowdown ?? [])
  const cost =
    slowdowns.length === 0
      ? ''
      : ` Iterations took ${Math.min(...slowdowns).toFixed(2)} to ${Math.max(...slowdowns).toFixed(2)} times as long as in the timed launches.`
  return [
    [
      `Means over ${launches} launches of each kind, whose times are not kept, with their 95 % intervals. The engine samples one byte in ${formatBytes(first.intervalBytes)}.${cost}`,
    ],
    [
      'Where nothing is inlined an iteration may allocate more, since compilers leave out objects that only inlined functions see.',
    ],
    ['Memory outside of the heap, such as the contents of an ArrayBuffer, is not sampled.'],
  ]
}
