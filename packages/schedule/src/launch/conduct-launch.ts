import { type ClockedBatch, clockShares, median, type Random } from '@steelyard/stats'
import type { Pacing } from '../run/pacing.ts'
import type { Batch, Contender } from './batch.ts'
import { circuit } from './circuit.ts'
import { changedSpeed } from './speed-change.ts'
import { steadinessOf } from './steadiness.ts'
import { iterationsPerBatch, NOTHING_NEEDED, type WarmUpNeed, warmUp } from './warm-up.ts'
import type { ContenderLaunch, WarmUp, Window } from './window.ts'
import { weighWork } from './work-batches.ts'

/** A contender that was lost in a launch, and the launch with it. */
export class ContenderLost extends Error {
  /** Index in the group. */
  readonly contender: number

  constructor(contender: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'ContenderLost'
    this.contender = contender
  }
}

const FIRST_NULL_BATCHES = 3
const NULL_BATCHES = 9

/** A contender that is optimised late gets another warm-up and another window; after so many it is never steady. */
const WINDOWS = 3

/** With fewer batches nobody can tell whether a contender kept its speed; of very long iterations there are fewer. */
const MINIMUM_BATCHES = 9
const MINIMUM_LONG_BATCHES = 4
const LONG_ITERATION_NS = 50e6

export interface LaunchOptions {
  /** All have started. */
  readonly contenders: readonly Contender[]
  /** Contenders, by index, that warm up one after the other; the lanes do so side by side. */
  readonly lanes: readonly (readonly number[])[]
  /** Brings all contenders together on the core they are weighed on; called once all are warm. */
  readonly gather: () => Promise<void>
  readonly pacing: Pacing
  /** What each contender's first warm-up has to do first; nothing where absent. */
  readonly needs?: readonly WarmUpNeed[]
  readonly random: Random
}

/**
 * Weighs the contenders of a group: warm-up of each, null batches, then timed batches in balanced order, as many of
 * each contender. When one of them changed its speed meanwhile, all of that was warm-up: it is kept beside, and the
 * group is weighed anew. That rule looks at how steady each one is, never at how one stands to another.
 *
 * @throws ContenderLost when one of them fails
 */
export async function conductLaunch(options: LaunchOptions): Promise<ContenderLaunch[]> {
  const contenders = options.contenders.map(namingLosses)
  const windows: Window[][] = []
  let { lanes, gather, needs = [] } = options
  for (;;) {
    const window = await weighOnce(contenders, { ...options, lanes, gather, needs })
    const changed = window.some(({ wallNs }) => changedSpeed(wallNs))
    if (!changed || windows.length + 1 === WINDOWS) {
      const work = await weighWork(contenders, window, options.pacing)
      return window.map((last, index) => ({
        ...last,
        warmup: { ...last.warmup, state: steadinessOf(last) },
        early: windows.flatMap(given => given[index] ?? []),
        work: work[index] ?? null,
      }))
    }
    windows.push(window)
    // They are together now, and warm up one after the other.
    lanes = [contenders.map((_, index) => index)]
    gather = async () => {}
    needs = []
  }
}

async function weighOnce(
  contenders: readonly Contender[],
  { lanes, gather, pacing, needs = [], random }: LaunchOptions,
): Promise<Window[]> {
  const warmups: WarmUp[] = []
  await Promise.all(
    lanes.map(async lane => {
      for (const index of lane) {
        const need = needs[index] ?? NOTHING_NEEDED
        warmups[index] = await warmUpAlone(contenderAt(contenders, index), pacing, need)
      }
    }),
  )
  await gather()
  const weighed = contenders.map(
    (contender, index) => new Weighed(contender, warmups[index] as WarmUp, pacing),
  )
  for (const one of weighed) await one.weighNothing()
  const first = random.integer(weighed.length)
  let position = 0
  for (let round = 0; round < roundsOf(warmups, pacing); round++) {
    for (const index of circuit(weighed.length, first, random)) await weighed[index]?.weigh(position++)
  }
  return weighed.map(one => one.result())
}

/** One contender while its window lasts. */
class Weighed {
  readonly #contender: Contender
  readonly #warmup: WarmUp
  readonly #iterations: number
  readonly #leadIn: number
  readonly #order: number[] = []
  readonly #batches: Batch[] = []
  #nullBatch: Batch = { wallNs: 0, hostNs: 0, cpuNs: null }
  /** On the host's clock, of the null batches. */
  #fastestNullNs = 0

