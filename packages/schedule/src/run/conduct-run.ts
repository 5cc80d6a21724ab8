import {
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

export interface Stopping {
  /** No verdict without this many launches, so no group stops before, unless the time is up. */
  readonly minimumLaunches: number
  /** A group stops at this many. */
  readonly maximumLaunches: number
  /** Wanted half-width of every ratio, as a fraction. */
  readonly precision: number
  readonly timeNs: number
  /** A group with fewer launches than a verdict needs may go on until then; at `timeNs` it stops too when left out. */
  readonly latestNs?: number
  /**
   * Says after each launch, told what all launches of a group gave for its pairs, whether the group is to have no more.
   * For a search, whose looks are planned and have their error; whoever estimates stops by the others alone.
   */
  readonly isSettled?: (launches: readonly PairLogs[]) => boolean
}

/** What a launch gave of each member of its group, the base first; `lost` for one that gives nothing any more. */
export type GroupSamples = readonly (LaunchSamples | 'lost')[]

/** One launch: for each pair log(head ÷ base), null for none this time, `lost` for none any more. */
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
   * Conducts one launch of a group and returns what it gave; or null when the group can give nothing more.
   */
  readonly launch: (group: number, launch: number) => Promise<GroupSamples | null>
  /** Told before each launch. */
  readonly onProgress?: (progress: Progress) => void
  /** No launch is begun after it. */
  readonly signal?: AbortSignal
}

export interface Progress {
  readonly launchesDone: number
  /** Expected number of all launches, as far as it is known now. */
  readonly launchesExpected: number
  readonly elapsedNs: number
  readonly remainingNs: number
}

/** By the rule of the verdicts. */
const LAUNCHES_WHEN_BIMODAL = 20

/** Why a run ended. */
export type RunEnd = 'precision' | 'time' | 'aborted'

interface GroupState {
  readonly index: number
  /** Per pair, one log ratio a launch. */
  readonly logRatios: number[][]
  /** Pairs that wait for nothing any more. */
  readonly lost: Set<number>
  readonly given: PairLogs[]
  launches: number
  spentNs: number
  exhausted: boolean
}

/**
 * Launches the groups until every ratio is precise enough or the time is up: all that are not done yet in random
 * order, again and again, so that the hour falls on all alike and no hopeless one eats up the others' time. What is
 * found never decides how long is looked: only widths do.
 */
export async function conductRun(options: RunOptions): Promise<RunEnd> {
  const { stopping, now, random, signal } = options
  const startNs = now()
  const states = options.pairs.map(
    (pairs, index): GroupState => ({
      index,
      logRatios: Array.from({ length: pairs }, () => []),
      lost: new Set(),
      given: [],
      launches: 0,
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
  state.spentNs += now() - beganNs
  if (logRatios !== null) state.given.push(logRatios)
  if (logRatios === null || stopping.isSettled?.(state.given)) state.exhausted = true
  logRatios?.forEach((logRatio, pair) => {
    if (logRatio === 'lost') state.lost.add(pair)
    else if (logRatio !== null) state.logRatios[pair]?.push(logRatio)
  })
}

/** Returns how each head stands to the base of its group in one launch. */
function pairLogs([base, ...heads]: GroupSamples, metric: Metric): PairLogs {
  return heads.map(head =>
    head === 'lost' || base === 'lost' || base === undefined
      ? 'lost'
      : launchRatio(head, base, metric).ofSums,
  )
}

function isDone(state: GroupState, { minimumLaunches, maximumLaunches, precision }: Stopping): boolean {
  if (state.exhausted || state.launches >= maximumLaunches) return true
  if (state.launches < minimumLaunches || widest(state) > precision) return false
  // Launches that look like two kinds get no verdict before there are twenty.
  return state.launches >= LAUNCHES_WHEN_BIMODAL || !waiting(state).some(looksBimodal)
}

/** Returns when the last launch of a group has to end. */
function endNs({ launches }: GroupState, { minimumLaunches, timeNs, latestNs = timeNs }: Stopping): number {
  return launches < minimumLaunches ? latestNs : timeNs
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

/** What a launch of this group takes, from those it has had. */
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
  }
}

/** Returns how many launches a group will have, if the time allows and the spread stays as it is. */
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
