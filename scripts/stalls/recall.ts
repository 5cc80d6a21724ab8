import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type CoreMeter, type MeterKind, moveProcess, pinPrefix } from '../../packages/launcher/src/index.ts'
import { claimsOf, latenessOf, type Random, type Span, stallsOf } from '../../packages/stats/src/index.ts'
import { type StallMaker, stall } from './stall-makers.ts'

export interface RecallOptions {
  readonly maker: StallMaker
  readonly kind: MeterKind
  readonly periodNs: number
  readonly seconds: number
  readonly core: number
  /** For everything else. */
  readonly otherCores: readonly number[]
  readonly random: Random
}

/** What a meter saw of the gaps that a spinning process had on the same core. */
export interface Recall {
  readonly options: RecallOptions
  /** Of the meter; null where it may not be of the wanted one. */
  readonly kind: MeterKind | null
  readonly watchedNs: number
  readonly thresholdNs: number
  readonly ordinaryNs: number
  readonly classes: readonly RecallClass[]
  /** Of claims outside of every gap. */
  readonly falseNs: number
  readonly claimedNs: number
  readonly stalls: number
}

export interface RecallClass {
  readonly fromNs: number
  readonly toNs: number
  readonly gaps: number
  readonly lostNs: number
  readonly claimedNs: number
}

/** Shorter gaps are the meter's own and the kernel's. */
const SHORTEST_GAP_NS = 3e4

const CLASSES_NS = [1e5, 3e5, 1e6, 3e6, 1e7, 3e7, Number.POSITIVE_INFINITY]

/** Stalls a spinner and the meter on one core, and returns what the meter saw of it. */
export async function recallOf(meter: CoreMeter, options: RecallOptions): Promise<Recall> {
  const { maker, kind, periodNs, seconds, core, otherCores, random } = options
  const spinner = spawnSpinner(core, seconds + 1)
  await once(spinner.stdout, 'data')
  await moveProcess(process.pid, otherCores)
  const started = await meter.start(core, { kind, periodNs })
  if (started.kind === null) throw new Error(started.why)
  const processes = [spinner.pid ?? 0]
  await stall(maker, { core, processes, thread: started.thread }, seconds, random)
  const readings = await meter.stop()
  const { gaps } = await spinner.result
  const lateness = readings && latenessOf(readings)
  if (!readings || !lateness) throw new Error('the meter saw nothing')
  const watched = { startNs: readings.sleptNs[0] ?? 0, endNs: readings.wokeNs.at(-1) ?? 0 }
  const inWatch = gaps
    .map(([startNs, endNs]) => ({ startNs, endNs }))
    .filter(({ startNs, endNs }) => startNs >= watched.startNs && endNs <= watched.endNs)
  const stalls = stallsOf(readings, lateness)
  const claims = claimsOf(stalls, inWatch, watched).map(claim => claim?.ns ?? 0)
  const claimedNs = sum(stalls.map(lengthOf))
  return {
    options,
    kind: readings.kind,
    watchedNs: lengthOf(watched),
    ...lateness,
    claimedNs,
    falseNs: claimedNs - sum(claims),
    stalls: stalls.length,
    classes: CLASSES_NS.slice(1).map((toNs, index) => {
      const fromNs = CLASSES_NS[index] ?? 0
      const of = inWatch.flatMap((gap, at) =>
        lengthOf(gap) >= fromNs && lengthOf(gap) < toNs
          ? [{ gapNs: lengthOf(gap), claimNs: claims[at] ?? 0 }]
          : [],
      )
      return {
        ...{ fromNs, toNs, gaps: of.length },
        lostNs: sum(of.map(({ gapNs }) => gapNs)),
        claimedNs: sum(of.map(({ claimNs }) => claimNs)),
      }
    }),
  }
}

function spawnSpinner(core: number, seconds: number) {
  const file = fileURLToPath(new URL('spinner.ts', import.meta.url))
  const [command = process.execPath, ...args] = [
    ...pinPrefix(core),
    process.execPath,
    file,
    ...[seconds, SHORTEST_GAP_NS].map(String),
  ]
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.setEncoding('utf8').on('data', part => {
    text += part
  })
  const result = once(child, 'close').then((): { gaps: [number, number][] } =>
    JSON.parse(text.slice(text.indexOf('\n') + 1)),
  )
  return { pid: child.pid, stdout: child.stdout, result }
}

function lengthOf({ startNs, endNs }: Span): number {
  return endNs - startNs
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
