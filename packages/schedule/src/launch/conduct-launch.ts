import { type Bracket, type ClockedBatch, clockShares, median, type Random } from '@steelyard/stats'
import type { Pacing } from '../run/pacing.ts'
import type { Batch, Contender, TakeTurns, Turn, UntimedBatch } from './batch.ts'
import { circuit } from './circuit.ts'
import { measureDeadCode } from './dead-code-batches.ts'
import { changedSpeed, steadinessOf } from './steadiness.ts'
import { iterationsPerBatch, NOTHING_NEEDED, type WarmUpNeed, warmUp } from './warm-up.ts'
import { warmUpTurns } from './warm-up-turns.ts'
import type { ContenderLaunch, WarmUp, Window } from './window.ts'

/** A launch that failed because a contender was lost. */
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
const NULL_BATCHES = 5

/** A group with a late change of speed gets another window; a contender that changes in each is never steady. */
const WINDOWS = 3

/** After each the length of the lead-ins is reconsidered. */
const WINDOW_PARTS = 4
/** The largest CPU time of the waiting contenders, as a share of the batches' time. */
const MOST_BACKGROUND = 0.001
/** ÷ the length that they begin with. */
const LONGEST_LEAD_IN = 4

/** Fewer batches cannot show whether a contender kept its speed; long ones, of long iterations or turns, are fewer. */
const MINIMUM_BATCHES = 9
const MINIMUM_LONG_BATCHES = 4
const LONG_BATCH_NS = 40e6

export interface LaunchOptions {
  /** All have started. */
  readonly contenders: readonly Contender[]
  /** Contenders, by index, that share a core and warm up in turn; the lanes warm up in parallel. */
  readonly lanes: readonly (readonly number[])[]
  /** Moves all contenders to the core that they are measured on; called once all are warm. */
  readonly gather: () => Promise<void>
  /** Takes the turns of a window; absent where each contender takes its own. */
  readonly takeTurns?: TakeTurns
  readonly pacing: Pacing
  /** Needs of each contender's first warm-up; none where absent. */
  readonly needs?: readonly WarmUpNeed[]
  readonly random: Random
}

/**
 * Measures the contenders of a group: warm-up of each, null batches, then timed batches in balanced order, equally many
 * of each. When one of them changes its speed, the window is recorded as discarded and the group is measured again. That
 * rule uses each contender's own speed, never the ratio of two. ContenderLost when one of them fails.
 */
export async function conductLaunch(options: LaunchOptions): Promise<ContenderLaunch[]> {
  const contenders = options.contenders.map(namingLosses)
  const discarded: Window[][] = []
  let { lanes, gather, needs = [] } = options
  for (;;) {
    const window = await measureWindow(contenders, { ...options, lanes, gather, needs })
    const changed = window.some(({ wallNs }) => changedSpeed(wallNs))
    if (!changed || discarded.length + 1 === WINDOWS) {
      const takeTurns = options.takeTurns ?? turnsOf(contenders)
      const work = await measureDeadCode(contenders, window, options.pacing, takeTurns)
      return window.map((last, index) => ({
        ...last,
        warmup: { ...last.warmup, state: steadinessOf(last) },
        early: discarded.flatMap(one => one[index] ?? []),
        work: work[index] ?? null,
      }))
    }
    discarded.push(window)
    // From here on the contenders share the core.
    lanes = [contenders.map((_, index) => index)]
    gather = async () => {}
    needs = []
  }
}

