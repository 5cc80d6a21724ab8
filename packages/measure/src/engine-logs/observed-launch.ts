import { LaunchError } from '@steelyard/launcher'
import { type ContenderLaunch, needBeyond, pacingFor } from '@steelyard/schedule'
import { type LaunchContext, targetOf } from '../launch/launch-context.ts'
import { launchGroup } from '../launch/launch-group.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import type { MeasuredContender } from '../suite/measured-suite.ts'
import { LogObserver } from './log-observer.ts'

/** A launch of one contender whose engine logged what it did. */
export type ObservedLaunch = NonNullable<Awaited<ReturnType<typeof launchObserved>>>

/**
 * Launches a contender alone, warmed up and measured as ever, while its engine logs, with inline caches where `isDetailed`.
 * Returns null where its engine has no log that can be read; LaunchError when it is lost.
 */
export async function launchObserved(
  { plan, late }: Pick<MeasuredContender, 'plan' | 'late'>,
  timedNs: number,
  isDetailed: boolean,
  context: LaunchContext,
) {
  using observer = await logObserver(plan, isDetailed, context)
  if (observer === null) return null
  const observers = new Map([[plan, observer]])
  const launch = await launchAlone(plan, timedNs, { ...context, needs: [needBeyond(late)], observers })
  return { launch, log: observer.log, logs: observer.of(launch.wallNs.length) }
}

/** Returns what reads the log of a contender's engine, for one launch; null where its engine has none. Dispose of it afterwards. */
export async function logObserver(
  plan: ContenderPlan,
  isDetailed: boolean,
  context: LaunchContext,
): Promise<LogObserver | null> {
  const { runner } = targetOf(plan, context)
  const log = runner.engineLog
  if (log === undefined) return null
  return new LogObserver(runner, log, await context.workspace.newFolder(), isDetailed)
}

/** Launches one contender as in a run, but without lead-ins: it never leaves its core. LaunchError when it is lost. */
export async function launchAlone(
  plan: ContenderPlan,
  timedNs: number,
  context: LaunchContext,
): Promise<ContenderLaunch> {
  const { batchNs } = targetOf(plan, context).runner
  const result = await launchGroup([plan], { ...pacingFor(timedNs, batchNs), leadInNs: 0 }, context)
  if ('lost' in result) throw result.lost[0]?.[1] ?? new LaunchError('crashed', 'was lost')
  const [launch] = result.launches
  if (launch === undefined) throw new LaunchError('crashed', 'was not launched')
  return launch
}
