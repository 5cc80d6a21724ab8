import { sharedLogRatios } from '@steelyard/analysis'
import {
  biasAllowanceOf,
  inWorkspace,
  measureSuites,
  type NamedSuite,
  neededSeconds,
  type PlannedSuite,
  type Preparation,
  prepareRun,
  type RunOptions,
  type Workspace,
} from '@steelyard/measure'
import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import {
  detectableSlowdown,
  FIRST_LOOK,
  LAG_ONE,
  PLANNED_LAUNCHES,
  type Screened,
  type ScreenRules,
  screen,
  sum,
} from '@steelyard/stats'
import { fetchEvents } from '../../output/fetch-events.ts'
import type { RunContext } from '../../process/run-journal.ts'
import { steelyardVersion } from '../../version.ts'
import { hasLaunches, outcomeOf, type RunOutcome } from '../run/run.ts'

/** Share of false ones among the cases that are suspected. */
const FALSE_DISCOVERY_RATE = 0.2

/** A case has more launches than the fewest while its ratio is not known precisely. */
const MOST_SCREENING_LAUNCHES = 20
/** Launches that the time of the screening is shared over. */
const PLANNED_SCREENING_LAUNCHES = 10
/** Timed batches of each side in a launch of the screening: shorter than in runs, so that a case takes some 10 s. */
const SCREENING_WINDOW_SECONDS = 0.12
/** Time of the screening, in that of the fewest launches. */
const SCREENING_ROOM = 2

/** A verdict needs this many where launches are of two kinds. */
const CONFIRMING_LAUNCHES = 2 * PLANNED_LAUNCHES
const CONFIRMING_LOOKS = { first: CONFIRMING_LAUNCHES, planned: CONFIRMING_LAUNCHES, lagOne: LAG_ONE }
/** Time of the confirmation, in that of the fewest launches for a verdict: some 25 s a case. */
const CONFIRMING_ROOM = 3

export interface GatedCase extends Omit<Screened, 'test'> {
  readonly suite: string
  readonly case: string
  readonly params: ComparisonRecord['params']
  readonly launches: number
  /** A fraction; null where it was not tested. */
  readonly detectable: number | null
  /** The comparison of fresh launches; null where it was not suspected, or could not be measured again. */
  readonly confirmation: ComparisonRecord | null
}

export interface GateOutcome {
  readonly base: string
  readonly head: string
  readonly cases: readonly GatedCase[]
  /** Files that could not be loaded, a sentence each. */
  readonly problems: readonly string[]
  readonly gaps: readonly GateGap[]
  readonly rules: ScreenRules
  readonly screening: RunRecord
  /** Null where nothing was suspected. */
  readonly confirmation: RunRecord | null
}

/** A case that runs on one of the two sides alone. */
export interface GateGap extends CaseKey {
  /** Id of the side that cannot run it. */
  readonly target: string
  readonly reason: string
}

interface GateContext extends RunContext {
  progress(text: string): void
}

interface GatedPair extends CaseKey {
  /** Number of its group among the groups of its suite. */
  readonly index: number
  /** Log ratios of launches that both sides have; none where a side was lost, or did no work. */
  readonly logRatios: readonly number[]
}

/**
 * Screens every case for slowdowns with few launches, and measures suspects again.
 *
 * @returns the records alone after an interruption: nothing is decided
 * @throws UsageError when it cannot run as asked
 */
