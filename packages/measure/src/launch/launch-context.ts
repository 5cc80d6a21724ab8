import type { Limits, Target } from '@steelyard/launcher'
import type { WarmUpNeed } from '@steelyard/schedule'
import type { Random } from '@steelyard/stats'
import type { LogObserver } from '../engine-logs/log-observer.ts'
import type { LoadedSuite } from '../plan/load-suite.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { type NamedTarget, sharedCompatibilityDate } from '../targets/targets.ts'
import type { AdoptedAnswers, CheckedAnswer } from './adopted-answers.ts'
import type { Workspace } from './workspace.ts'

export interface HeardAnswer {
  readonly contender: ContenderPlan
  readonly answer: CheckedAnswer
}

/** The output that a case first gave, and the target that gave it. */
interface ReferenceOutput extends Pick<CheckedAnswer, 'digest' | 'preview'> {
  readonly target: string
}

/** What every launch of a suite needs. */
export interface LaunchContext {
  readonly suite: LoadedSuite
  readonly targets: readonly Target[]
  readonly targetIds: readonly string[]
  readonly workspace: Workspace
  /** Cores to choose from; empty for no pinning. */
  readonly cores: readonly number[]
  readonly compatibilityDate: string | null
  /** The first output of each case with each choice of parameters, with which later ones are compared; see `keyOf`. */
  readonly referenceOutputs: Map<string, ReferenceOutput>
  /** For a suite made of an adopted file; absent where its outputs are not compared. */
  readonly adoptedAnswers?: AdoptedAnswers
  readonly random: Random
  /** Its own limits; absent where it has the limits of every launch. */
  readonly limits?: Limits
  /** Where answers are written down as they are checked; absent for no need. */
  readonly heard?: HeardAnswer[]
  /** What the first warm-up of each member has to do; nothing special where absent. */
  readonly needs?: readonly WarmUpNeed[]
  /** What observes contenders; the times are then those of a launch that is observed. */
  readonly observers?: ReadonlyMap<ContenderPlan, LogObserver>
  /** Whether no time of the launch is used; the core is not watched for stalls then. */
  readonly isUntimed?: boolean
}

export function targetOf({ target: index }: ContenderPlan, { targets }: LaunchContext): Target {
  const target = targets[index]
  if (target === undefined) throw new RangeError(`no target ${index}`)
  return target
}

/** Returns the context of a suite's launches on targets, on any of the cores. */
export function contextOf(
  suite: LoadedSuite,
  targets: readonly NamedTarget[],
  { workspace, cores, random }: Pick<LaunchContext, 'workspace' | 'cores' | 'random'>,
): LaunchContext {
  return {
    ...{ suite, workspace, cores, random },
    targets: targets.map(({ target }) => target),
    targetIds: targets.map(({ id }) => id),
    compatibilityDate: sharedCompatibilityDate(targets),
    referenceOutputs: new Map(),
  }
}
