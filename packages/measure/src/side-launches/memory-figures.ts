import {
  type CollectionsRecord,
  type MemoryRecord,
  type MissingReason,
  warningRecords,
} from '@steelyard/record'
import type { Collection } from '@steelyard/runners'
import { mean, sum } from '@steelyard/stats'

/** What iterations added outside of the heap, each time that nothing was collected meanwhile; or why that is unknown. */
export type ExternalGrowth =
  | { readonly bytesPerIteration: readonly number[] }
  | { readonly missing: MissingReason }

/** What was seen of one contender, from one full collection that was asked for to the next. */
export interface HeapWindow {
  readonly counts: MemoryRecord['counts']
  /** The mean, where whole calls of a file have another number. */
  readonly iterationsPerChunk: number
  readonly chunks: readonly (readonly Collection[])[]
  /** The collection that was asked for before, the last one if there were more. */
  readonly first: Collection | null
  /** Collections that came when one was requested after the last chunk. */
  readonly last: readonly Collection[]
  readonly external: ExternalGrowth
  /** CPU time of the process and of its main thread in all chunks; null where the platform does not report it. */
  readonly cpuNs: number | null
  readonly mainCpuNs: number | null
  /** Time in which the main thread could have run and another process had its core; null where unavailable. */
  readonly waitedNs: number | null
  /** Whether its helper threads had another core to run on. */
  readonly hasRoom: boolean
}

/** Share of its CPU time. Beyond it, the pauses hold too much of other processes' time to stand for its own. */
const LARGE_WAIT = 0.05

/** The largest relative error of a figure in bytes. */
const LARGEST_ERROR = 0.05

/** Chunks: two standard deviations of a moment that lies anywhere in one, from its middle. */
const END_ERROR = 2 / Math.sqrt(12)

const FEWEST_GROWTHS = 3

/** Returns what a window shows of memory. Unknown figures are null, with the reason. */
export function memoryOf(window: HeapWindow): MemoryRecord {
  const { counts, iterationsPerChunk, chunks, first, last, waitedNs } = window
  const collections = chunks.flat()
  const missing: Record<string, MissingReason> = {}
  const figure = <Value extends object | number>(name: string, value: Value | MissingReason) => {
    if (!isReason(value)) return value
    missing[name] = value
    return null
  }
  const heapAfterFullBytes = last.at(-1)?.afterBytes ?? null
  if (first === null || heapAfterFullBytes === null) {
    missing.heapAfterFullBytes = { code: 'no-asked-collection' }
  }
  const waits = waitsOf(window)
  if (waits !== null) missing.pauses = waits
  return {
    iterations: Math.round(iterationsPerChunk * chunks.length),
    counts,
    bytesPerIteration: figure(
      'bytesPerIteration',
      counts === 'heap' ? bytesBySizes(window) : bytesByRequests(window),
    ),
    externalBytesPerIteration: figure('externalBytesPerIteration', externalBytes(window.external)),
    minor: tally(collections, 'minor'),
    full: tally(collections, 'full'),
    heapAfterFullBytes,
    cpuShare: figure('cpuShare', cpuShareOf(window)),
    waitedNs,
    missing: warningRecords(missing),
  }
}

function isReason(value: object | number): value is MissingReason {
  return typeof value === 'object' && 'code' in value
}

/** What a heap had more of before a collection than after the one before was allocated in between. */
function bytesBySizes({ iterationsPerChunk, chunks, first, last }: HeapWindow): number | MissingReason {
  let after = first?.afterBytes ?? null
  let allocated = 0
  for (const { beforeBytes, afterBytes } of [...chunks.flat(), ...last.slice(0, 1)]) {
    if (after === null || beforeBytes === null) return { code: 'no-heap-size' }
    allocated += beforeBytes - after
    after = afterBytes
  }
  if (first === null || last.length === 0) return { code: 'no-asked-collection' }
  return Math.max(0, allocated / (iterationsPerChunk * chunks.length))
}

/**
 * An engine that reports allocated bytes only when it collects by itself reports whole cycles. There are two estimates,
 * and the one with the smaller error counts. Either each cycle ended in the middle of its chunk. Or, where every cycle
 * is known, what came after the last one was half a cycle.
 */
