import type { DescribedApp, SuiteDescription } from '@steelyard/harness/protocol'
import { launchesNs, type Stopping, WINDOW_NS } from '@steelyard/schedule'
import { FIRST_LOOK, LAG_ONE, type LookPlan, PLANNED_LAUNCHES, sum } from '@steelyard/stats'
import { otherTimers } from '../other-timers/check-timers.ts'
import { shortestLaunchNs } from '../servers/turn-pacing.ts'
import type { ComparePlan } from './compare-plan.ts'
import type { GroupPlan, SuitePlan } from './plan.ts'
import type { RunOptions } from './run-options.ts'

/**
 * Times where none is asked for, in seconds. Those of runs are for each suite, and raised to what its launches need;
 * evidence has time for 20 launches of a dozen groups of three.
 */
export const DEFAULT_SECONDS = {
  run: 180,
  quick: 65,
  evidence: 480,
  agree: 600,
  quickAgree: 180,
  /** For the whole search. */
  bisect: 480,
  /** For each target. */
  modes: 180,
  /** For all targets together. */
  doctor: 300,
  /** For the loop in a standalone file. */
  emit: 3,
} as const

const EVIDENCE_LAUNCHES = 20

/** The most launches of a group where a precision is asked for. */
const MAXIMUM_LAUNCHES = 100

/** Time beyond the shortest, so that a busy machine has its launches too. */
const ROOM = 1.3

/** A time that was asked for, with a last launch that just does not fit. */
const LAST_LAUNCH = 1.1

/** Room in the default time, since launches of servers have taken 1.7 times the shortest, and too few give no verdict. */
const DEFAULT_OVERTIME = 2

/** Size of a record with samples of Node, whose batches are the shortest. */
const BYTES_PER_TIMED_SECOND = 20_000

/** One start of an app that is timed, and its two answers. */
const TIMED_START_NS = 0.4e9

/** A launch for memory or for single calls, at its shortest. */
const SIDE_LAUNCH_NS = 0.6e9

/** The most that all side launches may take of the time of a suite. */
export const MOST_SIDE_SHARE = 0.25

/** Launches in which the kernel's counts are read: few, since most contenders have the same in each. */
export const USAGE_LAUNCHES = 3

/** Launches whose allocations are sampled: of each kind, with inlined functions and without. */
export const ALLOCATION_LAUNCHES = 3

/** What starting a server takes beyond that of one module: a framework, or each further process of a pool. */
const FRAMEWORK_NS = 0.5e9
const POOL_PROCESS_NS = 0.15e9

/**
 * Returns the time in which this many launches of functions can be made, on a busy machine too, each with `windowNs` of
 * timed batches of each contender. A launch counts once for every contender in it.
 */
export function neededTimeNs(contenderLaunches: number, windowNs: number): number {
  return ROOM * launchesNs(contenderLaunches, windowNs)
}

/** Returns whether what a comparison says is to be shown to others. */
export function isEvidence(compare: ComparePlan | null): boolean {
  return compare?.evidence ?? false
}

/** Returns after how many launches a run looks at a comparison first, and how many it plans, if its time holds them. */
export function wantedLooks(compare: ComparePlan | null): Omit<LookPlan, 'lagOne'> {
  return isEvidence(compare)
    ? { first: EVIDENCE_LAUNCHES, planned: EVIDENCE_LAUNCHES }
    : { first: FIRST_LOOK, planned: PLANNED_LAUNCHES }
}

/** Returns the most launches of a group that a run makes for verdicts: up to its first look in a quick one. */
export function wantedLaunches({ selection, time }: Pick<RunOptions, 'selection' | 'time'>): number {
  const { first, planned } = wantedLooks(selection.compare)
  return time.quick ? first : planned
}

/**
 * Returns how many launches a group has before it may end. In a quick run it is as many everywhere, also where there is no
 * look by then. Verdicts that ended a precise group would bias its ratio: its width alone says when, from N on.
 */
export function fewestLaunches(options: RunOptions, { first, planned }: LookPlan): number {
  if (options.time.quick) return wantedLaunches(options)
  return options.rules.precision === null ? first : planned
}

