import { sharedPairs, statedCandidate } from '@steelyard/analysis'
import { bareRun, type Journal, NotRunningError, type RunOptions } from '@steelyard/measure'
import type {
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
import { BARE_OUTPUT } from '../../options/run-options.ts'
import { type RunOutcome, run } from '../run/run.ts'
import type { Track, TrackRelease } from './tracks.ts'

/** One suite on two releases, with the cases of which this step is wanted. */
export interface StepTask {
  readonly track: Track
  readonly keys: readonly SeriesKey[]
  readonly base: TrackRelease
  readonly head: TrackRelease
}

/** Reasons for which the numbers of a step may not be used; none of them reads what was found. */
const FAULTS: ReadonlySet<string> = new Set([
  'never steady',
  'clocks disagree',
  'stalls unlike',
  'zero variance',
  'too few launches',
])

/**
 * Measures a step to its last launch and returns its lines, one for each case: a step, or a gap for each release that cannot
 * run it. Null when the signal came.
 */
export async function measureStep(
  command: readonly string[],
  task: StepTask,
  seed: number,
  signal: AbortSignal,
  onLaunch: (launches: number) => void,
  journal: Journal | null,
): Promise<TimelineLine[] | null> {
  const options = stepOptions(task, seed)
  const events = {
    progress: (_: string, { launchesDone }: { readonly launchesDone: number }) => onLaunch(launchesDone),
  }
  const outcome = await run(command, options, signal, events, BARE_OUTPUT, journal).catch(
    (error: unknown) => {
      if (error instanceof NotRunningError) return error
      throw error
    },
  )
  if (outcome instanceof NotRunningError) return notRunning(command, task, options, outcome, signal)
  if (outcome === null || outcome.record.status === 'partial') return null
  return task.keys.flatMap(key => linesOf(key, task, outcome))
}

function stepOptions({ track, keys, base, head }: StepTask, seed: number): RunOptions {
  const params = Object.entries(track.params).map(([name, value]) => `${name}=${value}`)
  return bareRun({
    selection: {
      suites: [track.word],
      cases: keys.map(key => key.case),
      runtimes: [base.target, head.target],
      by: 'targets',
      params,
    },
    rules: { seed },
    time: {
      windowSeconds: WINDOW_NS / 1e9,
      stopping: { minimumLaunches: STEP_LAUNCHES, maximumLaunches: STEP_LAUNCHES },
    },
  })
}

/** Returns a gap for the release whose binary does not run on this machine. */
async function notRunning(
  command: readonly string[],
  { keys, base, head }: StepTask,
  options: RunOptions,
  why: NotRunningError,
  signal: AbortSignal,
): Promise<TimelineGap[]> {
  const gaps: TimelineGap[] = []
  for (const { target, version, date } of [base, head]) {
    const alone = { ...options, selection: { ...options.selection, runtimes: [target] } }
    const dry = { dryRun: true, save: false }
    await run(command, alone, signal, {}, dry).catch((error: unknown) => {
      if (!(error instanceof NotRunningError)) throw error
      gaps.push(...keys.map(key => gapOf(key, { version, date, engine: null }, now(), error.message)))
    })
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

function linesOf(key: SeriesKey, { base, head }: StepTask, { record, suites }: RunOutcome): TimelineLine[] {
  const at = toSeconds(record.finishedAt)
  const releases = [base, head].map(({ version, date }, index): TimelineRelease => {
    const engine = record.targets[index]?.engine
    return { version, engine: engine ? `${engine.name} ${engine.version}` : null, date }
  })
  const gaps = record.targets.flatMap(({ id }, index) => {
    const reason = gapReason(record, key, id)
    const release = releases[index]
    return reason === null || release === undefined ? [] : [gapOf(key, release, at, reason)]
  })
  const [from, to] = releases
  if (gaps.length > 0 || !from || !to) return gaps
  return [stepOf(key, { base: from, head: to }, at, record, suites)]
}

function gapReason({ results }: RunRecord, key: SeriesKey, target: string): string | null {
  const result = results.find(one => one.target === target && isOf(one, key))
  return result === undefined || result.status === 'ok' ? null : errorText(result.error) || result.status
}

function stepOf(
  key: SeriesKey,
  sides: Pick<TimelineStep, 'base' | 'head'>,
  at: string,
  { comparisons }: RunRecord,
  suites: RunOutcome['suites'],
): TimelineStep {
  const comparison = comparisons.find(one => isOf(one, key))
  const pair = suites
    .flatMap(sharedPairs)
    .find(({ head: { plan } }) => isOf({ case: plan.caseId, params: plan.params }, key))
  const { biasAllowance = 0, reason = null } = comparison ?? {}
  const none = { logRatios: [], driftingShare: 0 }
  const { logRatios, driftingShare } = pair ? statedCandidate(pair.shared, 'wall', STEP_LAUNCHES) : none
  const isFault = reason !== null && (FAULTS.has(reason) || reason.startsWith('lost:'))
  const fault = comparison === undefined ? 'no ratio' : isFault ? reason : null
  return { ...key, ...sides, at, logs: inLineUnits(logRatios), driftingShare, biasAllowance, fault }
}

function isOf(one: Pick<SeriesKey, 'case' | 'params'>, key: SeriesKey): boolean {
  return keyText({ ...key, case: one.case, params: one.params }) === keyText(key)
}