async function measureWindow(
  contenders: readonly Contender[],
  { lanes, gather, pacing, needs = [], random, takeTurns = turnsOf(contenders) }: LaunchOptions,
): Promise<Window[]> {
  const warmups: WarmUp[] = []
  await Promise.all(
    lanes.flatMap(lane => {
      const inTurn = warmUpTurns()
      return lane.map(async index => {
        const contender = inTurn(contenderAt(contenders, index))
        try {
          warmups[index] = await warmUpAlone(contender, pacing, needs[index] ?? NOTHING_NEEDED)
        } finally {
          contender.end()
        }
      })
    }),
  )
  await gather()
  const { rounds, turnNs } = roundsOf(warmups, pacing)
  const plans = warmups.map((warmup, contender) => ({
    ...{ warmup, contender },
    leadIn: Math.ceil(pacing.leadInNs / warmup.iterationNs),
    iterations: iterationsPerBatch(warmup.iterationNs, turnNs),
  }))
  // The null batch measures the cost of the channel as in a timed batch, so it follows a lead-in, unless the lead-in takes
  // longer outside of the window than a batch.
  const nullTurns = plans.flatMap(({ warmup: { outsideNs = 0 }, contender, leadIn }) => {
    const nullLeadIn = outsideNs > pacing.turnNs ? 0 : leadIn
    return Array<Turn>(NULL_BATCHES).fill({ contender, leadIn: nullLeadIn, iterations: 0 })
  })
  const first = random.integer(plans.length)
  const turns = plans.map(({ contender, leadIn, iterations }): Turn => ({ contender, leadIn, iterations }))
  const timedTurns = Array.from({ length: rounds }, () =>
    circuit(plans.length, first, random).flatMap(index => turns[index] ?? []),
  ).flat()
  const nullBatches = await takeTurns(nullTurns)
  const timedBatches = await takeInParts(takeTurns, timedTurns)
  return plans.map(({ warmup, contender, iterations }) => {
    const of = (turns: readonly Turn[], batches: readonly Batch[]) =>
      batches.filter((_, at) => turns[at]?.contender === contender)
    const order = timedTurns.flatMap((turn, position) => (turn.contender === contender ? [position] : []))
    return windowOf(warmup, iterations, of(nullTurns, nullBatches), of(timedTurns, timedBatches), order)
  })
}

/**
 * Takes the timed turns of a window in a few parts. What a batch leaves behind is done while another contender has its
 * turn: where that took more of a part than it may, the lead-ins of the next are longer, so that it falls on them.
 */
async function takeInParts(takeTurns: TakeTurns, turns: readonly Turn[]): Promise<readonly Batch[]> {
  const batches: Batch[] = []
  const partLength = Math.ceil(turns.length / WINDOW_PARTS)
  let longer = 1
  for (let at = 0; at < turns.length; at += partLength) {
    const part = turns
      .slice(at, at + partLength)
      .map(turn => (longer === 1 ? turn : { ...turn, leadIn: turn.leadIn * longer }))
    const taken = await takeTurns(part)
    batches.push(...taken)
    if ((backgroundShare(taken) ?? 0) > MOST_BACKGROUND) longer = Math.min(2 * longer, LONGEST_LEAD_IN)
  }
  return batches
}

/** Returns the CPU time of the contenders that waited ÷ the time of the batches; null where it was not read. */
function backgroundShare(batches: readonly Batch[]): number | null {
  const read = batches.filter(({ othersCpuNs = null }) => othersCpuNs !== null)
  const hostNs = read.reduce((sum, batch) => sum + batch.hostNs, 0)
  if (hostNs === 0) return null
  const share = read.reduce((sum, { othersCpuNs }) => sum + (othersCpuNs ?? 0), 0) / hostNs
  return Number(share.toPrecision(3))
}

/** Takes the turns by asking the contenders one by one. */
export function turnsOf(contenders: readonly Contender[]): TakeTurns {
  return async turns => {
    const batches: Batch[] = []
    for (const { contender, leadIn, iterations } of turns) {
      const one = contenderAt(contenders, contender)
      await one.leadIn(leadIn)
      batches.push(await one.run(iterations))
    }
    return batches
  }
}

function windowOf(
  warmup: WarmUp,
  iterations: number,
  nullBatches: readonly Batch[],
  batches: readonly Batch[],
  order: readonly number[],
): Window {
  const nullBatch: Batch = {
    wallNs: median(nullBatches.map(({ wallNs }) => wallNs)),
    hostNs: median(nullBatches.map(({ hostNs }) => hostNs)),
    cpuNs: medianOfKnown(nullBatches.map(({ cpuNs }) => cpuNs)),
    mainCpuNs: medianOfKnown(nullBatches.map(({ mainCpuNs }) => mainCpuNs)),
  }
  // Launches differ by thousands of times a millionth: further digits only lengthen a record.
  const perIteration = (ns: number) => Number((ns / iterations).toPrecision(6))
  return {
    iterationsPerBatch: iterations,
    order,
    wallNs: batches.map(({ wallNs }) => perIteration(wallNs - nullBatch.wallNs)),
    cpuNs: batches.map(({ cpuNs }) =>
      cpuNs === null || nullBatch.cpuNs === null ? null : perIteration(cpuNs - nullBatch.cpuNs),
    ),
    audits: batches.map(({ audit }) => audit ?? null),
    brackets: batches.map(bracketOf),
    warmup,
    nullBatch,
    backgroundShare: backgroundShare(batches),
    clockShares: clockShares(batches.map(asClocked), nullBatches.map(asClocked)),
  }
}

