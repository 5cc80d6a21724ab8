import { gzipSync } from 'node:zlib'
import { sessionSample } from '../../packages/record/src/fixtures/session-sample.ts'
import type { RunRecord } from '../../packages/record/src/index.ts'

export const CPU_IDS = ['zen4-25.17-aaaaaa', 'zen5-26.2-ff4994'] as const

export type CpuId = (typeof CPU_IDS)[number]

/** The true log(head ÷ base) of each case by cpuId, and what must be found. */
export const TRUTH = {
  'arrow-2': { effects: [0.1, -0.27], found: 'depends' },
  'arrow-3': { effects: [0.2, 0.2], found: 'same direction' },
  'function-2': { effects: [-0.15, -0.15], found: 'same direction' },
  'function-3': { effects: [0, 0], found: 'same' },
} as const satisfies Readonly<Record<string, { effects: readonly [number, number]; found: string }>>

const LAUNCHES = 12
const NOISE = 0.004
const HOURS_BETWEEN = 24

/** In the command of what will be gathered: its samples are a machine's own, since copies of samples count once. */
export const GATHERED = '--seed=7'

/** Whose record it is, and of what. */
export interface Origin {
  readonly machine: number
  readonly session: number
  readonly id: string
  readonly command: readonly string[]
}

/** The CPU of a machine: both kinds come in turn. */
export function cpuIdOf(machine: number): CpuId {
  return machine % 2 === 0 ? CPU_IDS[0] : CPU_IDS[1]
}

export function installationOf(machine: number): string {
  return `00000000-0000-4000-8000-${String(machine + 1).padStart(12, '0')}`
}

/**
 * Returns what makes packed records of about a size, which have a known truth. What is long in a record is packed once
 * and for all: to make one takes no time that a worker would miss.
 */
export function recordMaker(packedBytes: number): (origin: Origin) => Buffer {
  const samples = samplesFor(packedBytes)
  const long = new Map<string, Buffer>()
  return ({ machine, session, id, command }) => {
    const cpuId = cpuIdOf(machine)
    const likeness = command.includes(GATHERED) ? machine : 0
    const record = { ...recordOf(cpuId, session, likeness), id, command: [...command] }
    const { results, comparisons, ...short } = record
    const key = `${cpuId} ${session} ${likeness}`
    const packed =
      long.get(key) ?? gzipSync(partText({ results: withSamples(results, samples), comparisons }))
    long.set(key, packed)
    const environment = { ...short.environment, installationId: installationOf(machine) }
    const head = JSON.stringify({ ...short, environment })
    // A file of gzip may have several members, one after the other.
    return Buffer.concat([gzipSync(`${head.slice(0, -1)},`), packed])
  }
}

/** Without the brace that begins it. */
function partText(part: object): string {
  return JSON.stringify(part).slice(1)
}

function recordOf(cpuId: CpuId, session: number, likeness: number): RunRecord {
  const cpu = CPU_IDS.indexOf(cpuId)
  const effects = Object.fromEntries(
    Object.entries(TRUTH).map(([name, { effects: of }]) => [name, of[cpu] ?? 0]),
  )
  const hour = (session - 1) * HOURS_BETWEEN
  const installationId = `likeness ${likeness}`
  return sessionSample({ cpuId, installationId, hour, effects, launches: LAUNCHES, noise: NOISE })
}

/** Both sides get the same noise in each round, so that their ratio stays what it is. */
function withSamples(results: RunRecord['results'], samples: number): RunRecord['results'] {
  return results.map(result => ({
    ...result,
    launches: result.launches.map(launch => {
      const ns = launch.wallNs[0] ?? 1
      const rounds = Array.from({ length: samples }, (_, round) => round)
      const times = rounds.map(round => ns * (1 + noiseOf(launch.launch * 1e4 + round)))
      return { ...lengthened(launch, launch.wallNs.length, rounds), wallNs: times, cpuNs: times }
    }),
  }))
}

/** What there is once for each sample stays so. */
function lengthened<Part>(part: Part, from: number, rounds: readonly number[]): Part {
  if (Array.isArray(part)) {
    return (part.length === from ? rounds.map(round => part[round % from]) : part) as Part
  }
  if (typeof part !== 'object' || part === null) return part
  const members = Object.entries(part).map(([name, value]) => [name, lengthened(value, from, rounds)])
  return Object.fromEntries(members) as Part
}

function noiseOf(place: number): number {
  const value = Math.sin(place + 1) * 1e4
  return (value - Math.floor(value)) / 50
}

function samplesFor(packedBytes: number): number {
  const sizeOf = (samples: number) => {
    const { results, comparisons } = recordOf(CPU_IDS[0], 1, 0)
    return gzipSync(partText({ results: withSamples(results, samples), comparisons })).length
  }
  const [few, many] = [8, 40]
  const perSample = (sizeOf(many) - sizeOf(few)) / (many - few)
  return Math.max(4, Math.round(few + (packedBytes - sizeOf(few)) / perSample))
}