export async function gate(
  options: RunOptions,
  context: GateContext,
  onPrepared: (preparation: Preparation) => void,
): Promise<GateOutcome | { readonly records: readonly RunRecord[] }> {
  const { signal } = context
  const records: RunRecord[] = []
  const outcome = await inWorkspace(signal, async (workspace): Promise<GateOutcome | null> => {
    const preparation = await prepareRun(options, workspace, signal, fetchEvents(signal))
    if (preparation === null) return null
    onPrepared(preparation)
    const all = withGroups(preparation, (_, group) => group.length > 1)
    const first = await measureStage('screening', all, screeningOf(all, options), workspace, context)
    if (first === null) return null
    records.push(first.record)
    if (signal.aborted) return null
    const rules: ScreenRules = {
      falseDiscoveryRate: FALSE_DISCOVERY_RATE,
      threshold: options.rules.threshold,
      biasAllowance: biasAllowanceOf(preparation.calibration, options.rules.metric),
      confirmingLaunches: CONFIRMING_LAUNCHES,
    }
    const pairs = pairsOf(first, options)
    const logRatios = pairs.map(pair => pair.logRatios)
    const screened = screen(logRatios, rules)
    const suspects = pairs.filter((_, index) => screened[index]?.isSuspected)
    if (suspects.length > 0) {
      const suspected = withGroups(all, (name, _, index) =>
        suspects.some(one => one.suite === name && one.index === index),
      )
      const again = confirmationOf(suspected, options)
      const second = await measureStage('confirming', suspected, again, workspace, context)
      if (second !== null) records.push(second.record)
      if (signal.aborted) return null
    }
    const [screening, confirmation = null] = records
    if (screening === undefined) throw new Error('a screening was made')
    const [base = '', head = ''] = preparation.targets.map(({ id }) => id)
    const cases = pairs.flatMap((pair, index) => {
      const found = screened[index]
      return found ? [gatedCase(pair, found, pairs.length, rules, confirmation)] : []
    })
    const { problems } = preparation
    const gaps = gapsOf(preparation)
    return { base, head, cases, problems, gaps, rules, screening, confirmation }
  })
  return outcome ?? { records }
}

function gapsOf({ suites, targets }: Preparation): GateGap[] {
  return suites.flatMap(({ loaded, plan }) => {
    const suite = loaded.description.name
    const sides = Map.groupBy(plan.unsupported, ({ contender: { caseId, params } }) =>
      keyOf({ suite, case: caseId, params }),
    )
    return Array.from(sides.values()).flatMap(([one, other]) => {
      if (one === undefined || other !== undefined) return []
      const { caseId, params, target } = one.contender
      return [{ suite, case: caseId, params, target: targets[target]?.id ?? '', reason: one.reason }]
    })
  })
}

/** Leaves out other groups, which have nothing to be compared with or are of no interest. */
function withGroups(
  preparation: Preparation,
  isWanted: (suite: string, group: PlannedSuite['plan']['groups'][number], index: number) => boolean,
): Preparation {
  const suites = preparation.suites.flatMap(suite => {
    const { name } = suite.loaded.description
    const groups = suite.plan.groups.filter((group, index) => isWanted(name, group, index))
    const contenders = [...new Set(groups.flat())]
    return groups.length === 0 ? [] : [{ ...suite, plan: { ...suite.plan, groups, contenders } }]
  })
  return { ...preparation, suites }
}

interface Stage {
  readonly options: RunOptions
  /** Time of all its files together. */
  readonly timeSeconds: number
}

/** Only the widths of intervals decide how many launches a case has. */
function screeningOf(preparation: Preparation, options: RunOptions): Stage {
  const { time, rules } = options
  const stopping = {
    minimumLaunches: FIRST_LOOK,
    maximumLaunches: MOST_SCREENING_LAUNCHES,
    precision: rules.precision,
  }
  const windowSeconds = time.windowSeconds ?? SCREENING_WINDOW_SECONDS
  const launches = PLANNED_SCREENING_LAUNCHES
  const own = { ...options, time: { ...time, quick: true, windowSeconds, stopping, launches } }
  return {
    options: own,
    timeSeconds: time.timeSeconds ?? SCREENING_ROOM * secondsOf(preparation.suites, own),
  }
}

