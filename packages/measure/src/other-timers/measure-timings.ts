import { bundleAdopted, bundleSuite, LaunchError } from '@steelyard/launcher'
import type { TimingRecord } from '@steelyard/record'
import { isShell, type RuntimeName } from '@steelyard/runners'
import { conductRun, needBeyond, pacingFor } from '@steelyard/schedule'
import { median } from '@steelyard/stats'
import type { Timer } from '@steelyard/timers'
import { probeLateJit } from '../functions/late-jit-probe.ts'
import { type LaunchContext, targetOf } from '../launch/launch-context.ts'
import { launchGroup } from '../launch/launch-group.ts'
import { abortedAfterGrace, reserveCore } from '../launch/launch-members.ts'
import type { WrittenBundle } from '../launch/workspace.ts'
import type { MeasureTask } from '../suite/measure-task.ts'
import type { MeasuredSuite, TimedContender } from '../suite/measured-suite.ts'
import { SuiteLog } from '../suite/suite-log.ts'
import { otherTimers } from './check-timers.ts'
import { launchTiming } from './timing-launch.ts'

/** Shorter timings say nothing of a case of a few milliseconds. */
const SHORTEST_MS = 50
/** What a start and the first checked call take, before any launch has shown it. */
const START_MS = 250

/**
 * Has every timer time every contender that it can, in launches of one process each. Steelyard's own batches are one of
 * them where it is asked for: each contender alone on its core, as the other timers have it. Every slot has as many
 * launches, unless the time is up before.
 */
export async function measureTimings(options: MeasureTask): Promise<MeasuredSuite> {
  const { plan, context, journal, metric, stopping, overtime, signal, onProgress } = options
  const launches = stopping.minimumLaunches
  const gaps = new Map(plan.unsupported.map(({ contender, reason }) => [contender, reason]))
  const own = options.timers.includes('steelyard') ? plan.contenders : []
  const groups = own.filter(one => !gaps.has(one)).map(one => [one])
  const log = new SuiteLog({ contenders: own, groups }, context.targets.length)
  const slots: Slot[] = groups.map((_, group) => ownSlot(group, log, options))
  const timed: TimedContender[] = []
  for (const timer of otherTimers(options.timers)) {
    const bundle = await bundleWith(timer, context)
    for (const one of plan.contenders) {
      const unsupported = gaps.get(one) ?? gapOf(timer, targetOf(one, context).runner.name)
      timed.push({ plan: one, timer, unsupported, timings: [], lost: null })
      if (unsupported === null) slots.push(otherSlot(timed, timed.length - 1, bundle, options))
    }
  }
  const probeNs = await probeLateJit(log, {
    ...options,
    contenderLaunches: slots.length * launches,
    launchesExpected: slots.length * launches,
  })
  const beganNs = journal.nowNs()
  const timeNs = stopping.timeNs - probeNs
  let launchesLeft = slots.length * launches
  const { end } = await conductRun({
    pairs: slots.map(() => 0),
    metric,
    stopping: {
      ...{ minimumLaunches: launches, maximumLaunches: launches, precision: null },
      ...{ timeNs, latestNs: overtime * timeNs },
    },
    random: context.random,
    now: journal.nowNs,
    onProgress,
    signal,
    async launch(slot, launch) {
      const leftNs = Math.max(0, timeNs - (journal.nowNs() - beganNs))
      const isAble = await slots[slot]?.(launch, leftNs / launchesLeft)
      launchesLeft -= isAble ? 1 : launches - launch
      return isAble ? [] : null
    },
  })
  log.answered(context.adoptedAnswers)
  return { ...log.measured({ end }), timed }
}

/** Launches one contender with one timer in about the time given to it; false when it can give nothing more. */
type Slot = (launch: number, shareNs: number) => Promise<boolean>

/** Returns the suite's bundle with a timer in it; the plain one for a command of the runtime. */
async function bundleWith({ module }: Timer, { suite, workspace }: LaunchContext): Promise<WrittenBundle> {
  if (module === null) return suite.bundle
  const { adopted, file } = suite
  return workspace.writeBundle(await (adopted ? bundleAdopted(adopted, module) : bundleSuite(file, module)))
}

function gapOf({ name, gaps }: Timer, runtime: RuntimeName): string | null {
  return gaps[runtime] ?? (isShell(runtime) ? `${name} needs a runtime, and ${runtime} is a shell` : null)
}

/** A group of the log has one contender here, which is timed alone. */
function ownSlot(group: number, log: SuiteLog, { context, journal, windowNs, signal }: MeasureTask): Slot {
  return async launch => {
    const able = log.able(group)
    const [contender] = able
    if (contender === undefined) return false
    const { plan, late } = contender
    const pacing = pacingFor(windowNs, targetOf(plan, context).runner.batchNs)
    const result = await journal.launch([group, launch], context, heard =>
      launchGroup([plan], pacing, { ...context, heard, needs: [needBeyond(late)] }),
    )
    if ('lost' in result) {
      if (!(await abortedAfterGrace(signal)))
        log.giveUp(plan, result.lost[0]?.[1] ?? new LaunchError('crashed', 'was lost'))
      return false
    }
    log.launched(able, result.launches, { group, launch })
    return true
  }
}

/** What it finds is put in the place of one of the timed contenders. */
function otherSlot(
  timed: TimedContender[],
  index: number,
  bundle: WrittenBundle,
  { context, journal, signal }: MeasureTask,
): Slot {
  const overheadsMs: number[] = []
  return async (launch, shareNs) => {
    const found = timed[index]
    if (found === undefined) throw new RangeError(`no timed contender ${index}`)
    const { timer, plan } = found
    const overheadMs = overheadsMs.length > 0 ? median(overheadsMs) : START_MS + timer.overheadMs
    const timeMs = Math.min(Math.max(shareNs / 1e6 - overheadMs, SHORTEST_MS), timer.defaultTimeMs)
    const beganNs = journal.nowNs()
    try {
      const key = [timer.name, plan.caseId, JSON.stringify(plan.params), plan.target, launch]
      const measurement = await journal.once(key, async () => {
        const core = await reserveCore(context)
        return launchTiming({ contender: plan, timer, bundle, core, timeMs }, context)
      })
      const timing: TimingRecord = { launch, askedNs: timeMs * 1e6, ...measurement }
      timed[index] = { ...found, timings: [...found.timings, timing] }
    } catch (error) {
      if (await abortedAfterGrace(signal)) return false
      if (!(error instanceof LaunchError)) throw error
      timed[index] = { ...found, lost: error }
      return false
    }
    overheadsMs.push((journal.nowNs() - beganNs) / 1e6 - timeMs)
    return true
  }
}
