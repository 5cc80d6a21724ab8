import { SourceMap } from 'node:module'
import { basename } from 'node:path'
import { LaunchError, PerfError } from '@steelyard/launcher'
import type { ComparisonRecord } from '@steelyard/record'
import { knownOf } from '../functions/known-contender.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import { abortedAfterGrace } from '../launch/launch-members.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import {
  type LaunchProfile,
  type MeasuredContender,
  type NamedSuite,
  withContenders,
} from '../suite/measured-suite.ts'
import type { SuiteScripts } from './places.ts'
import { type Profiling, profileLaunch } from './profile-launch.ts'
import { hasPerf, nativeGapOf } from './stack-capture.ts'
import type { ProfileFile } from './write-profiles.ts'

export const PROFILED_LAUNCHES = 5

const WINDOW_NS = 400e6

/** Start, warm-up and end, about. */
const OVERHEAD_SECONDS = 0.5

/** Perf begins, ends, and reads the symbols of the binary. */
const PERF_SECONDS = 2

/** Within workerd the bundle has this name. */
const WORKER_BUNDLE = 'bundle.mjs'

/** Returns about how long it takes to profile this many contenders, in seconds. */
export function profilingSeconds(contenders: number): number {
  const launchSeconds = 2 * (WINDOW_NS / 1e9) + OVERHEAD_SECONDS
  const nativeSeconds = hasPerf() ? launchSeconds + PERF_SECONDS : 0
  return contenders * PROFILED_LAUNCHES * (launchSeconds + nativeSeconds)
}

/** Returns the contenders of the comparisons that came out faster or slower. */
export function decidedPlans(
  { name, targetIds, measured }: NamedSuite,
  comparisons: readonly ComparisonRecord[],
): ReadonlySet<ContenderPlan> {
  const decided = comparisons.filter(
    ({ suite, verdict }) => suite === name && (verdict === 'faster' || verdict === 'slower'),
  )
  const takesPart = ({ plan, lost, launches }: MeasuredContender) => {
    const target = targetIds[plan.target]
    if (plan.isControl || lost !== null || launches.length === 0) return false
    return decided.some(
      ({ case: headCase, baseCase, params, base, head }) =>
        params === plan.params &&
        ((baseCase === plan.caseId && base === target) || (headCase === plan.caseId && head === target)),
    )
  }
  return new Set(measured.contenders.filter(takesPart).map(({ plan }) => plan))
}

/**
 * Samples the stacks of some contenders of a suite, each launch alone: in every round each contender once, so that what
 * changes on the machine meets all. First by the engines; then, where Linux perf can name native functions, by it. A
 * contender that is lost keeps its times, and why it has no profile.
 *
 * @param onLaunch called before each launch with its number, from 0, and how many there may be
 * @returns the suite with the profiles
 */
export async function profileContenders(
  suite: NamedSuite,
  plans: ReadonlySet<ContenderPlan>,
  { context, signal, keepsFiles, onLaunch = () => {} }: ProfilingOptions,
): Promise<NamedSuite> {
  if (plans.size === 0) return suite
  const scripts = scriptsOf(context)
  const gaps = await Promise.all(context.targets.map(nativeGapOf))
  const gapOf = ({ target }: ContenderPlan) => gaps[target] ?? null
  const chosen = suite.measured.contenders.filter(({ plan }) => plans.has(plan))
  const contenders = new Map(chosen.map(each => [each.plan, { ...each, nativeGap: gapOf(each.plan) }]))
  const sampled = (plan: ContenderPlan, round: number, by: Profiling['by']) => {
    const { caseId, params, target } = plan
    const of = { suite: suite.name, caseId, params, target: suite.targetIds[target] ?? '' }
    const keptAs = keepsFiles ? { ...of, launch: round, isNative: by === 'perf' } : null
    return { by, windowNs: WINDOW_NS, scripts, keptAs }
  }
  const launches = [
    ...roundsOf([...contenders.keys()], 'inspector'),
    ...roundsOf(
      [...contenders.keys()].filter(plan => gapOf(plan) === null),
      'perf',
    ),
  ]
  for (const [index, { plan, round, by }] of launches.entries()) {
    const contender = contenders.get(plan)
    const known = contender === undefined ? null : knownOf(contender)
    if (contender === undefined || known === null || isLacking(contender, by, round)) continue
    if (signal.aborted) break
    onLaunch(index, launches.length)
    try {
      const profile = await profileLaunch(known, sampled(plan, round, by), context)
      contenders.set(plan, { ...contender, [FIELDS[by]]: [...doneOf(contender, by), profile] })
    } catch (error) {
      if (!(error instanceof LaunchError || error instanceof PerfError)) throw error
      if (await abortedAfterGrace(signal)) break
      contenders.set(plan, withFailure(contender, by, error))
    }
  }
  return withContenders(suite, contenders)
}

const FIELDS = { inspector: 'profiles', perf: 'nativeProfiles' } as const

function doneOf(contender: MeasuredContender, by: Profiling['by']): readonly LaunchProfile[] {
  return contender[FIELDS[by]]
}

/** Whether an earlier launch of this kind, or of the engine's own, has failed. */
function isLacking(contender: MeasuredContender, by: Profiling['by'], round: number): boolean {
  const lacksEngine = by === 'perf' && contender.profiles.length < PROFILED_LAUNCHES
  return lacksEngine || doneOf(contender, by).length < round
}

function withFailure(contender: MeasuredContender, by: Profiling['by'], error: Error): MeasuredContender {
  const { message } = error
  if (by === 'inspector') {
    return { ...contender, sideErrors: [...contender.sideErrors, { code: 'no-profile', message }] }
  }
  const code = error instanceof PerfError ? 'perf-failed' : 'no-mapped-launch'
  return { ...contender, nativeProfiles: [], nativeGap: { code, message } }
}

/** Returns the launches of contenders, each once in every round. */
function roundsOf(plans: readonly ContenderPlan[], by: Profiling['by']) {
  return Array.from({ length: PROFILED_LAUNCHES }, (_, round) =>
    plans.map(plan => ({ plan, round, by })),
  ).flat()
}

export function profileFilesOf(suites: readonly NamedSuite[]): ProfileFile[] {
  const contenders = suites.flatMap(({ measured }) => measured.contenders)
  return contenders.flatMap(({ profiles, nativeProfiles }) =>
    [...profiles, ...nativeProfiles].flatMap(({ files }) => files),
  )
}

export interface ProfilingOptions {
  readonly context: LaunchContext
  readonly signal: AbortSignal
  /** Whether the profiles are to be kept in files too. */
  readonly keepsFiles: boolean
  readonly onLaunch?: (launch: number, of: number) => void
}

/** Returns what distinguishes the bundle of a suite from other files of its runtime. */
export function scriptsOf({ suite: { bundle } }: LaunchContext): SuiteScripts {
  return {
    bundles: [basename(bundle.file), WORKER_BUNDLE],
    map: bundle.map === undefined ? null : new SourceMap(JSON.parse(bundle.map)),
    others: bundle.scriptFile === undefined ? [] : [basename(bundle.scriptFile)],
  }
}
