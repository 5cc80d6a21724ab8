import { findPerf, LaunchError, PerfError } from '@steelyard/launcher'
import type { ComparisonRecord } from '@steelyard/record'
import { tiersProbes } from '../engine-logs/tiers-launch.ts'
import { knownOf } from '../functions/known-contender.ts'
import { SuiteJournal } from '../journal/suite-journal.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import { abortedAfterGrace } from '../launch/launch-members.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { makeProbes, type Probe } from '../side-launches/probe.ts'
import type { MeasuredContender, NamedSuite } from '../suite/measured-suite.ts'
import { type SideFindings, SuiteLog } from '../suite/suite-log.ts'
import { nativeGapOf } from './native-gap.ts'
import { scriptsOf } from './places.ts'
import { type Profiling, profileLaunch } from './profile-launch.ts'
import type { ProfileFile } from './write-profiles.ts'

export const PROFILED_LAUNCHES = 5

const WINDOW_NS = 400e6

/** Start, warm-up and end, about. */
const OVERHEAD_SECONDS = 0.5

/** Perf begins, ends, and reads the symbols of the binary. */
const PERF_SECONDS = 2

/** Returns about how long it takes to profile this many contenders, in seconds. */
export function profilingSeconds(contenders: number): number {
  const launchSeconds = 2 * (WINDOW_NS / 1e9) + OVERHEAD_SECONDS
  const nativeSeconds = findPerf() === null ? 0 : launchSeconds + PERF_SECONDS
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
 * Finds out more of some contenders of a suite, in launches of one contender each: where asked, the tiers of their functions;
 * then where their time goes. In every round each contender is sampled once, so that what changes on the machine meets all:
 * first by the engines, then, where Linux perf can name native functions, by it. A contender that is lost keeps its times.
 */
export async function lookInto(
  suite: NamedSuite,
  plans: ReadonlySet<ContenderPlan>,
  { context, signal, withTiers, keepsFiles, onLaunch = () => {} }: LookingOptions,
): Promise<NamedSuite> {
  if (plans.size === 0) return suite
  const { name, targetIds, measured } = suite
  const log = SuiteLog.of(measured)
  const chosen = measured.contenders.map(({ plan }) => plan).filter(plan => plans.has(plan))
  const gaps = await Promise.all(context.targets.map(nativeGapOf))
  for (const plan of chosen) log.found(plan, { nativeGap: gaps[plan.target] ?? null })
  const scripts = scriptsOf(context)
  const profile = async (plan: ContenderPlan, by: Profiling['by'], launch: number) => {
    const known = knownOf(log.of(plan))
    if (known === null) return []
    const { caseId, params, target } = plan
    const of = {
      suite: name,
      caseId,
      params,
      target: targetIds[target] ?? '',
      launch,
      isNative: by === 'perf',
    }
    const profiling = { by, windowNs: WINDOW_NS, scripts, keptAs: keepsFiles ? of : null }
    return [await profileLaunch(known, profiling, context)]
  }
  const profileByPerf = async (plan: ContenderPlan, launch: number): Promise<SideFindings> => {
    const { profiles, nativeGap } = log.of(plan)
    if (profiles.length < PROFILED_LAUNCHES || nativeGap !== null) return {}
    try {
      return { nativeProfiles: await profile(plan, 'perf', launch) }
    } catch (error) {
      const isLost = error instanceof LaunchError || error instanceof PerfError
      if (!isLost || (await abortedAfterGrace(signal))) throw error
      const code = error instanceof PerfError ? 'perf-failed' : 'no-mapped-launch'
      return { nativeGap: { code, message: error.message } }
    }
  }
  const native = chosen.filter(plan => log.of(plan).nativeGap === null)
  const probes = [
    ...inRounds(chosen, async (plan, launch) => ({ profiles: await profile(plan, 'inspector', launch) })),
    ...inRounds(native, profileByPerf),
  ]
  const launching = { signal, journal: new SuiteJournal(null, '', signal) }
  if (withTiers) await makeProbes(tiersProbes(log, chosen, context), log, launching)
  await makeProbes(probes, log, launching, launch => onLaunch(launch, probes.length))
  return { ...suite, measured: log.measured(measured) }
}

function inRounds(
  plans: readonly ContenderPlan[],
  find: (plan: ContenderPlan, round: number) => Promise<SideFindings>,
): Probe[] {
  return Array.from({ length: PROFILED_LAUNCHES }, (_, round) =>
    plans.map((plan): Probe => ({ plan, find: () => find(plan, round), lost: 'no-profile' })),
  ).flat()
}

export function profileFilesOf(suites: readonly NamedSuite[]): ProfileFile[] {
  const contenders = suites.flatMap(({ measured }) => measured.contenders)
  return contenders.flatMap(({ profiles, nativeProfiles }) =>
    [...profiles, ...nativeProfiles].flatMap(({ files }) => files),
  )
}

interface LookingOptions {
  readonly context: LaunchContext
  readonly signal: AbortSignal
  readonly withTiers: boolean
  /** Whether the profiles are to be kept in files too. */
  readonly keepsFiles: boolean
  /** Called before each profile with its number, from 0, and how many there may be. */
  readonly onLaunch?: (launch: number, of: number) => void
}