/** Returns the time of a suite that was asked for, or that it has if its launches do not need more. */
export function capSeconds({ selection, rules, time }: Omit<RunOptions, 'probes'>): number {
  if (time.timeSeconds !== null) return time.timeSeconds
  if (rules.timers.length > 1) return time.quick ? DEFAULT_SECONDS.quickAgree : DEFAULT_SECONDS.agree
  if (isEvidence(selection.compare)) return DEFAULT_SECONDS.evidence
  return time.quick ? DEFAULT_SECONDS.quick : DEFAULT_SECONDS.run
}

/** Returns how much is timed of each contender in each launch: what was asked, or the same in all runs. */
export function windowNsOf({ windowSeconds }: Pick<RunOptions['time'], 'windowSeconds'>): number {
  return windowSeconds === null ? WINDOW_NS : windowSeconds * 1e9
}

/** Returns the seconds, in tens, in which a suite has the launches that are wanted. */
export function neededSeconds(plan: SuitePlan, description: SuiteDescription, options: RunOptions): number {
  const { server } = description
  const launches = wantedLaunches(options)
  const needsNs = plan.groups.map(group => {
    if (server === null) return launchesNs(group.length * launches, windowNsOf(options.time))
    return launches * (isOfStarts(description) ? startsNs(group) : serversNs(group, server.apps))
  })
  // The load of servers is as long as their launch: one that is slow has fewer turns.
  const room = server === null || isOfStarts(description) ? ROOM : 1
  return Math.ceil((room * sum(needsNs) + sideNs(plan, description, options)) / 1e10) * 10
}

/**
 * What side launches of functions take, a part of the time of a suite: of a time that was asked for, a quarter at most.
 * Each contender that can run has them once, in however many groups it stands; a control is a copy of one that has them.
 */
function sideNs(
  { groups }: Pick<SuitePlan, 'groups'>,
  { server, memory, perCall }: SuiteDescription,
  { probes, time }: Pick<RunOptions, 'probes' | 'time'>,
): number {
  if (server !== null) return 0
  const { usage, allocations, tiers, budgetMs } = probes
  const ofEach =
    Number(memory || probes.memory) +
    (usage ? USAGE_LAUNCHES : 0) +
    (allocations ? 2 * ALLOCATION_LAUNCHES : 0) +
    Number(tiers)
  const isTimed = (caseId: string) => perCall.includes(caseId) || (budgetMs !== null && perCall.length === 0)
  const contenders = [...new Set(groups.flat())].filter(({ isControl }) => !isControl)
  const forCalls = contenders.filter(({ caseId }) => isTimed(caseId)).length
  const ns = (ofEach * contenders.length + forCalls) * SIDE_LAUNCH_NS
  return Math.min(ns, MOST_SIDE_SHARE * 1e9 * (time.timeSeconds ?? Number.POSITIVE_INFINITY))
}

/** Returns how long a suite is measured: as was asked, by default as long as its launches need, fewer in a preview. */
export function suiteSeconds(plan: SuitePlan, description: SuiteDescription, options: RunOptions): number {
  const cap = capSeconds(options)
  if (options.time.timeSeconds !== null) return cap
  return Math.max(cap, neededSeconds(plan, description, options))
}

/**
 * Returns how far beyond its time a suite may go where a group lacks launches, as a factor. A time that was asked for is
 * kept, but for a last launch that just does not fit. By default verdicts are wanted, which take longer on a slow machine.
 */
export function overtimeOf({ timeSeconds }: Pick<RunOptions['time'], 'timeSeconds'>): number {
  return timeSeconds === null ? DEFAULT_OVERTIME : LAST_LAUNCH
}

export function stoppingOf(options: RunOptions, timeSeconds: number): Stopping {
  const launches = wantedLaunches(options)
  return {
    minimumLaunches: launches,
    maximumLaunches: options.time.quick ? launches : MAXIMUM_LAUNCHES,
    precision: options.rules.precision,
    timeNs: timeSeconds * 1e9,
    ...options.time.stopping,
  }
}

/**
 * Returns when comparisons of a suite may have verdicts. A time that was asked for is a cap: N is what it holds. Servers and
 * starts have one look, since how their launches spread was not simulated for fewer.
 */
