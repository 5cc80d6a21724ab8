import { LaunchError, moveProcess } from '@steelyard/launcher'
import { type LateChange, LateChanges, pacingFor, warmUpAlone } from '@steelyard/schedule'
import { type LaunchContext, targetOf } from '../launch/launch-context.ts'
import { prepare } from '../launch/prepare.ts'
import { watchOn } from '../launch/stall-watch.ts'
import { contenderOf } from '../launch/window-sampler.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { neededTimeNs } from '../plan/time-and-launches.ts'
import type { MeasureTask } from '../suite/measure-task.ts'
import type { SuiteLog } from '../suite/suite-log.ts'

/** The most that all probes together may take of the time of a suite. */
const MOST_SHARE = 0.25

const LONGEST_PROBE_NS = 6e9
/** A warm-up without a probe may take most of this. */
const SHORTEST_PROBE_NS = 1e9
/** What the start of a process takes, and its end. */
const START_NS = 300e6

/** Full probes would take this many times the time that they may take; most end early or are cut short. */
const MOST_WANTED = 6

/** Processes that warm up in parallel. */
const LANES = 2

interface Probed {
  /** Null where there is none, absent where it is unknown. */
  readonly late?: LateChange | null | undefined
  /** What a process that did not do its work in time was doing. */
  readonly timedOut?: string
}

type ProbeOptions = Pick<
  MeasureTask,
  'context' | 'journal' | 'stopping' | 'windowNs' | 'signal' | 'onProgress'
> & {
  /** Launches that will follow, each counted once for every contender in it. */
  readonly contenderLaunches: number
  readonly launchesExpected: number
}

/**
 * Finds the contenders that change their speed later than a warm-up lasts, in processes of their own that are not timed.
 * Each case is probed once on each target. Probes take no time that the launches need; where too little is left,
 * there are no probes. Returns how long it took.
 */
export async function probeLateJit(log: SuiteLog, options: ProbeOptions): Promise<number> {
  const { context, journal, stopping, windowNs, contenderLaunches, launchesExpected, signal, onProgress } =
    options
  const { timeNs } = stopping
  const beganNs = journal.nowNs()
  const lanes = Math.min(LANES, Math.max(1, context.cores.length))
  const alike = Map.groupBy(log.grouped(), ({ plan }) => identityOf(plan, context))
  const limitNs = Math.min(MOST_SHARE * timeNs, timeNs - neededTimeNs(contenderLaunches, windowNs))
  if ((alike.size / lanes) * LONGEST_PROBE_NS > MOST_WANTED * limitNs) return 0
  const changes = new LateChanges<string>()
  // Never two probes of one contender at a time: what disturbs the machine would make them agree.
  let round = 0
  let queue = context.random.shuffle([...alike.keys()])
  await moveProcess(process.pid, context.cores)
  while (queue.length > 0 && !signal.aborted) {
    const elapsedNs = journal.nowNs() - beganNs
    const probeNs = Math.min(LONGEST_PROBE_NS, limitNs - elapsedNs - START_NS)
    if (probeNs < SHORTEST_PROBE_NS) break
    onProgress({ launchesDone: 0, launchesExpected, elapsedNs, remainingNs: timeNs - elapsedNs })
    const probed = queue.slice(0, lanes)
    const cores = context.random.shuffle([...context.cores])
    // The warm-up of a launch alone is too short to distinguish few stalls from none.
    const watch = watchOn(cores[0] ?? null, context.workspace)
    const found = await journal.once(['probe', ...probed, round++], async () => {
      await watch.scout()
      try {
        return await Promise.all(
          probed.map((name, lane) =>
            probe(alike.get(name)?.[0]?.plan, cores[lane] ?? null, probeNs, context),
          ),
        )
      } finally {
        await watch.end([])
      }
    })
    queue = queue.slice(lanes)
    for (const [lane, name] of probed.entries()) {
      const { late, timedOut } = found[lane] ?? {}
      if (late !== undefined && changes.add(name, late)) queue.push(name)
      if (timedOut === undefined) continue
      for (const { plan } of alike.get(name) ?? []) log.giveUp(plan, new LaunchError('timeout', timedOut))
    }
  }
  for (const [name, members] of alike) {
    for (const { plan } of members) log.found(plan, { late: changes.of(name) })
  }
  return journal.nowNs() - beganNs
}

/** Returns what one process did. If it is lost, its launches report why; where it never ended, there are none. */
async function probe(
  plan: ContenderPlan | undefined,
  core: number | null,
  probeNs: number,
  context: LaunchContext,
): Promise<Probed> {
  if (plan === undefined) return {}
  const { batchNs } = targetOf(plan, context).runner
  try {
    const prepared = await prepare(plan, context, { core })
    await using _process = prepared.process
    const need = { probeNs, iterations: 0 }
    return { late: (await warmUpAlone(contenderOf(prepared), pacingFor(0, batchNs), need)).late }
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error
    return error.failure === 'timeout' ? { timedOut: error.message } : {}
  }
}

function identityOf({ caseId, params, target }: ContenderPlan, { targetIds }: LaunchContext): string {
  return JSON.stringify([caseId, params, targetIds[target]?.replace(/#\d+$/, '')])
}
