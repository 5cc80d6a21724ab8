import type { ResolveEvents } from '@steelyard/launcher'
import { createRandom, quantile } from '@steelyard/stats'
import { contextOf, type LaunchContext } from '../launch/launch-context.ts'
import type { Workspace } from '../launch/workspace.ts'
import { suiteLabel } from '../plan/catalog.ts'
import { loadOneCase, type OneCase, type OneCaseChoice } from '../plan/one-case.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { UsageError } from '../plan/usage-error.ts'
import { inspectMachine, type MeasuredEnvironment } from '../targets/machine.ts'
import { resolveTargets } from '../targets/targets.ts'
import { featuresOf, type LaunchFeatures } from './launch-features.ts'
import { launchAlone, launchObserved } from './observed-launch.ts'
import { ownFunctions } from './own-functions.ts'

const TIMED_NS = 300e6

export interface ModesLaunch {
  /** A quarter of its batches are faster: what one takes that little disturbs. Nanoseconds of an iteration. */
  readonly iterationNs: number
  /** What its engine logged; null for a launch in which it logged nothing. */
  readonly features: LaunchFeatures | null
}

/** A case on some targets, ready to be launched. */
export interface ModesTask {
  readonly one: OneCase
  readonly contenders: readonly {
    readonly target: string
    readonly plan: ContenderPlan
    readonly hasLog: boolean
  }[]
  readonly environment: MeasuredEnvironment
  readonly context: LaunchContext
}

/** Loads a case and finds its targets; UsageError for what is no single case, or a server. */
export async function prepareModes(
  choice: OneCaseChoice,
  runtimes: readonly string[],
  seed: number,
  workspace: Workspace,
  events: ResolveEvents,
): Promise<ModesTask> {
  const targets = await resolveTargets(runtimes, workspace.directory, events)
  const one = await loadOneCase(choice, targets, workspace)
  if (one.loaded.description.server !== null) {
    const label = suiteLabel(choice.suite)
    throw new UsageError(`Cannot find kinds of launches of ${label}: it is a server. Name a function.`)
  }
  const machine = await inspectMachine('same-core')
  return {
    one,
    contenders: one.plan.contenders.map(plan => ({
      plan,
      target: targets[plan.target]?.id ?? '',
      hasLog: targets[plan.target]?.target.runner.engineLog !== undefined,
    })),
    environment: machine.environment,
    context: contextOf(one.loaded, targets, { workspace, cores: machine.cores, random: createRandom(seed) }),
  }
}

/** Launches a contender alone; LaunchError when it is lost. */
export async function launchForModes(
  plan: ContenderPlan,
  isLogged: boolean,
  context: LaunchContext,
): Promise<ModesLaunch> {
  if (!isLogged) {
    const { wallNs } = await launchAlone(plan, TIMED_NS, context)
    return { iterationNs: undisturbedNs(wallNs), features: null }
  }
  const observed = await launchObserved({ plan, late: undefined }, TIMED_NS, true, context)
  if (observed === null) throw new RangeError('its engine has no log')
  const features = featuresOf(observed, ownFunctions(context))
  return { iterationNs: undisturbedNs(observed.launch.wallNs), features }
}

/** Neighbours of the core disturb more than half of the batches at times. */
function undisturbedNs(wallNs: readonly number[]): number {
  return quantile(wallNs, 0.25)
}
