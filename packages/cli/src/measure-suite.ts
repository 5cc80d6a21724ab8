import {
  BATCH_NS,
  type ContenderLaunch,
  conductRun,
  EXPECTED_OVERHEAD_NS,
  HOST_CLOCK_BATCH_NS,
  overheadOf,
  type Pacing,
  type Progress,
  pacingFor,
  type RunEnd,
  type Stopping,
} from '@steelyard/conductor'
import type { LaunchError } from '@steelyard/launcher'
import { type LaunchContext, launchGroup } from './launch-group.ts'
import { launchRatio, type Metric } from './pair.ts'
import type { ContenderPlan, SuitePlan } from './plan.ts'

/** One launch of a contender, and the group and number it had. */
export interface MeasuredLaunch extends ContenderLaunch {
  readonly group: number
  readonly launch: number
}

/** Everything found about one contender; nothing about one that is unsupported. A baseline that stands in several groups has the launches of all. */
export interface MeasuredContender {
  readonly plan: ContenderPlan
  readonly launches: MeasuredLaunch[]
  lost: LaunchError | null
}

export interface MeasuredSuite {
  readonly contenders: readonly MeasuredContender[]
  /** The contenders of each group, the one the others are held against first. */
  readonly groups: readonly (readonly MeasuredContender[])[]
  readonly end: RunEnd
  readonly duty: readonly Duty[]
}

/** Where the time of a target went. */
export interface Duty {
  timedNs: number
  /** From the start of each launch to its last exit, shared out evenly over its contenders. */
  launchNs: number
}

export interface MeasureOptions {
  readonly plan: SuitePlan
  readonly context: LaunchContext
  readonly metric: Metric
  readonly stopping: Stopping
  /** Launches of each group that the budget is shared out for. */
  readonly launches: number
  readonly batchFactor: number
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Measures one suite: launch after launch of its groups, until it is precise enough or the time is up. */
export async function measureSuite(options: MeasureOptions): Promise<MeasuredSuite> {
  const { plan, context, metric, stopping, signal, onProgress } = options
  const contenders = new Map<ContenderPlan, MeasuredContender>(
    plan.contenders.map(one => [one, { plan: one, launches: [], lost: null }]),
  )
  const groups = plan.groups.map(group => group.flatMap(member => contenders.get(member) ?? []))
  const pacer = new Pacer(options)
  const duty = context.targets.map((): Duty => ({ timedNs: 0, launchNs: 0 }))

  const launch = async (group: number, launch: number): Promise<(number | null)[] | null> => {
    const members = groups[group] ?? []
    for (;;) {
      const able = members.filter(({ lost }) => lost === null)
      if (able.length === 0 || signal.aborted) return null
      const beganMs = performance.now()
      const result = await launchGroup(
        able.map(({ plan }) => plan),
        pacer.next(group),
        context,
      )
      // Processes that were killed by an interruption are not lost contenders.
      if (signal.aborted) return null
      const launchNs = (performance.now() - beganMs) * 1e6
      account(duty, able, 'launches' in result ? result.launches : [], launchNs)
      if ('launches' in result) {
        pacer.launched(group, result.launches, launchNs)
        for (const [index, measured] of result.launches.entries()) {
          able[index]?.launches.push({ ...measured, group, launch })
        }
        return logRatios(members, { group, launch }, metric)
      }
      for (const [index, error] of result.lost) {
        const member = able[index]
        if (member) member.lost = error
      }
    }
  }

  const now = () => performance.now() * 1e6
  const pairs = groups.map(members => Math.max(0, members.length - 1))
  const end = await conductRun({ pairs, stopping, random: context.random, now, launch, signal, onProgress })
  return { contenders: [...contenders.values()], groups, end, duty }
}

/** Returns what each member after the first was against it in one launch. */
function logRatios(
  members: readonly MeasuredContender[],
  at: { readonly group: number; readonly launch: number },
  metric: Metric,
): (number | null)[] {
  const [base, ...heads] = members.map(({ launches }) => {
    const last = launches.at(-1)
    return last?.group === at.group && last.launch === at.launch ? last : null
  })
  return heads.map(head => (head && base ? launchRatio(head, base, metric).ofSums : null))
}

function account(
  duty: readonly Duty[],
  members: readonly MeasuredContender[],
  launches: readonly ContenderLaunch[],
  launchNs: number,
): void {
  members.forEach(({ plan }, index) => {
    const target = duty[plan.target]
    const launch = launches[index]
    if (!target) return
    target.launchNs += launchNs / members.length
    target.timedNs += launch ? timedNsOf(launch) : 0
  })
}

/**
 * Plans each launch by what is left of the time and what the launches before it took, so that every group has its
 * launches in the end. A launch is never longer than the first was planned.
 */
class Pacer {
  readonly #options: MeasureOptions
  readonly #launched: number[]
  readonly #beganMs = performance.now()
  readonly #firstTimedNs: number
  #launchNs = 0
  #timedNs = 0
  #contenders = 0

  constructor(options: MeasureOptions) {
    this.#options = options
    this.#launched = options.plan.groups.map(() => 0)
    this.#firstTimedNs = this.#pacing(0).timedNs
  }

  next(group: number): Pacing {
    const pacing = this.#pacing(group)
    return { ...pacing, timedNs: Math.min(pacing.timedNs, this.#firstTimedNs) }
  }

  launched(group: number, launches: readonly ContenderLaunch[], launchNs: number): void {
    this.#launched[group] = (this.#launched[group] ?? 0) + 1
    this.#launchNs += launchNs
    this.#timedNs += launches.reduce((sum, launch) => sum + timedNsOf(launch), 0)
    this.#contenders += launches.length
  }

  #pacing(group: number): Pacing {
    const { plan, stopping, launches, batchFactor, context } = this.#options
    const wanted = plan.groups.map(
      ({ length }, index) => length * Math.max(launches - (this.#launched[index] ?? 0), 0),
    )
    const budget = {
      timeNs: Math.max(stopping.timeNs - (performance.now() - this.#beganMs) * 1e6, 0),
      contenderLaunches: wanted.reduce((sum, count) => sum + count, 0),
      overheadNs:
        this.#contenders > 0
          ? overheadOf(this.#launchNs, this.#contenders, this.#timedNs)
          : EXPECTED_OVERHEAD_NS,
    }
    // A group with a contender on the host's clock has longer batches, all of them alike.
    const hostClock = plan.groups[group]?.some(
      ({ target }) => context.targets[target]?.runner.clock === 'host',
    )
    return pacingFor(budget, batchFactor * (hostClock ? HOST_CLOCK_BATCH_NS : BATCH_NS))
  }
}

function timedNsOf({ wallNs, iterationsPerBatch }: ContenderLaunch): number {
  return wallNs.reduce((sum, ns) => sum + ns, 0) * iterationsPerBatch
}
