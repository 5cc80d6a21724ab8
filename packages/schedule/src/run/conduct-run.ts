import {
  type Estimate,
  halfWidth,
  type LaunchSamples,
  launchesNeeded,
  launchRatio,
  looksBimodal,
  type Metric,
  type Random,
  ratioFromLogs,
  standardDeviation,
} from '@steelyard/stats'
import { isVoid, type Window } from '../launch/window.ts'

export interface Stopping {
  /** The fewest launches for a verdict: no group stops before, unless the time is up. */
  readonly minimumLaunches: number
  /** A group stops at this many. */
  readonly maximumLaunches: number
  /** Wanted half-width of every ratio, as a fraction. */
  readonly precision: number
  readonly timeNs: number
  /** End of groups with fewer launches than a verdict needs; `timeNs` if absent. */
  readonly latestNs?: number
  /**
   * Returns after each launch, from the log ratios of all launches of a group, whether the group stops. Only for a
   * search, whose interim analyses are planned and have their alpha; estimates stop by the other rules alone.
   */
  readonly isSettled?: (launches: readonly PairLogs[]) => boolean
}

/** The samples of each member of a group in one launch, the base first; `lost` for one without any more. */
export type GroupSamples = readonly ((LaunchSamples & Pick<Window, 'stalls'>) | 'lost')[]

/** For each pair of a group log(head ÷ base) in one launch; null for none this time, `lost` for none any more. */
export type PairLogs = readonly (number | null | 'lost')[]

export interface RunOptions {
  /** For each group how many of its pairs get a verdict. */
  readonly pairs: readonly number[]
  readonly stopping: Stopping
  /** The clock whose ratios have to be precise. */
  readonly metric: Metric
  readonly random: Random
  /** Nanoseconds since some fixed moment. */
  readonly now: () => number
  /**
   * Conducts one launch of a group and returns its samples; null when the group can give no more.
   */
  readonly launch: (group: number, launch: number) => Promise<GroupSamples | null>
  /** Called before each launch. */
  readonly onProgress?: (progress: Progress) => void
  /** No launch is begun after it. */
  readonly signal?: AbortSignal
}

export interface Progress {
  readonly launchesDone: number
  /** Number of all launches expected now. */
  readonly launchesExpected: number
  readonly elapsedNs: number
  readonly remainingNs: number
  /** What is known so far of each group's pairs, null for one without an interval; absent before the first launch. */
  readonly ratios?: readonly (readonly (Estimate | null)[])[]
}

/** As in the rules of verdicts. */
const LAUNCHES_WHEN_BIMODAL = 20

/** Why a run ended. */
export type RunEnd = 'precision' | 'time' | 'aborted'

interface GroupState {
  readonly index: number
  /** Per pair, one log ratio a launch. */
  readonly logRatios: number[][]
  /** Pairs that get no more samples. */
  readonly lost: Set<number>
  readonly pairLogs: PairLogs[]
  launches: number
  /** Of these, the ones that stalls of the core took too much of. */
  voidLaunches: number
  spentNs: number
  exhausted: boolean
}

/**
 * Launches the groups until every ratio is precise enough or the time is up. All groups that are not done take turns in
 * random order, so that drift of the machine affects all alike and no noisy one uses up the others' time. Only the widths
 * of intervals end a group: results never influence when a run stops.
 */
export async function conductRun(options: RunOptions): Promise<RunEnd> {
  const { stopping, now, random, signal } = options
  const startNs = now()
  const states = options.pairs.map(
    (pairs, index): GroupState => ({
      index,
      logRatios: Array.from({ length: pairs }, () => []),
      lost: new Set(),
      pairLogs: [],
      launches: 0,
      voidLaunches: 0,
      spentNs: 0,
      exhausted: false,
    }),
  )
  let sweep: GroupState[] = []
  for (;;) {
    if (signal?.aborted) return 'aborted'
    const open = states.filter(state => !isDone(state, stopping))
    if (open.length === 0) return 'precision'
    sweep = sweep.filter(state => open.includes(state))
    if (sweep.length === 0) sweep = random.shuffle(open)
    const elapsedNs = now() - startNs
    const state = sweep.find(candidate => elapsedNs + expectedNs(candidate) <= endNs(candidate, stopping))
    if (!state) return 'time'
    sweep = sweep.filter(other => other !== state)
    options.onProgress?.(progressOf(states, stopping, elapsedNs))
    await launchOnce(state, options)
  }
}