export function lookPlanOf(
  plan: Pick<SuitePlan, 'groups'>,
  description: SuiteDescription,
  options: RunOptions,
): LookPlan {
  const { first, planned } = wantedLooks(options.selection.compare)
  if (description.server !== null) return { first: planned, planned, lagOne: 0 }
  const held = heldLaunches(plan, description, options) ?? planned
  return { first, planned: Math.min(planned, Math.max(first, held)), lagOne: LAG_ONE }
}

/** Returns how many launches of every group fit in the time that was asked for; null where none was. */
function heldLaunches(
  plan: Pick<SuitePlan, 'groups'>,
  description: SuiteDescription,
  options: RunOptions,
): number | null {
  const { time } = options
  if (time.timeSeconds === null) return null
  const leftNs = time.timeSeconds * 1e9 - sideNs(plan, description, options)
  return Math.floor(leftNs / launchesNs(Math.max(1, plan.groups.flat().length), windowNsOf(time)))
}

/** Returns the least time that may be asked for, in seconds, for this many launches of every group of functions. */
export function enoughSeconds(
  plan: Pick<SuitePlan, 'groups'>,
  description: SuiteDescription,
  { probes, time }: RunOptions,
  launches: number,
): number {
  const launchingNs = launchesNs(launches * plan.groups.flat().length, windowNsOf(time))
  const allSidesNs = sideNs(plan, description, { probes, time: { ...time, timeSeconds: null } })
  return Math.min(launchingNs + allSidesNs, launchingNs / (1 - MOST_SIDE_SHARE)) / 1e9
}

/** Returns the bytes that the launches of a suite may add to a record, from its time. */
export function mostBytes(plan: SuitePlan, description: SuiteDescription, options: RunOptions): number {
  if (description.server !== null) return 0
  const windowNs = windowNsOf(options.time)
  const seconds = suiteSeconds(plan, description, options)
  const { maximumLaunches, timeNs } = stoppingOf(options, seconds)
  const contenders = plan.groups.flat().length
  const held = (overtimeOf(options.time) * timeNs) / launchesNs(1, windowNs)
  return (Math.min(contenders * maximumLaunches, held) * windowNs * BYTES_PER_TIMED_SECOND) / 1e9
}

/** Returns how long a suite takes, in seconds: with the fewest launches, and with as many as are planned or its time holds. */
export function expectedSeconds(plan: SuitePlan, description: SuiteDescription, options: RunOptions) {
  const { rules, time } = options
  const cap = suiteSeconds(plan, description, options)
  if (isOfStarts(description) && rules.precision === null) {
    const startingNs = wantedLaunches(options) * startsNs(plan.groups.flat())
    const seconds = Math.min(cap, startingNs / 1e9)
    return { least: seconds, most: seconds }
  }
  if (description.server !== null || otherTimers(rules.timers).length > 0) return { least: cap, most: cap }
  const looks = lookPlanOf(plan, description, options)
  const secondsFor = (launches: number) => {
    const launchingNs = launchesNs(launches * plan.groups.flat().length, windowNsOf(time))
    return Math.min(cap, (launchingNs + sideNs(plan, description, options)) / 1e9)
  }
  const least = secondsFor(fewestLaunches(options, looks))
  if (time.quick) return { least, most: least }
  return { least, most: rules.precision === null ? secondsFor(looks.planned) : cap }
}

function isOfStarts({ server }: SuiteDescription): boolean {
  return server?.measure === 'start'
}

function startsNs(group: GroupPlan): number {
  return group.length * TIMED_START_NS
}

function serversNs(group: GroupPlan, apps: Readonly<Record<string, DescribedApp>>): number {
  const beyondNs = group.map(({ caseId }) => {
    const app = apps[caseId]
    if (app === undefined || 'sourced' in app) return 0
    const processes = app.pool?.processes ?? 1
    return ('prepared' in app ? FRAMEWORK_NS : 0) + (processes - 1) * POOL_PROCESS_NS
  })
  return shortestLaunchNs(group.length) + sum(beyondNs)
}