function bytesByRequests({ iterationsPerChunk, chunks }: HeapWindow): number | MissingReason {
  const { bytes, knownChunks, uncertainEnds } = cyclesOf(chunks)
  const cycles = chunks.flat().map(({ allocatedBytes }) => allocatedBytes)
  const rest = cycles.includes(null) ? Number.POSITIVE_INFINITY : (cycles.at(-1) ?? 0) / 2
  const errorOfEnds = (END_ERROR * Math.sqrt(uncertainEnds)) / knownChunks
  const errorOfRest = rest / bytes
  // Without any cycle of collections both are not a number.
  if (!(Math.min(errorOfEnds, errorOfRest) <= LARGEST_ERROR)) {
    const iterations = Math.round(iterationsPerChunk * chunks.length)
    return { code: 'too-few-collections', collections: cycles.length, iterations }
  }
  return errorOfEnds < errorOfRest
    ? bytes / (knownChunks * iterationsPerChunk)
    : (bytes + rest) / (chunks.length * iterationsPerChunk)
}

/** Returns the bytes of the known cycles, how many chunks they lasted, and how many of their ends are not exact. */
function cyclesOf(chunks: HeapWindow['chunks']) {
  let [bytes, knownChunks, uncertainEnds] = [0, 0, 0]
  let began = 0
  // The first one began with the collection that was asked for.
  let wasKnown = true
  for (const [index, chunk] of chunks.entries()) {
    for (const { allocatedBytes } of chunk) {
      const isKnown = allocatedBytes !== null
      const ended = index + 0.5
      if (isKnown) {
        bytes += allocatedBytes
        knownChunks += ended - began
      }
      // An end that two known cycles share adds no error to their sum.
      if (isKnown !== wasKnown && began > 0) uncertainEnds++
      wasKnown = isKnown
      began = ended
    }
  }
  return { bytes, knownChunks, uncertainEnds: uncertainEnds + (wasKnown ? 1 : 0) }
}

function externalBytes(external: ExternalGrowth): number | MissingReason {
  if ('missing' in external) return external.missing
  const { bytesPerIteration } = external
  if (bytesPerIteration.length < FEWEST_GROWTHS) return { code: 'always-collected' }
  return Math.max(0, mean(bytesPerIteration))
}

function tally(collections: readonly Collection[], kind: Collection['kind']): CollectionsRecord {
  const pauses = collections.filter(each => each.kind === kind).flatMap(({ pausesNs }) => pausesNs)
  return {
    count: collections.filter(each => each.kind === kind).length,
    pauseTotalNs: sum(pauses),
    pauseLongestNs: pauses.length === 0 ? null : Math.max(...pauses),
  }
}

/** Returns why pauses stand for more than the collector; null when they do not, or when that is unknown. */
function waitsOf({ mainCpuNs, waitedNs }: HeapWindow): MissingReason | null {
  if (mainCpuNs === null || waitedNs === null || waitedNs <= LARGE_WAIT * mainCpuNs) return null
  return { code: 'main-thread-waited', waitedShare: waitedNs / mainCpuNs }
}

/** A pause is known by the wall clock: it stands for CPU time only where no other process had the core. */
function cpuShareOf(window: HeapWindow): NonNullable<MemoryRecord['cpuShare']> | MissingReason {
  const { chunks, cpuNs, mainCpuNs, waitedNs, hasRoom } = window
  if (cpuNs === null || mainCpuNs === null || waitedNs === null || cpuNs === 0) {
    return { code: 'no-thread-cpu' }
  }
  if (!hasRoom) return { code: 'helpers-on-one-core' }
  const waits = waitsOf(window)
  if (waits !== null) return waits
  const mainNs = sum(
    chunks.flat().flatMap(({ pausesNs, mainOutsideNs }) => [sum(pausesNs), mainOutsideNs ?? 0]),
  )
  return {
    // In a pause it may also wait for its helpers; it cannot have used more than it did.
    collectorMain: Math.min(mainNs, mainCpuNs) / cpuNs,
    helperThreads: Math.max(0, cpuNs - mainCpuNs) / cpuNs,
  }
}