async function launchOnce(state: GroupState, { launch, metric, now, stopping }: RunOptions): Promise<void> {
  const beganNs = now()
  const samples = await launch(state.index, state.launches)
  const logRatios = samples === null ? null : pairLogs(samples, metric)
  state.launches++
  if (samples?.some(one => one !== 'lost' && isVoid(one))) state.voidLaunches++
  state.spentNs += now() - beganNs
  if (logRatios !== null) state.pairLogs.push(logRatios)
  if (logRatios === null || stopping.isSettled?.(state.pairLogs)) state.exhausted = true
  logRatios?.forEach((logRatio, pair) => {
    if (logRatio === 'lost') state.lost.add(pair)
    else if (logRatio !== null) state.logRatios[pair]?.push(logRatio)
  })
}

/** Returns log(head ÷ base) of each head in one launch. */
function pairLogs([base, ...heads]: GroupSamples, metric: Metric): PairLogs {
  return heads.map(head =>
    head === 'lost' || base === 'lost' || base === undefined
      ? 'lost'
      : launchRatio(head, base, metric).ofSums,
  )
}

/** Launches that a verdict may count: stalls took too much of the others, whichever side they fell on. */
function soundLaunches({ launches, voidLaunches }: GroupState): number {
  return launches - voidLaunches
}

function isDone(state: GroupState, { minimumLaunches, maximumLaunches, precision }: Stopping): boolean {
  if (state.exhausted || state.launches >= maximumLaunches) return true
  if (soundLaunches(state) < minimumLaunches || widest(state) > precision) return false
  // Bimodal launches get no verdict before there are twenty.
  return soundLaunches(state) >= LAUNCHES_WHEN_BIMODAL || !waiting(state).some(looksBimodal)
}

/** Returns when the last launch of a group has to end. */
function endNs(state: GroupState, { minimumLaunches, timeNs, latestNs = timeNs }: Stopping): number {
  return soundLaunches(state) < minimumLaunches ? latestNs : timeNs
}

/** Half-width of the widest ratio of a group; 0 for a group without pairs. */
function widest(state: GroupState): number {
  const widths = waiting(state).map(logs => {
    const ratio = ratioFromLogs(logs)
    return ratio === null ? Number.POSITIVE_INFINITY : halfWidth(ratio)
  })
  return Math.max(0, ...widths)
}

/** The log ratios of the pairs that are not lost. */
function waiting({ logRatios, lost }: GroupState): number[][] {
  return logRatios.filter((logs, pair) => logs.length > 0 && !lost.has(pair))
}

/** Mean time of the group's launches so far. */
function expectedNs({ launches, spentNs }: GroupState): number {
  return launches === 0 ? 0 : spentNs / launches
}

function progressOf(states: readonly GroupState[], stopping: Stopping, elapsedNs: number): Progress {
  const launchesDone = states.reduce((sum, { launches }) => sum + launches, 0)
  const wanted = states.reduce((sum, state) => sum + launchesInTheEnd(state, stopping), 0) - launchesDone
  const leftNs = Math.max(0, stopping.timeNs - elapsedNs)
  if (launchesDone === 0) {
    return { launchesDone, launchesExpected: wanted, elapsedNs, remainingNs: leftNs }
  }
  const launchNs = elapsedNs / launchesDone
  const launchesLeft = Math.max(1, Math.min(wanted, Math.floor(leftNs / launchNs)))
  return {
    launchesDone,
    launchesExpected: launchesDone + launchesLeft,
    elapsedNs,
    remainingNs: Math.min(launchesLeft * launchNs, leftNs),
    ratios: states.map(({ logRatios }) => logRatios.map(ratioFromLogs)),
  }
}

/** Returns the forecast of a group's launches, if the time allows and the spread stays as it is. */
function launchesInTheEnd(state: GroupState, stopping: Stopping): number {
  const { minimumLaunches, maximumLaunches, precision } = stopping
  if (isDone(state, stopping)) return state.launches
  const least = Math.max(state.launches + 1, minimumLaunches)
  const needed = waiting(state)
    .filter(logs => logs.length > 1)
    .map(logs =>
      launchesNeeded({ standardDeviation: standardDeviation(logs), halfWidth: precision, launches: least }),
    )
  return Math.min(Math.max(least, ...needed), maximumLaunches)
}