function confirmationOf(preparation: Preparation, options: RunOptions): Stage {
  // Launches that stalls make void are made again.
  const stopping = {
    minimumLaunches: CONFIRMING_LAUNCHES,
    maximumLaunches: 2 * CONFIRMING_LAUNCHES,
    precision: null,
  }
  // The confirmation has other orders and cores than the screening.
  const rules = { ...options.rules, seed: options.rules.seed + 1 }
  const time = { ...options.time, stopping, launches: CONFIRMING_LAUNCHES, looks: CONFIRMING_LOOKS }
  const own = { ...options, rules, time }
  return { options: own, timeSeconds: CONFIRMING_ROOM * secondsOf(preparation.suites, own) }
}

/** Returns the seconds in which every file has its launches. */
function secondsOf(suites: readonly PlannedSuite[], options: RunOptions): number {
  return sum(suites.map(({ plan, loaded }) => neededSeconds(plan, loaded.description, options)))
}

/**
 * Measures files one after another. Each has its share of the time that is left, so that what one leaves over is there for
 * the others.
 *
 * @returns null when the signal came before anything was measured
 */
async function measureStage(
  what: string,
  preparation: Preparation,
  { options, timeSeconds }: Stage,
  workspace: Workspace,
  { command, signal, journal, progress }: GateContext,
): Promise<RunOutcome | null> {
  const beginning = { startedAt: new Date().toISOString(), steelyard: steelyardVersion(), journal }
  const endMs = performance.now() + 1000 * timeSeconds
  const files = preparation.suites
  const suites: NamedSuite[] = []
  for (const [index, one] of files.entries()) {
    const leftSeconds = Math.max(0, endMs - performance.now()) / 1000
    const share = secondsOf([one], options) / secondsOf(files.slice(index), options)
    const runs = await measureSuites(
      { ...preparation, suites: [one] },
      { ...options, time: { ...options.time, timeSeconds: share * leftSeconds } },
      workspace,
      signal,
      (name, { launchesDone, launchesExpected }) =>
        progress(
          `${what} ${name} (file ${index + 1} of ${files.length}): launch ${launchesDone + 1} of ${launchesExpected}`,
        ),
      journal,
    )
    suites.push(...runs.map(({ suite }) => suite))
    if (signal.aborted) break
  }
  if (signal.aborted && !suites.some(hasLaunches)) return null
  return outcomeOf(command, options, preparation, suites, { ...beginning, signal })
}

function pairsOf({ suites, record }: RunOutcome, { rules: { metric } }: RunOptions): GatedPair[] {
  return suites.flatMap(({ name, plan, measured }) =>
    measured.groups.map((group, index): GatedPair => {
      const { caseId = '', params = {} } = plan.groups[index]?.[0] ?? {}
      const [base, head] = group
      // What was lost, or did no work, is not compared.
      const isWhole = group.every(one =>
        record.results.some(
          result =>
            result.status === 'ok' &&
            result.target === record.targets[one.plan.target]?.id &&
            keyOf(result) === keyOf({ suite: name, case: one.plan.caseId, params: one.plan.params }),
        ),
      )
      const logRatios = isWhole && base && head ? sharedLogRatios({ base, head }, metric) : []
      return { suite: name, index, case: caseId, params, logRatios }
    }),
  )
}

type CaseKey = Pick<GatedCase, 'suite' | 'case' | 'params'>

function keyOf({ suite, case: caseId, params }: CaseKey): string {
  return JSON.stringify([suite, caseId, params])
}

function gatedCase(
  { index: _, logRatios, ...key }: GatedPair,
  { test, ...found }: Screened,
  pairs: number,
  rules: ScreenRules,
  confirmation: RunRecord | null,
): GatedCase {
  return {
    ...key,
    launches: logRatios.length,
    ...found,
    detectable: test && detectableSlowdown(test, pairs, rules),
    confirmation: confirmation?.comparisons.find(one => keyOf(one) === keyOf(key)) ?? null,
  }
}
