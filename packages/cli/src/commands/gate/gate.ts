import {
  biasAllowanceOf,
  inWorkspace,
  type Preparation,
  prepareRun,
  type RunOptions,
} from '@steelyard/measure'
import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import {
  detectableSlowdown,
  FIRST_LOOK,
  PLANNED_LAUNCHES,
  type Screened,
  type ScreenRules,
  screen,
} from '@steelyard/stats'
import { fetchEvents } from '../../output/fetch-events.ts'
import { type GatedPair, onlyPairs, pairsOf, withPairs } from './gated-pairs.ts'
import { type GateContext, measureStage, stageSeconds } from './measure-stage.ts'

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
/** Time of the confirmation, in that of the fewest launches for a verdict: some 25 s a case. */
const CONFIRMING_ROOM = 3

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
  /** The comparison of fresh launches; null where it was not suspected, or could not be measured again. */
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

/** What a gate had measured when it was interrupted: nothing is decided. */
export interface InterruptedGate {
  readonly records: readonly RunRecord[]
}

/**
 * Screens every case for slowdowns with few launches, and measures what is suspected again.
 *
 * @param onPrepared called before the first launch
 * @throws UsageError when it cannot run as the options say
 */
export async function gate(
  options: RunOptions,
  context: GateContext,
  onPrepared: (preparation: Preparation) => void,
): Promise<GateOutcome | InterruptedGate> {
  const { signal } = context
  const outcome = await inWorkspace(signal, async (workspace): Promise<GateOutcome | InterruptedGate> => {
    const preparation = await prepareRun(options, workspace, signal, fetchEvents(signal))
    if (preparation === null) return { records: [] }
    onPrepared(preparation)
    const all = onlyPairs(preparation)
    const first = await measureStage(screeningOf(all, options), workspace, context)
    if (first === null || signal.aborted) return { records: first === null ? [] : [first.record] }
    const rules = rulesOf(options, preparation)
    const pairs = pairsOf(first, options.rules.metric)
    const screened = screen(
      pairs.map(({ logRatios }) => logRatios),
      rules,
    )
    const suspects = pairs.filter((_, index) => screened[index]?.isSuspected)
    const second =
      suspects.length === 0
        ? null
        : await measureStage(confirmationOf(withPairs(all, suspects), options), workspace, context)
    if (signal.aborted) return { records: [first.record, ...(second === null ? [] : [second.record])] }
    const comparisons = second?.record.comparisons ?? []
    const [base = '', head = ''] = preparation.targets.map(({ id }) => id)
    return {
      base,
      head,
      rules,
      screening: first.record,
      confirmation: second?.record ?? null,
      problems: preparation.problems,
      cases: pairs.map((pair, index) =>
        gatedCase(pair, screened[index], { rules, comparisons, count: pairs.length }),
      ),
    }
  })
  return outcome ?? { records: [] }
}

/** Only the widths of intervals decide how many launches a case has. */
function screeningOf(preparation: Preparation, options: RunOptions) {
  const stopping = {
    minimumLaunches: FIRST_LOOK,
    maximumLaunches: MOST_SCREENING_LAUNCHES,
    precision: options.rules.precision,
  }
  const { timeSeconds } = options.time
  const time = {
    ...options.time,
    quick: true,
    windowSeconds: options.time.windowSeconds ?? SCREENING_WINDOW_SECONDS,
    stopping,
    launches: PLANNED_SCREENING_LAUNCHES,
  }
  const own = { ...options, time }
  return {
    what: 'screening',
    preparation,
    options: own,
    timeSeconds: timeSeconds ?? SCREENING_ROOM * stageSeconds(preparation, own),
  }
}

function confirmationOf(preparation: Preparation, options: RunOptions) {
  const stopping = { minimumLaunches: CONFIRMING_LAUNCHES, maximumLaunches: CONFIRMING_LAUNCHES }
  // The confirmation has other orders and cores than the screening.
  const own = {
    ...options,
    rules: { ...options.rules, seed: options.rules.seed + 1 },
    time: { ...options.time, stopping, launches: CONFIRMING_LAUNCHES },
  }
  return {
    what: 'confirming',
    preparation,
    options: own,
    timeSeconds: CONFIRMING_ROOM * stageSeconds(preparation, own),
  }
}

function rulesOf({ rules: { threshold } }: RunOptions, { calibration }: Preparation): ScreenRules {
  return {
    falseDiscoveryRate: FALSE_DISCOVERY_RATE,
    threshold,
    biasAllowance: biasAllowanceOf(calibration),
    confirmingLaunches: CONFIRMING_LAUNCHES,
  }
}

interface Judged {
  readonly rules: ScreenRules
  readonly comparisons: readonly ComparisonRecord[]
  /** Number of all pairs. */
  readonly count: number
}

function gatedCase(
  { suite, caseId, params, logRatios }: GatedPair,
  screened: Screened | undefined,
  { rules, comparisons, count }: Judged,
): GatedCase {
  const { pValue = null, adjustedPValue = null, isSuspected = false, test = null } = screened ?? {}
  const key = JSON.stringify(params)
  const found = comparisons.find(
    one => one.suite === suite && one.case === caseId && JSON.stringify(one.params) === key,
  )
  return {
    suite,
    case: caseId,
    params,
    launches: logRatios.length,
    pValue,
    adjustedPValue,
    isSuspected,
    detectable: test === null ? null : detectableSlowdown(test, count, rules),
    confirmation: found ?? null,
  }
}
