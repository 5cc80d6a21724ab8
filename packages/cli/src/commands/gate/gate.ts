import { DEFAULT_BIAS_ALLOWANCE, findingsOf, recordOf } from '@steelyard/analysis'
import {
  inWorkspace,
  type MeasuredSuite,
  MINIMUM_LAUNCHES,
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
import { detectableSlowdown, launchRatio, type Screened, type ScreenRules, screen } from '@steelyard/stats'
import { fetchEvents } from '../../output/fetch-events.ts'
import { earlyEndOf } from '../../process/early-end.ts'
import { steelyardVersion } from '../../version.ts'

/** Share of false ones among the cases that are suspected. */
const FALSE_DISCOVERY_RATE = 0.2

/** A confirmation may go on for so much longer than its launches need, until it is precise. */
const CONFIRMING_ROOM = 2

/** One case that both sides have, and what was found of it. */
export interface GatedCase {
  readonly suite: string
  readonly case: string
  readonly params: ComparisonRecord['params']
  readonly launches: number
  readonly pValue: number | null
  readonly adjustedPValue: number | null
  readonly isSuspected: boolean
  /** A fraction; null where it was not tested. */
  readonly detectable: number | null
  /** Of fresh launches; null where it was not suspected, or could not be measured again. */
  readonly confirmation: ComparisonRecord | null
}

/** What a gate found. */
export interface GateOutcome {
  readonly base: string
  readonly head: string
  readonly cases: readonly GatedCase[]
  /** Files that could not be loaded, a sentence each. */
  readonly problems: readonly string[]
  readonly rules: ScreenRules
  readonly screening: RunRecord
  /** Null where nothing was suspected. */
  readonly confirmation: RunRecord | null
}

/** What a gate reports while it goes on. */
export interface GateEvents {
  prepared(preparation: Preparation): void
  progress(text: string): void
}

/**
 * Screens every case for slowdowns with few launches, and measures what is suspected again.
 *
 * @returns null when the signal came
 * @throws UsageError when it cannot run as the options say
 */
export async function gate(
  command: readonly string[],
  options: RunOptions,
  signal: AbortSignal,
  events: GateEvents,
): Promise<GateOutcome | null> {
  const startedAt = new Date().toISOString()
  return inWorkspace(signal, async workspace => {
    const preparation = await prepareRun(options, workspace, signal, fetchEvents(signal))
    if (preparation === null) return null
    events.prepared(preparation)
    const stage: Stage = { command, workspace, signal, events }
    const pairs = onlyPairs(preparation)
    const first = await measured('screening', pairs, { ...options, quick: true }, 1, stage, startedAt)
    if (first === null) return null
    const rules = rulesOf(options, preparation)
    const groups = first.suites.flatMap(suite =>
      suite.measured.groups.map((group, index) => ({
        suite,
        index,
        logRatios: isWhole(suite, group, first.record) ? logRatiosOf(group, options) : [],
      })),
    )
    const screened = screen(
      groups.map(({ logRatios }) => logRatios),
      rules,
    )
    const suspects = groups.filter((_, index) => screened[index]?.isSuspected)
    const again = chosen(pairs, (suite, index) =>
      suspects.some(one => one.suite.name === suite && one.index === index),
    )
    // Other orders and cores than in the screening.
    const asked = { ...options, seed: options.seed + 1, stopping: {} }
    const second =
      suspects.length === 0
        ? null
        : await measured('confirming', again, asked, CONFIRMING_ROOM, stage, new Date().toISOString())
    if (suspects.length > 0 && second === null) return null
    const comparisons = second?.record.comparisons ?? []
    const [base = '', head = ''] = preparation.targets.map(({ id }) => id)
    return {
      ...{ base, head, rules, screening: first.record, confirmation: second?.record ?? null },
      problems: preparation.problems,
      cases: groups.map(({ suite, index, logRatios }, position) =>
        gatedCase(suite, index, logRatios, screened[position], { rules, comparisons, count: groups.length }),
      ),
    }
  })
}

interface Stage {
  readonly command: readonly string[]
  readonly workspace: Workspace
  readonly signal: AbortSignal
  readonly events: GateEvents
}

function rulesOf({ threshold }: RunOptions, { calibration }: Preparation): ScreenRules {
  return {
    falseDiscoveryRate: FALSE_DISCOVERY_RATE,
    threshold,
    biasAllowance: calibration?.bias.allowance ?? DEFAULT_BIAS_ALLOWANCE,
    confirmingLaunches: MINIMUM_LAUNCHES,
  }
}

/** Suites one after another, each in the time that its launches need; null when the signal came. */
async function measured(
  what: string,
  preparation: Preparation,
  options: RunOptions,
  room: number,
  { command, workspace, signal, events }: Stage,
  startedAt: string,
): Promise<{ readonly suites: readonly NamedSuite[]; readonly record: RunRecord } | null> {
  const suites: NamedSuite[] = []
  for (const [index, one] of preparation.suites.entries()) {
    const { plan, loaded } = one
    const timeSeconds = room * neededSeconds(plan, loaded.description, options)
    const own = { ...options, timeSeconds, isDefaultTime: false }
    const runs = await measureSuites(
      { ...preparation, suites: [one] },
      own,
      workspace,
      signal,
      (name, state) =>
        events.progress(
          `${what} ${name} (file ${index + 1} of ${preparation.suites.length}): launch ${state.launchesDone + 1} of ${state.launchesExpected}`,
        ),
    )
    suites.push(...runs.map(({ suite }) => suite))
    if (signal.aborted) return null
  }
  const earlyEnd = earlyEndOf(signal)
  const findings = findingsOf(suites, preparation.calibration, options, earlyEnd)
  const circumstances = {
    startedAt,
    steelyard: steelyardVersion(),
    earlyEnd,
    suiteCount: suites.length,
    builds: [],
  }
  return { suites, record: recordOf(command, options, preparation, findings, circumstances) }
}

/** Leaves out what has nothing to be compared with. */
function onlyPairs(preparation: Preparation): Preparation {
  const groups = new Set(
    preparation.suites.flatMap(({ plan }) => plan.groups.filter(group => group.length > 1)),
  )
  return withGroups(preparation, ({ plan }) => plan.groups.filter(group => groups.has(group)))
}

function chosen(preparation: Preparation, isChosen: (suite: string, group: number) => boolean): Preparation {
  return withGroups(preparation, ({ plan, loaded }) =>
    plan.groups.filter((_, index) => isChosen(loaded.description.name, index)),
  )
}

function withGroups(
  preparation: Preparation,
  groupsOf: (suite: PlannedSuite) => PlannedSuite['plan']['groups'],
): Preparation {
  const suites = preparation.suites.flatMap(suite => {
    const groups = groupsOf(suite)
    const contenders = [...new Set(groups.flat())]
    return groups.length === 0 ? [] : [{ ...suite, plan: { ...suite.plan, groups, contenders } }]
  })
  return { ...preparation, suites }
}

/** What was lost, or did no work, is not compared. */
function isWhole(
  { name }: NamedSuite,
  group: MeasuredSuite['groups'][number],
  { results, targets }: RunRecord,
): boolean {
  return group.every(({ plan }) =>
    results.some(
      one =>
        one.status === 'ok' &&
        one.suite === name &&
        one.case === plan.caseId &&
        one.target === targets[plan.target]?.id &&
        JSON.stringify(one.params) === JSON.stringify(plan.params),
    ),
  )
}

/** Of launches that both sides have. */
function logRatiosOf([base, head]: MeasuredSuite['groups'][number], { metric }: RunOptions): number[] {
  const bases = new Map(base?.launches.map(launch => [`${launch.group} ${launch.launch}`, launch]))
  return (head?.launches ?? []).flatMap(launch => {
    const other = bases.get(`${launch.group} ${launch.launch}`)
    return other === undefined ? [] : (launchRatio(launch, other, metric).ofSums ?? [])
  })
}

function gatedCase(
  { name, plan }: NamedSuite,
  index: number,
  logRatios: readonly number[],
  screened: Screened | undefined,
  {
    rules,
    comparisons,
    count,
  }: { rules: ScreenRules; comparisons: readonly ComparisonRecord[]; count: number },
): GatedCase {
  const { caseId = '', params = {} } = plan.groups[index]?.[0] ?? {}
  const { pValue = null, adjustedPValue = null, isSuspected = false, test = null } = screened ?? {}
  const key = JSON.stringify(params)
  return {
    ...{ suite: name, case: caseId, params, launches: logRatios.length, pValue, adjustedPValue, isSuspected },
    detectable: test === null ? null : detectableSlowdown(test, count, rules),
    confirmation:
      comparisons.find(
        one => one.suite === name && one.case === caseId && JSON.stringify(one.params) === key,
      ) ?? null,
  }
}
