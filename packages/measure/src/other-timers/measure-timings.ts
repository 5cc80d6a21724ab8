import { setTimeout as sleep } from 'node:timers/promises'
import { LaunchError } from '@steelyard/launcher'
import type { TimerName, TimingRecord } from '@steelyard/record'
import {
  EXPECTED_OVERHEAD_NS,
  FIRST_TIMED_NS,
  needBeyond,
  type Progress,
  pacingFor,
  timedNsOf,
} from '@steelyard/schedule'
import { median } from '@steelyard/stats'
import { type Timer, timers } from '@steelyard/timers'
import { probeLateJit } from '../functions/late-jit-probe.ts'
import { type LaunchContext, launchGroup } from '../launch/launch-group.ts'
import { reserveCore } from '../launch/reserve-core.ts'
import type { WrittenBundle } from '../launch/workspace.ts'
import type { ContenderPlan, SuitePlan } from '../plan/plan.ts'
import { neededTimeNs } from '../plan/suite-time.ts'
import { type MeasuredContender, unmeasured } from '../suite/measured-suite.ts'
import { conductTimings } from './conduct-timings.ts'
import { launchTiming } from './timing-launch.ts'

/** Everything another timer found about one contender; nothing where it cannot time. */
export interface TimedContender {
  readonly plan: ContenderPlan
  readonly timer: Timer
  /** Why it cannot time this one; null when it can. */
  readonly gap: string | null
  readonly timings: TimingRecord[]
  lost: LaunchError | null
}

export interface SuiteTimings {
  /** By Steelyard, each contender alone on its core as the other timers have it; empty when it was not asked for. */
  readonly own: readonly MeasuredContender[]
  readonly timed: readonly TimedContender[]
}

export interface TimingOptions {
  readonly plan: SuitePlan
  readonly context: LaunchContext
  readonly timers: readonly TimerName[]
  /** The suite's bundle with each timer in it. */
  readonly bundles: ReadonlyMap<Timer['name'], WrittenBundle>
  readonly launches: number
  readonly timeNs: number
  readonly signal: AbortSignal
  readonly onProgress: (progress: Progress) => void
}

/** Less than this says nothing of a case of a few milliseconds. */
const SHORTEST_MS = 50
/** What a start and the first checked call take, before any launch has shown it. */
const START_MS = 250
/** Ctrl-C reaches a measured process too, and may reach it before it reaches us. */
const SIGNAL_GRACE_MS = 100

/** Has every timer time every contender that it can, in launches of one process each. */
export async function measureTimings(options: TimingOptions): Promise<SuiteTimings> {
  const { plan, context } = options
  const own = options.timers.includes('steelyard') ? plan.contenders.map(unmeasured) : []
  const timed = options.timers.flatMap(name => {
    if (name === 'steelyard') return []
    const timer = timers[name]
    return plan.contenders.map((one): TimedContender => {
      return { plan: one, timer, gap: unsupportedReason(plan, one, timer, context), timings: [], lost: null }
    })
  })
  const seats = [
    ...own
      .filter(({ plan: one }) => !plan.unsupported.some(({ contender }) => contender === one))
      .map(one => ownSlot(one, context)),
    ...timed.filter(({ gap }) => gap === null).map(one => timerSlot(one, options)),
  ]
  const { launches, signal, onProgress } = options
  const scoutedNs = await probeLateJit({
    ...{ contenders: own, context, timeNs: options.timeNs, signal },
    ...{ launchesExpected: seats.length * launches, onProgress },
    launchesNs: neededTimeNs(seats.length * launches),
  })
  const timeNs = options.timeNs - scoutedNs
  await conductTimings({
    seats: seats.length,
    launches,
    timeNs,
    random: context.random,
    now: () => performance.now() * 1e6,
    launch: (seat, launch, shareNs) => seats[seat]?.(launch, shareNs, signal) ?? Promise.resolve(false),
    onProgress,
    signal,
  })
  return { own, timed }
}

/** Returns why a timer cannot time a contender: for a reason of the suite's, or of the timer's own. */
function unsupportedReason(
  { unsupported }: SuitePlan,
  contender: ContenderPlan,
  timer: Timer,
  { targets }: LaunchContext,
): string | null {
  const declared = unsupported.find(({ contender: lacking }) => lacking === contender)
  const runtime = targets[contender.target]?.runner.name
  return declared?.reason ?? (runtime && timer.gaps[runtime]) ?? null
}

type Slot = (launch: number, shareNs: number, signal: AbortSignal) => Promise<boolean>

function ownSlot(contender: MeasuredContender, context: LaunchContext): Slot {
  const batchNs = context.targets[contender.plan.target]?.runner.batchNs ?? 0
  const overheads: number[] = []
  return async (launch, shareNs, signal) => {
    const overheadNs = overheads.length > 0 ? median(overheads) : EXPECTED_OVERHEAD_NS
    const budget = { timeNs: shareNs, contenderLaunches: 1, overheadNs }
    const pacing = pacingFor(budget, batchNs, FIRST_TIMED_NS)
    const beganMs = performance.now()
    const needs = [needBeyond(contender.late)]
    const result = await launchGroup([contender.plan], pacing, { ...context, needs })
    if ('lost' in result) {
      await sleep(SIGNAL_GRACE_MS)
      if (signal.aborted) return false
      contender.lost = result.lost.get(0) ?? new LaunchError('crashed', 'was lost')
      return false
    }
    contender.launches.push(...result.launches.map(one => ({ ...one, group: 0, launch })))
    const timedNs = result.launches.reduce((sum, one) => sum + timedNsOf(one), 0)
    overheads.push((performance.now() - beganMs) * 1e6 - timedNs)
    return true
  }
}

function timerSlot(contender: TimedContender, { context, bundles }: TimingOptions): Slot {
  const { timer, plan } = contender
  const bundle = bundles.get(timer.name) ?? context.suite.bundle
  const overheadsMs: number[] = []
  return async (launch, shareNs, signal) => {
    const overheadMs = overheadsMs.length > 0 ? median(overheadsMs) : START_MS + timer.overheadMs
    const timeMs = Math.min(Math.max(shareNs / 1e6 - overheadMs, SHORTEST_MS), timer.defaultTimeMs)
    const beganMs = performance.now()
    try {
      const core = await reserveCore(context)
      const measurement = await launchTiming({ contender: plan, timer, bundle, core, timeMs }, context)
      contender.timings.push({ launch, askedNs: timeMs * 1e6, ...measurement })
    } catch (error) {
      await sleep(SIGNAL_GRACE_MS)
      if (signal.aborted) return false
      if (!(error instanceof LaunchError)) throw error
      contender.lost = error
      return false
    }
    overheadsMs.push(performance.now() - beganMs - timeMs)
    return true
  }
}
