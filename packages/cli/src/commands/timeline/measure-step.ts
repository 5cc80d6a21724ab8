import { candidatesOf, sharedLaunches } from '@steelyard/analysis'
import { bareRun, NotRunningError, type RunOptions } from '@steelyard/measure'
import type {
  ResultRecord,
  RunRecord,
  SeriesKey,
  TimelineGap,
  TimelineLine,
  TimelineRelease,
  TimelineStep,
} from '@steelyard/record'
import { inLineUnits, keyText, STEP_LAUNCHES } from '@steelyard/report'
import { WINDOW_NS } from '@steelyard/schedule'
import { errorText } from '@steelyard/text'
import { caught } from '../../process/as-usage.ts'
import type { RunContext } from '../../process/run-journal.ts'
import { type RunOutcome, run } from '../run/run.ts'
import type { Track, TrackRelease } from './tracks.ts'

/** One suite on releases that share launches, with the cases that are wanted of them. */
export interface StepTask {
  readonly track: Track
  readonly keys: readonly SeriesKey[]
  /** Two to four in their order: each is compared with the one before it. */
  readonly releases: readonly TrackRelease[]
  /** Whether the step is a change whose cause is wanted. */
  readonly isCause: boolean
}

export interface StepContext extends RunContext {
  readonly seed: number
  readonly onLaunch: (launches: number) => void
}

/** Reasons for which the numbers of a step may not be used; none of them reads what was found. */
const FAULTS: ReadonlySet<string> = new Set([
  'never steady',
  'clocks disagree',
  'zero variance',
  'too few launches',
])

/** Measures a step to its last launch: lines of each case, and gaps where it cannot run. Null when the signal came. */
export async function measureStep(task: StepTask, context: StepContext): Promise<TimelineLine[] | null> {
  const { seed, onLaunch } = context
  const stopping = { minimumLaunches: STEP_LAUNCHES, maximumLaunches: STEP_LAUNCHES }
  const time = { windowSeconds: WINDOW_NS / 1e9, stopping }
  const targets = task.releases.map(({ target }) => target)
  const options = stepRun(task, targets, { rules: { seed }, time })
  const events = {
    progress: (_: string, { launchesDone }: { readonly launchesDone: number }) => onLaunch(launchesDone),
  }
  const outcome = await run(context, options, events).catch(caught(NotRunningError))
  if (outcome instanceof NotRunningError) return notRunning(context, task, options, outcome)
  if (outcome === null || outcome.record.status === 'partial') return null
  return task.keys.flatMap(key => linesOf(key, task, outcome))
}

/** Returns a run of the cases of a step on these targets, each compared with the first. */
export function stepRun(
  { track, keys }: StepTask,
  runtimes: readonly string[],
  how: Parameters<typeof bareRun>[0],
): RunOptions {
  const cases = keys.map(key => key.case)
  const params = paramWords(track)
  return bareRun({ ...how, selection: { suites: [track.word], cases, runtimes, by: 'targets', params } })
}

export function paramWords({ params }: Track): string[] {
  return Object.entries(params).map(([name, value]) => `${name}=${value}`)
}

/** Returns a gap for the release whose binary does not run on this machine. */
async function notRunning(
  context: RunContext,
  { keys, releases }: StepTask,
  options: RunOptions,
  why: NotRunningError,
): Promise<TimelineGap[]> {
  const gaps: TimelineGap[] = []
  for (const { target, version, date } of releases) {
    const alone = { ...options, selection: { ...options.selection, runtimes: [target] } }
    const dry = { dryRun: true, save: false }
    const found = await run(context, alone, {}, dry).catch(caught(NotRunningError))
    if (!(found instanceof NotRunningError)) continue
    gaps.push(...keys.map(key => gapOf(key, { version, date, engine: null }, now(), found.message)))
  }
  if (gaps.length === 0) throw why
  return gaps
}

export function gapOf(key: SeriesKey, release: TimelineRelease, at: string, gap: string): TimelineGap {
  return { ...key, release, at, gap }
}

export function now(): string {
  return toSeconds(new Date().toISOString())
}

function toSeconds(instant: string): string {
  return `${instant.slice(0, 19)}Z`
}

function linesOf(key: SeriesKey, { releases }: StepTask, { record, suites }: RunOutcome): TimelineLine[] {
  const at = toSeconds(record.finishedAt)
  const sides = releases.map(({ version, date }, index) => {
    const { id = '', engine = null } = record.targets[index] ?? {}
    const release = { version, engine: engine ? `${engine.name} ${engine.version}` : null, date }
    const result = record.results.find(one => one.target === id && isOf(one, key))
    const gap = result === undefined ? null : gapReason(result)
    const wasTimed = result === undefined || result.status === 'ok'
    const fault = wasTimed ? faultIn(record, key, id) : (result.error?.code ?? result.status)
    return { index, release, gap, fault }
  })
  const gaps = sides.flatMap(({ release, gap }) => (gap === null ? [] : [gapOf(key, release, at, gap)]))
  const able = sides.filter(({ gap }) => gap === null)
  const contenders = suites
    .flatMap(({ measured }) => measured.contenders)
    .filter(({ plan }) => isOf({ case: plan.caseId, params: plan.params }, key))
  const { biasAllowance = 0 } = record.comparisons.find(one => isOf(one, key)) ?? {}
  const steps = able.slice(1).flatMap((to, place): TimelineStep[] => {
    const from = able[place]
    const [base, head] = [from, to].map(side => contenders.find(({ plan }) => plan.target === side?.index))
    if (!from || !base || !head) return []
    const shared = sharedLaunches({ base, head })
    const { isCorrected, without, stated } = candidatesOf(shared, 'wall', STEP_LAUNCHES)
    const { logRatios, driftingShare } = stated
    // Stalls that follow a side may be its own, and are missing in the ratio without stalls.
    const stallFault = isCorrected && without?.record.follow === true ? 'stalls unlike' : null
    const fault = from.fault ?? to.fault ?? stallFault ?? (logRatios.length === 0 ? 'no ratio' : null)
    const logs = inLineUnits(logRatios)
    return [{ ...key, base: from.release, head: to.release, at, logs, driftingShare, biasAllowance, fault }]
  })
  return [...gaps, ...steps]
}

/** Returns why a release cannot run a case; null where it can: what ran once and was lost later is a fault of that session. */
export function gapReason({ status, error, launches }: ResultRecord): string | null {
  const isLostLater = error?.code === 'lost' && launches.length > 0
  if (status === 'ok' || isLostLater || error?.code === 'not-measured') return null
  return errorText(error) || status
}

/** Why the times of a release may not be used, by its comparison with the first; null where they may. */
function faultIn({ comparisons }: RunRecord, key: SeriesKey, target: string): string | null {
  const { reason = null } = comparisons.find(one => one.head === target && isOf(one, key)) ?? {}
  return reason !== null && (FAULTS.has(reason) || reason.startsWith('lost:')) ? reason : null
}

function isOf(one: Pick<SeriesKey, 'case' | 'params'>, key: SeriesKey): boolean {
  return keyText({ ...key, case: one.case, params: one.params }) === keyText(key)
}
