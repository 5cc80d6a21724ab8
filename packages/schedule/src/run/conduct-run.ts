import {
  type Candidate,
  decide,
  type Estimate,
  expectedLaunches,
  halfWidth,
  isLook,
  LAUNCHES_WHEN_BIMODAL,
  type LaunchSamples,
  type LaunchState,
  type LookPlan,
  launchesNeeded,
  launchRatio,
  looksBimodal,
  type Metric,
  median,
  type Random,
  type Rules,
  ratioFromLogs,
  standardDeviation,
  unsteadiness,
  unsteadyShares,
} from '@steelyard/stats'
import { isVoid, type WarmUp, type Window } from '../launch/window.ts'

export interface Stopping {
  /** The fewest launches for a verdict: no group stops before, unless the time is up. */
  readonly minimumLaunches: number
  readonly maximumLaunches: number
  /** Wanted half-width of every ratio, as a fraction; null where verdicts alone are wanted. */
  readonly precision: number | null
  readonly timeNs: number
  /** End of groups with fewer launches than a verdict needs; `timeNs` if absent. */
  readonly latestNs?: number
  /** A group whose only launch would end after it has none, but for the very first; absent where each has one anyway. */
  readonly latestFirstNs?: number
  /** Stops a group once its pairs have a verdict, or at its planned launches; absent where a run has no planned looks. */
  readonly verdicts?: LookRules
  /**
   * Returns after each launch whether the group stops, from the log ratios of all its launches, the nanoseconds that they
   * took, and whether too many of them were never steady for a finding. Only for a search, whose interim analyses are
   * planned and have their alpha; estimates stop by the other rules alone.
   */
  readonly isSettled?: (launches: readonly PairLogs[], spentNs: number, isNeverSteady: boolean) => boolean
}

export type LookRules = Rules & { readonly looks: LookPlan }

/** The samples of each member of a group in one launch, the base first; `lost` for one without any more. */
export type GroupSamples = readonly (MemberSamples | 'lost')[]

type MemberSamples = LaunchSamples & Pick<Window, 'stalls'> & Partial<Pick<Window, 'warmup'>>

/** For each pair of a group log(head ÷ base) in one launch; null for none this time, `lost` for none any more. */
export type PairLogs = readonly (number | null | 'lost')[]

export interface RunOptions {
  /** For each group how many of its pairs get a verdict. */
  readonly pairs: readonly number[]
  readonly stopping: Stopping
  /**
   * How many groups take turns; where one ends, or is left open by its first look, the next one begins. The first goes alone
   * to its first look, so that its answer comes soon. All take turns if absent.
   */
  readonly wave?: number
  /** Indices of all groups, those with the first question first; as they are if absent. */
  readonly order?: readonly number[]
  /** The clock whose ratios have to be precise. */
  readonly metric: Metric
  readonly random: Random
  /** Nanoseconds since some fixed moment. */
  readonly now: () => number
  /** Conducts one launch of a group and returns its samples; null when the group can give no more. */
  readonly launch: (group: number, launch: number) => Promise<GroupSamples | null>
  /** Called before each launch. */
  readonly onProgress?: (progress: Progress) => void
  /** No launch is begun after it. */
  readonly signal?: AbortSignal
}

export interface Progress {
  readonly launchesDone: number
  readonly launchesExpected: number
  readonly elapsedNs: number
  readonly remainingNs: number
  /** Index of the group that is launched next. */
  readonly group?: number
  /** What is known so far of each group's pairs; absent before the first launch. */
  readonly pairs?: readonly (readonly PairProgress[])[]
}

export interface PairProgress {
  /** Null without an interval. */
  readonly ratio: Estimate | null
  readonly verdict: 'faster' | 'slower' | 'same' | null
}

/** Why a group got no more launches; `launches`: it had as many as were planned. */
export type GroupStop = 'decided' | 'precise' | 'launches' | 'time' | 'aborted' | 'lost'

export type RunEnd = 'precision' | 'time' | 'aborted'