  constructor(contender: Contender, warmup: WarmUp, pacing: Pacing) {
    this.#contender = contender
    this.#warmup = warmup
    this.#iterations = iterationsPerBatch(warmup.iterationNs, pacing.batchNs)
    this.#leadIn = Math.ceil(pacing.leadInNs / warmup.iterationNs)
  }

  /** Finds the cost of the channel under the same circumstances as a timed batch has: after a lead-in. */
  async weighNothing(): Promise<void> {
    const batches: Batch[] = []
    for (let i = 0; i < NULL_BATCHES; i++) {
      await this.#contender.leadIn(this.#leadIn)
      batches.push(await this.#contender.run(0))
    }
    this.#fastestNullNs = Math.min(...batches.map(({ hostNs }) => hostNs))
    this.#nullBatch = {
      wallNs: median(batches.map(({ wallNs }) => wallNs)),
      hostNs: median(batches.map(({ hostNs }) => hostNs)),
      cpuNs: medianOfKnown(batches.map(({ cpuNs }) => cpuNs)),
      mainCpuNs: medianOfKnown(batches.map(({ mainCpuNs }) => mainCpuNs)),
    }
  }

  async weigh(position: number): Promise<void> {
    await this.#contender.leadIn(this.#leadIn)
    this.#batches.push(await this.#contender.run(this.#iterations))
    this.#order.push(position)
  }

  result(): Window {
    const { wallNs: nullWallNs, cpuNs: nullCpuNs } = this.#nullBatch
    return {
      iterationsPerBatch: this.#iterations,
      order: this.#order,
      wallNs: this.#batches.map(({ wallNs }) => (wallNs - nullWallNs) / this.#iterations),
      cpuNs: this.#batches.map(({ cpuNs }) =>
        cpuNs === null || nullCpuNs === null ? null : (cpuNs - nullCpuNs) / this.#iterations,
      ),
      audits: this.#batches.map(({ audit }) => audit ?? null),
      warmup: this.#warmup,
      nullBatch: this.#nullBatch,
      clockShares: clockShares(
        this.#batches.map(asClocked),
        // What is disturbed least is held against what is disturbed least.
        asClocked({ ...this.#nullBatch, hostNs: this.#fastestNullNs }),
      ),
    }
  }
}

function asClocked({ wallNs, hostNs, mainCpuNs = null }: Batch): ClockedBatch {
  return { wallNs, hostNs, mainCpuNs }
}

function medianOfKnown(values: readonly (number | null | undefined)[]): number | null {
  const known = values.flatMap(value => value ?? [])
  return known.length > 0 ? median(known) : null
}

/** Warms a contender up that nobody waits for. */
export async function warmUpAlone(
  contender: Pick<Contender, 'warm'>,
  pacing: Pacing,
  need: WarmUpNeed,
): Promise<WarmUp> {
  const nulls: number[] = []
  for (let i = 0; i < FIRST_NULL_BATCHES; i++) nulls.push(await contender.warm(0))
  // A clock that errs by more than a null batch takes may tell less than nothing.
  return warmUp(contender, Math.max(0, Math.min(...nulls)), pacing, need)
}

/** Says of every failure whose it was. */
function namingLosses(contender: Contender, index: number): Contender {
  const named = <T>(work: Promise<T>): Promise<T> =>
    work.catch(error => {
      throw new ContenderLost(index, error)
    })
  const runEmpty = contender.runEmpty?.bind(contender)
  return {
    leadIn: iterations => named(contender.leadIn(iterations)),
    warm: iterations => named(contender.warm(iterations)),
    run: iterations => named(contender.run(iterations)),
    ...(runEmpty && { runEmpty: iterations => named(runEmpty(iterations)) }),
  }
}

function contenderAt(contenders: readonly Contender[], index: number): Contender {
  const contender = contenders[index]
  if (!contender) throw new RangeError(`no contender ${index} in a group of ${contenders.length}`)
  return contender
}

/** Returns how many rounds fill the timed part: a round has count−1 batches of each contender. */
function roundsOf(warmups: readonly WarmUp[], pacing: Pacing): number {
  const longest = Math.max(pacing.batchNs, ...warmups.map(({ iterationNs }) => iterationNs))
  const fewest = longest > LONG_ITERATION_NS ? MINIMUM_LONG_BATCHES : MINIMUM_BATCHES
  const batches = Math.max(fewest, pacing.timedNs / (longest + pacing.leadInNs))
  return Math.ceil(batches / Math.max(1, warmups.length - 1))
}
