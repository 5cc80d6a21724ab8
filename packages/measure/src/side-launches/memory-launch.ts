import { type ContenderProcess, LaunchError } from '@steelyard/launcher'
import type { MemoryRecord } from '@steelyard/record'
import type { Collection } from '@steelyard/runners'
import { drained } from '../engine-logs/log-observer.ts'
import { iterationsFor, type KnownContender, runUntimed } from '../functions/known-contender.ts'
import { type LaunchContext, targetOf } from '../launch/launch-context.ts'
import { settledCpuOf } from '../launch/window-sampler.ts'
import { type ExternalGrowth, memoryOf } from './memory-figures.ts'
import { inSideLaunch, moveToAll } from './probe.ts'

/** Work between two readings of the trace, long compared with a message; short where readings date the end of a cycle. */
const CHUNK_NS = { heap: 5e6, all: 2e6 }

/** The collections to observe; observation ends after this many times the time for it. */
const WANTED_CHUNKS = 24
const WANTED_COLLECTIONS = 10
const MOST_TIMES = 4

const EXTERNAL_PROBES = 10

/**
 * Runs a contender alone in a process that reports every collection, and returns what it allocates and what is collected.
 * Its times are not used. LaunchError when it is lost.
 */
export async function launchForMemory(
  known: KnownContender,
  timeNs: number,
  context: LaunchContext,
): Promise<MemoryRecord> {
  const { heapTrace, name } = targetOf(known.plan, context).runner
  if (heapTrace === undefined) {
    throw new LaunchError('unsupported', `cannot be traced: ${name} reports no collections`)
  }
  const read = heapTrace.reader()
  let seen: Collection[] = []
  const onLine = (line: string) => {
    const collection = read(line)
    if (collection !== null) seen.push(collection)
  }
  /** Returns the collections since the last call, in their order. */
  const take = async () => {
    await drained()
    const taken = seen
    seen = []
    return taken
  }
  return inSideLaunch(known, context, { trace: { flags: heapTrace.flags, onLine } }, async process => {
    // With room for its helpers, a pause is not made longer by them.
    await moveToAll(process, context)
    const collect = async () => {
      await process.exchange({ type: 'heap', collect: true })
      // Some of it runs concurrently with the program.
      settledCpuOf(process)
      return take()
    }
    await take()
    const before = await collect()
    const iterationsAsked = iterationsFor(known, CHUNK_NS[heapTrace.counts])
    let iterations = 0
    const cpuBefore = cpuTimes(process)
    const chunks = []
    for (let [spentNs, count] = [0, 0]; !isEnough(chunks.length, count, spentNs / timeNs); ) {
      const { iterationsRun, hostNs } = await runUntimed(process, iterationsAsked)
      iterations += iterationsRun
      const collections = await take()
      chunks.push(collections)
      spentNs += hostNs
      count += collections.length
    }
    const cpuAfter = cpuTimes(process)
    const last = await collect()
    const iterationsPerChunk = iterations / chunks.length
    const external = await externalOf(process, take, iterationsBetween(chunks, iterationsPerChunk))
    const channelNs = chunks.length * known.channelCpuNs
    return memoryOf({
      counts: heapTrace.counts,
      iterationsPerChunk,
      chunks,
      first: before.at(-1) ?? null,
      last,
      external,
      ...timesBetween(cpuBefore, cpuAfter, channelNs),
      hasRoom: context.cores.length !== 1,
    })
  })
}

/** Returns how many iterations are likely to pass without a collection. */
function iterationsBetween(chunks: readonly (readonly Collection[])[], iterationsPerChunk: number): number {
  const iterations = iterationsPerChunk * chunks.length
  return Math.max(1, Math.floor(Math.min(iterationsPerChunk, iterations / (4 * (chunks.flat().length + 1)))))
}

/** Finds out what iterations add outside of the heap as long as nothing is collected. */
async function externalOf(
  process: ContenderProcess,
  take: () => Promise<readonly Collection[]>,
  mostIterations: number,
): Promise<ExternalGrowth> {
  const { name, heapTrace } = process.target.runner
  if (heapTrace?.counts === 'all') return { missing: { code: 'counted-as-allocated' } }
  const traced = async () => {
    settledCpuOf(process)
    const { reply } = await process.exchange({ type: 'heap', collect: false })
    return reply.externalBytes
  }
  const bytesPerIteration: number[] = []
  for (let [probe, iterations] = [0, mostIterations]; probe < EXTERNAL_PROBES; probe++) {
    // V8 gives memory back after a collection, at the latest when the next one begins.
    for (let times = 0; times < 2; times++) await process.exchange({ type: 'heap', collect: true })
    const before = await traced()
    if (before === null) return { missing: { code: 'no-external-bytes', runtime: name } }
    await take()
    const { iterationsRun } = await runUntimed(process, iterations)
    const after = await traced()
    if ((await take()).length > 0) iterations = Math.ceil(iterations / 4)
    else if (after !== null) bytesPerIteration.push((after - before) / iterationsRun)
  }
  return { bytesPerIteration }
}

/** @param times how many times the time for it has passed */
function isEnough(chunks: number, collections: number, times: number): boolean {
  const isMuch = chunks >= WANTED_CHUNKS && collections >= WANTED_COLLECTIONS
  return times >= (isMuch ? 1 : MOST_TIMES)
}

function cpuTimes(process: ContenderProcess) {
  return { cpuNs: settledCpuOf(process), ...process.scheduling.times() }
}

type CpuTimes = ReturnType<typeof cpuTimes>

function timesBetween(before: CpuTimes, after: CpuTimes, channelNs: number): CpuTimes {
  const between = (field: keyof CpuTimes, lessNs: number) => {
    const [from, to] = [before[field], after[field]]
    return from === null || to === null ? null : Math.max(0, to - from - lessNs)
  }
  const [cpuNs, mainCpuNs] = [between('cpuNs', channelNs), between('mainCpuNs', channelNs)]
  // While it waits, threads of its own may have the core.
  const helpersNs = cpuNs === null || mainCpuNs === null ? 0 : Math.max(0, cpuNs - mainCpuNs)
  return { cpuNs, mainCpuNs, waitedNs: between('waitedNs', helpersNs) }
}
