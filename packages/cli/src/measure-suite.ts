import {
  BATCH_NS,
  type ContenderLaunch,
  conductRun,
  HOST_CLOCK_BATCH_NS,
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
  const pacings = pacingsOf(options)
  const duty = context.targets.map((): Duty => ({ timedNs: 0, launchNs: 0 }))

  const launch = async (group: number, launch: number): Promise<(number | null)[] | null> => {
    const members = groups[group] ?? []
    const pacing = pacings[group]
    for (;;) {
      const able = members.filter(({ lost }) => lost === null)
      if (able.length === 0 || signal.aborted || !pacing) return null
      const beganMs = performance.now()
      const result = await launchGroup(
        able.map(({ plan }) => plan),
        pacing,
        context,
      )
      // Processes that were killed by an interruption are not lost contenders.
      if (signal.aborted) return null
      account(duty, able, 'launches' in result ? result.launches : [], (performance.now() - beganMs) * 1e6)
      if ('launches' in result) {
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
    target.timedNs += launch ? launch.wallNs.reduce((sum, ns) => sum + ns, 0) * launch.iterationsPerBatch : 0
  })
}

/** A group with a contender on the host's clock has longer batches, all of them alike. */
function pacingsOf({ plan, stopping, launches, batchFactor, context }: MeasureOptions): Pacing[] {
  const budget = { timeNs: stopping.timeNs, groupSizes: plan.groups.map(({ length }) => length), launches }
  return plan.groups.map(group => {
    const hostClock = group.some(({ target }) => context.targets[target]?.runner.clock === 'host')
    return pacingFor(budget, batchFactor * (hostClock ? HOST_CLOCK_BATCH_NS : BATCH_NS))
  })
}