export interface ConductedRun {
  readonly end: RunEnd
  /** One for each group. */
  readonly stops: readonly GroupStop[]
}

interface GroupState {
  readonly index: number
  readonly pairs: readonly PairState[]
  readonly pairLogs: PairLogs[]
  launches: number
  /** Launches among these in which stalls of the core took too much. */
  voidLaunches: number
  spentNs: number
  /** Set where it can give no more, or a search has what it needs. */
  ended: 'decided' | 'lost' | null
}

interface PairState {
  /** One for each launch. */
  readonly logRatios: number[]
  /** Launches that are sound despite stalls of the core. */
  readonly sound: { readonly logRatio: number; readonly state: LaunchState }[]
  verdict: PairProgress['verdict']
  /** The contender gets no more samples. */
  isLost: boolean
}

/**
 * Launches the groups until what is wanted is known or the time is up: verdicts at planned looks, the precision of every
 * ratio, or both. The groups of a wave take turns in random order, so that drift of the machine affects all alike and no
 * noisy one uses up the others' time.
 */
export async function conductRun(options: RunOptions): Promise<ConductedRun> {
  const { stopping, now, random, signal, wave = options.pairs.length, order } = options
  const { latestFirstNs = Number.POSITIVE_INFINITY } = stopping
  const startNs = now()
  const states = options.pairs.map(newState)
  const queue = order?.flatMap(index => states[index] ?? []) ?? states
  const ended = (end: RunEnd) => ({ end, stops: states.map(state => stopOf(state, stopping, end)) })
  let sweep: GroupState[] = []
  for (;;) {
    if (signal?.aborted) return ended('aborted')
    const open = queue.filter(state => !isDone(state, stopping))
    if (open.length === 0) return ended('precision')
    const inOrder = unseenFirst(open, stopping)
    const isOpening = wave < queue.length && inOrder[0] === queue[0] && !isSeen(queue[0], stopping)
    const inTurn = inOrder.slice(0, isOpening ? 1 : wave)
    sweep = sweep.filter(state => inTurn.includes(state))
    if (sweep.length === 0) sweep = random.shuffle(inTurn)
    const elapsedNs = now() - startNs
    const longestNs = Math.max(0, ...states.filter(isWhole).map(expectedNs))
    const isFirst = states.every(({ launches }) => launches === 0)
    const mayBegin = isFirst || elapsedNs + longestNs <= latestFirstNs
    const fits = (candidate: GroupState) =>
      elapsedNs + expectedNs(candidate) <= endNs(candidate, stopping) && (candidate.launches > 0 || mayBegin)
    const state =
      sweep.find(fits) ?? inTurn.find(fits) ?? open.find(({ launches }) => launches === 0 && mayBegin)
    if (!state) return ended('time')
    sweep = sweep.filter(other => other !== state)
    options.onProgress?.({ ...progressOf(states, stopping, elapsedNs), group: state.index })
    await launchOnce(state, options)
    if (stopping.verdicts && isLookedAt(state, stopping.verdicts)) giveVerdicts(states, stopping.verdicts)
  }
}

/** Whether it lost no contender: a launch that waited for one says nothing of the next. */
function isWhole({ pairs, ended }: GroupState): boolean {
  return ended !== 'lost' && !pairs.some(({ isLost }) => isLost)
}

/** What no look has seen yet is decided most often: what earlier looks left open comes after it. */
function unseenFirst(open: readonly GroupState[], stopping: Stopping): readonly GroupState[] {
  return open.toSorted((a, b) => Number(isSeen(a, stopping)) - Number(isSeen(b, stopping)))
}

/** Whether it had its first look; true of each where no looks are planned. */
function isSeen(state: GroupState | undefined, { verdicts }: Stopping): boolean {
  return !state || !verdicts || soundLaunches(state) >= verdicts.looks.first
}

