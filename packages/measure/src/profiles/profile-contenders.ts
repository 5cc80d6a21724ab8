import { basename } from 'node:path'
import { LaunchError, suiteSourceMap } from '@steelyard/launcher'
import type { ComparisonRecord } from '@steelyard/record'
import { knownOf } from '../functions/known-contender.ts'
import { abortedAfterGrace } from '../launch/aborted-after-grace.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { type MeasuredContender, type NamedSuite, withContenders } from '../suite/measured-suite.ts'
import type { SuiteScripts } from './places.ts'
import type { ProfileFile } from './profile-file.ts'
import { profileLaunch } from './profile-launch.ts'

/** Profiled launches of each contender. */
export const PROFILED_LAUNCHES = 5

const WINDOW_NS = 400e6

/** Start, warm-up and end, about. */
const OVERHEAD_SECONDS = 0.5

/** Within workerd the bundle has this name. */
const WORKER_BUNDLE = 'bundle.mjs'

/** Returns how long it takes to profile so many contenders, in seconds, about. */
export function profilingSeconds(contenders: number): number {
  return contenders * PROFILED_LAUNCHES * (2 * (WINDOW_NS / 1e9) + OVERHEAD_SECONDS)
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
      ({ case: caseId, baseCase = caseId, headCase = caseId, params, base, head }) =>
        params === plan.params &&
        ((baseCase === plan.caseId && base === target) || (headCase === plan.caseId && head === target)),
    )
  }
  return new Set(measured.contenders.filter(takesPart).map(({ plan }) => plan))
}

/**
 * Samples the stacks of some contenders of a suite, each launch alone: in every round each contender once, so that what
 * changes on the machine meets all. A contender that is lost keeps its times, and why it has no profile.
 *
 * @param onLaunch called before each launch with its number, from 0
 * @returns the suite with the profiles
 */
export async function profileContenders(
  suite: NamedSuite,
  plans: ReadonlySet<ContenderPlan>,
  { context, signal, keepsFiles, onLaunch = () => {} }: ProfilingOptions,
): Promise<NamedSuite> {
  if (plans.size === 0) return suite
  const contenders = suite.measured.contenders.filter(({ plan }) => plans.has(plan))
  const scripts = await scriptsOf(context)
  const profiled = new Map<ContenderPlan, MeasuredContender>()
  for (let launch = 0; launch < PROFILED_LAUNCHES * contenders.length && !signal.aborted; launch++) {
    const first = contenders[launch % contenders.length] as MeasuredContender
    const { plan } = first
    const contender = profiled.get(plan) ?? first
    const known = knownOf(contender)
    const round = Math.floor(launch / contenders.length)
    if (known === null || contender.profiles.length < round) continue
    onLaunch(launch)
    try {
      const { caseId, params, target } = plan
      const subject = {
        suite: suite.name,
        caseId,
        params,
        target: suite.targetIds[target] ?? '',
        launch: round,
      }
      const keptAs = keepsFiles ? subject : null
      const profile = await profileLaunch(known, WINDOW_NS, scripts, context, keptAs)
      profiled.set(plan, { ...contender, profiles: [...contender.profiles, profile] })
    } catch (error) {
      if (!(error instanceof LaunchError)) throw error
      if (await abortedAfterGrace(signal)) break
      const warning = { code: 'no-profile', message: error.message } as const
      profiled.set(plan, { ...contender, sideErrors: [...contender.sideErrors, warning] })
    }
  }
  return withContenders(suite, profiled)
}

/** Returns what is kept of the profiles of suites. */
export function profileFilesOf(suites: readonly NamedSuite[]): ProfileFile[] {
  const contenders = suites.flatMap(({ measured }) => measured.contenders)
  return contenders.flatMap(({ profiles }) => profiles.flatMap(({ files }) => files))
}

/** What the launches of profiles need. */
export interface ProfilingOptions {
  readonly context: LaunchContext
  readonly signal: AbortSignal
  /** Whether the profiles are to be kept in files too. */
  readonly keepsFiles: boolean
  readonly onLaunch?: (launch: number) => void
}

async function scriptsOf({ suite: { file, bundle, adopted } }: LaunchContext): Promise<SuiteScripts> {
  return {
    bundles: [basename(bundle.file), WORKER_BUNDLE],
    map: await suiteSourceMap(adopted ?? file, bundle),
    others: bundle.scriptFile === undefined ? [] : [basename(bundle.scriptFile)],
  }
}
