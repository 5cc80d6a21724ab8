import { bundleAdopted, bundleSuite, LaunchError } from '@steelyard/launcher'
import type { TimingRecord } from '@steelyard/record'
import { isShell } from '@steelyard/runners'
import { conductRun, needBeyond, pacingFor } from '@steelyard/schedule'
import { median } from '@steelyard/stats'
import { type Timer, timers } from '@steelyard/timers'
import { probeLateJit } from '../functions/late-jit-probe.ts'
import type { SuiteJournal } from '../journal/suite-journal.ts'
import { type LaunchContext, targetOf } from '../launch/launch-context.ts'
import { launchGroup } from '../launch/launch-group.ts'
import { abortedAfterGrace, reserveCore } from '../launch/launch-members.ts'
import type { WrittenBundle } from '../launch/workspace.ts'
import type { ContenderPlan, SuitePlan } from '../plan/plan.ts'
import type { MeasureTask } from '../suite/measure-task.ts'
import type { MeasuredSuite, TimedContender } from '../suite/measured-suite.ts'
import { SuiteLog } from '../suite/suite-log.ts'
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
  const isUnsupported = (one: ContenderPlan) => plan.unsupported.some(({ contender }) => contender === one)
  const own = options.timers.includes('steelyard') ? plan.contenders : []
  const groups = own.filter(one => !isUnsupported(one)).map(one => [one])
  const log = new SuiteLog({ contenders: own, groups }, context.targets.length)
  const others = await otherSlots(options)
  const slots = [
    ...groups.map((_, group) => ownSlot(group, log, options)),
    ...others.filter(({ timed }) => timed().unsupported === null).map(({ launch }) => launch),
  ]
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
      const isAble = await slots[slot]?.(launch, leftNs / launchesLeft, signal)
      launchesLeft -= isAble ? 1 : launches - launch
      return isAble ? [] : null
    },
  })
  log.answered(context.adoptedAnswers)
  return { ...log.measured({ end }), timed: others.map(({ timed }) => timed()) }
}

/** Launches one contender with one timer in about the time given to it; false when it can give nothing more. */
type Slot = (launch: number, shareNs: number, signal: AbortSignal) => Promise<boolean>

/** A slot of another timer, and what it has found so far. */
interface OtherSlot {
  readonly launch: Slot
  readonly timed: () => TimedContender
}

async function otherSlots({ plan, context, journal, timers: names }: MeasureTask): Promise<OtherSlot[]> {
  const slots: OtherSlot[] = []
  for (const name of names) {
    if (name === 'steelyard') continue
    const timer = timers[name]
    const { suite, workspace } = context
    const bundle =
      timer.module === null
        ? suite.bundle
        : await workspace.writeBundle(
            suite.adopted === undefined
              ? await bundleSuite(suite.file, timer.module)
              : await bundleAdopted(suite.adopted, timer.module),
          )
    for (const one of plan.contenders) {
      const unsupported = unsupportedReason(plan, one, timer, context)
      const contender = { plan: one, timer, unsupported, timings: [], lost: null }
      slots.push(otherSlot(contender, bundle, context, journal))
    }
  }
  return slots
}

/** Returns why a timer cannot time a contender: for a reason of the suite's, or of the timer's own. */
function unsupportedReason(
  { unsupported }: SuitePlan,
  contender: ContenderPlan,
  timer: Timer,
  context: LaunchContext,
): string | null {
  const declared = unsupported.find(({ contender: lacking }) => lacking === contender)
  const runtime = targetOf(contender, context).runner.name
  const needsRuntime = isShell(runtime) ? `${timer.name} needs a runtime, and ${runtime} is a shell` : null
  return declared?.reason ?? timer.gaps[runtime] ?? needsRuntime
}

/** A group of the log has one contender here, which is timed alone. */
function ownSlot(group: number, log: SuiteLog, { context, journal, windowNs }: MeasureTask): Slot {
  return async (launch, _shareNs, signal) => {
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
        log.giveUp(plan, result.lost.get(0) ?? new LaunchError('crashed', 'was lost'))
      return false
    }
    log.launched(able, result.launches, { group: 0, launch })
    return true
  }
}

function otherSlot(
  contender: TimedContender,
  bundle: WrittenBundle,
  context: LaunchContext,
  journal: SuiteJournal,
): OtherSlot {
  const { timer, plan } = contender
  const overheadsMs: number[] = []
  let timed = contender
  const launch: Slot = async (launch, shareNs, signal) => {
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
      timed = { ...timed, timings: [...timed.timings, timing] }
    } catch (error) {
      if (await abortedAfterGrace(signal)) return false
      if (!(error instanceof LaunchError)) throw error
      timed = { ...timed, lost: error }
      return false
    }
    overheadsMs.push((journal.nowNs() - beganNs) / 1e6 - timeMs)
    return true
  }
  return { launch, timed: () => timed }
}