function newState(pairs: number, index: number): GroupState {
  return {
    index,
    pairs: Array.from({ length: pairs }, () => ({ logRatios: [], sound: [], verdict: null, isLost: false })),
    pairLogs: [],
    launches: 0,
    voidLaunches: 0,
    spentNs: 0,
    ended: null,
  }
}

async function launchOnce(
  state: GroupState,
  { launch, metric, now, signal, stopping }: RunOptions,
): Promise<void> {
  const beganNs = now()
  const samples = await launch(state.index, state.launches)
  const logRatios = samples === null ? null : pairLogs(samples, metric)
  const isSound = !samples?.some(one => one !== 'lost' && isVoid(one))
  state.launches++
  if (!isSound) state.voidLaunches++
  state.spentNs += now() - beganNs
  if (logRatios !== null) state.pairLogs.push(logRatios)
  // What an interruption killed was not lost.
  if (logRatios === null) state.ended = signal?.aborted ? null : 'lost'
  logRatios?.forEach((logRatio, index) => {
    const pair = state.pairs[index]
    if (pair === undefined) return
    if (logRatio === 'lost') pair.isLost = true
    else if (logRatio !== null) {
      pair.logRatios.push(logRatio)
      if (isSound) pair.sound.push({ logRatio, state: worseState(samples?.[0], samples?.[index + 1]) })
    }
  })
  if (logRatios !== null && stopping.isSettled?.(state.pairLogs, state.spentNs, isNeverSteady(state)))
    state.ended = 'decided'
}

function isNeverSteady({ pairs }: GroupState): boolean {
  return pairs.some(
    ({ sound }) => unsteadiness(unsteadyShares(sound.map(({ state }) => state))) === 'never steady',
  )
}

type WarmedUp = LaunchSamples & { readonly warmup?: Pick<WarmUp, 'state'> }

/** Returns the state of a launch that a verdict has to mind. */
export function worseState(...sides: readonly (WarmedUp | 'lost' | undefined)[]): LaunchState {
  const states = sides.map(side => (side === 'lost' ? undefined : side?.warmup?.state))
  return (['never steady', 'drifting'] as const).find(state => states.includes(state)) ?? 'steady'
}

/** Returns log(head ÷ base) of each head in one launch. */
function pairLogs([base, ...heads]: GroupSamples, metric: Metric): PairLogs {
  return heads.map(head =>
    head === 'lost' || base === 'lost' || base === undefined
      ? 'lost'
      : launchRatio(head, base, metric).ofSums,
  )
}

function isLookedAt({ pairs }: GroupState, { looks }: LookRules): boolean {
  return pairs.some(({ sound }) => sound.length > 0 && isLook(looks, sound.length))
}

/** Gives verdicts to all pairs that can have one; by Holm, a look of one pair may decide another. */
function giveVerdicts(states: readonly GroupState[], rules: LookRules): void {
  const pairs = states.flatMap(state => state.pairs)
  const decisions = decide(
    pairs.map(({ sound }) => candidateOf(sound)),
    rules,
  )
  for (const [index, pair] of pairs.entries()) {
    const verdict = decisions[index]?.verdict ?? null
    if (verdict !== 'inconclusive') pair.verdict ??= verdict
  }
}

function candidateOf(sound: PairState['sound']): Candidate {
  return {
    logRatios: sound.map(({ logRatio }) => logRatio),
    medianLogRatios: [],
    driftingShare: 0,
    states: sound.map(({ state }) => state),
  }
}

/** Launches that a verdict may count: stalls took too much of the others, whichever side they fell on. */
function soundLaunches({ launches, voidLaunches }: GroupState): number {
  return launches - voidLaunches
}

function isDone(state: GroupState, stopping: Stopping): boolean {
  const { minimumLaunches, maximumLaunches, precision, verdicts } = stopping
  if (state.ended !== null || state.launches >= maximumLaunches) return true
  const sound = soundLaunches(state)
  if (sound < minimumLaunches || (precision !== null && widest(state) > precision)) return false
  if (verdicts) return sound >= verdicts.looks.planned || openPairs(state).length === 0
  // Bimodal launches get no verdict before there are twenty.
  return sound >= LAUNCHES_WHEN_BIMODAL || !waiting(state).some(looksBimodal)
}