/** Returns the start and end of a batch; null where they were not observed. */
function bracketOf({ wallNs, startedNs, endedNs }: Batch): Bracket | null {
  if (startedNs === undefined || endedNs === undefined) return null
  return { startNs: startedNs, endNs: endedNs, durationNs: wallNs }
}

function asClocked({ wallNs, hostNs, ...seen }: Batch): ClockedBatch {
  const { mainCpuNs = null, mainWaitedNs = null, hostWaitedNs = null } = seen
  return { wallNs, hostNs, mainCpuNs, waitedNs: mainWaitedNs, hostWaitedNs }
}

function medianOfKnown(values: readonly (number | null | undefined)[]): number | null {
  const known = values.flatMap(value => value ?? [])
  return known.length > 0 ? median(known) : null
}

export async function warmUpAlone(
  contender: Pick<Contender, 'warm'>,
  pacing: Omit<Pacing, 'turnNs'>,
  need: WarmUpNeed,
): Promise<WarmUp> {
  const nulls: UntimedBatch[] = []
  for (let i = 0; i < FIRST_NULL_BATCHES; i++) nulls.push(await contender.warm(0))
  // A clock whose error exceeds a null batch may report less than 0.
  const nullNs = Math.max(0, Math.min(...nulls.map(({ wallNs }) => wallNs)))
  const nullOutsideNs = median(nulls.map(({ outsideNs = 0 }) => outsideNs))
  return warmUp(contender, nullNs, pacing, need, nullOutsideNs)
}

/** Names the contender in each of its failures. */
export function namingLosses(contender: Contender, index: number): Contender {
  const named = <T>(reply: Promise<T>): Promise<T> =>
    reply.catch(error => {
      throw new ContenderLost(index, error)
    })
  const runEmpty = contender.runEmpty?.bind(contender)
  return {
    leadIn: iterations => named(contender.leadIn(iterations)),
    warm: iterations => named(contender.warm(iterations)),
    run: iterations => named(contender.run(iterations)),
    ...(runEmpty && { runEmpty: iterations => named(runEmpty(iterations)) }),
    ...(contender.hasWholeCalls && { hasWholeCalls: true as const }),
  }
}

function contenderAt(contenders: readonly Contender[], index: number): Contender {
  const contender = contenders[index]
  if (!contender) throw new RangeError(`no contender ${index} in a group of ${contenders.length}`)
  return contender
}

/**
 * Returns how many rounds come nearest to the timed part, and how long turns fill it exactly where they can be of any
 * length. A round has count−1 batches of each contender.
 */
function roundsOf(warmups: readonly WarmUp[], { turnNs, batchNs, leadInNs, timedNs }: Pacing) {
  // The lead-in of a turn starts and ends the window too.
  const longestNs = Math.max(
    ...warmups.map(({ iterationNs, outsideNs = 0 }) => Math.max(turnNs, iterationNs) + 2 * outsideNs),
  )
  const fewest = longestNs > LONG_BATCH_NS ? MINIMUM_LONG_BATCHES : MINIMUM_BATCHES
  const perRound = Math.max(1, warmups.length - 1)
  const wanted = timedNs / (longestNs + leadInNs)
  const rounds = Math.max(Math.ceil(fewest / perRound), Math.round(wanted / perRound))
  const fillingNs = Math.max(batchNs, timedNs / (rounds * perRound) - leadInNs)
  return { rounds, turnNs: longestNs > turnNs ? turnNs : fillingNs }
}