function stopOf(state: GroupState, stopping: Stopping, end: RunEnd): GroupStop {
  const { maximumLaunches, precision, verdicts } = stopping
  if (state.ended !== null) return state.ended
  if (!isDone(state, stopping)) return end === 'aborted' ? 'aborted' : 'time'
  if (precision !== null && state.launches < maximumLaunches) return 'precise'
  return verdicts && openPairs(state).length === 0 ? 'decided' : 'launches'
}

function openPairs({ pairs }: GroupState): PairState[] {
  return pairs.filter(({ verdict, isLost }) => verdict === null && !isLost)
}

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
function waiting({ pairs }: GroupState): number[][] {
  return pairs.flatMap(({ logRatios, isLost }) => (logRatios.length > 0 && !isLost ? [logRatios] : []))
}

/** Mean time of the group's launches so far. */
function expectedNs({ launches, spentNs }: GroupState): number {
  return launches === 0 ? 0 : spentNs / launches
}

function progressOf(states: readonly GroupState[], stopping: Stopping, elapsedNs: number): Progress {
  const launchesDone = states.reduce((sum, { launches }) => sum + launches, 0)
  const inTheEnd = forecast(states, stopping)
  const wanted = inTheEnd.reduce((sum, launches) => sum + launches, 0) - launchesDone
  const ends = states.flatMap(state => (isDone(state, stopping) ? [] : endNs(state, stopping)))
  const leftNs = Math.max(0, ...ends.map(end => end - elapsedNs))
  if (launchesDone === 0) {
    return { launchesDone, launchesExpected: wanted, elapsedNs, remainingNs: leftNs }
  }
  // Groups differ in size: one that was not launched yet counts with the mean launch.
  const launchNs = elapsedNs / launchesDone
  const remainingNs = states.reduce((sum, state, index) => {
    const launches = (inTheEnd[index] ?? 0) - state.launches
    return sum + launches * (state.launches > 0 ? expectedNs(state) : launchNs)
  }, 0)
  const launchesLeft = Math.max(1, Math.min(wanted, Math.floor(leftNs / launchNs)))
  return {
    launchesDone,
    launchesExpected: launchesDone + launchesLeft,
    elapsedNs,
    remainingNs: Math.min(remainingNs, leftNs),
    pairs: states.map(({ pairs }) =>
      pairs.map(({ logRatios, verdict }) => ({ ratio: ratioFromLogs(logRatios), verdict })),
    ),
  }
}

/** Returns how many launches each group will have, if the time allows and the spread stays the same. */
function forecast(states: readonly GroupState[], stopping: Stopping): readonly number[] {
  const ended = states.filter(state => isDone(state, stopping)).map(({ launches }) => launches)
  const typical = ended.length === 0 ? stopping.minimumLaunches : Math.round(median(ended))
  return states.map(state => launchesInTheEnd(state, stopping) ?? Math.max(typical, state.launches + 1))
}

/** Null where the group has too few launches for a forecast. */
function launchesInTheEnd(state: GroupState, stopping: Stopping): number | null {
  const { minimumLaunches, maximumLaunches, precision, verdicts } = stopping
  if (isDone(state, stopping)) return state.launches
  const least = Math.max(state.launches + 1, minimumLaunches)
  const spreads = waiting(state).filter(logs => logs.length > 1)
  if (verdicts && spreads.length === 0) return null
  const forPrecision = spreads.map(logs =>
    precision === null
      ? least
      : launchesNeeded({ standardDeviation: standardDeviation(logs), halfWidth: precision, launches: least }),
  )
  const forVerdicts = verdicts
    ? openPairs(state).map(({ sound }) => expectedLaunches(candidateOf(sound), verdicts))
    : []
  return Math.min(Math.max(least, ...forPrecision, ...forVerdicts), maximumLaunches)
}
