import type { LaunchFailure, Loss } from '@steelyard/launcher'
import type { LoadTurn } from '@steelyard/load'
import type {
  AuditRecord,
  LaunchRecord,
  ResultRecord,
  RunRecord,
  ServerRecord,
  StartRecord,
  WindowRecord,
} from '@steelyard/record'
import type { Audit, GroupStop } from '@steelyard/schedule'
import { EMPTY_HISTOGRAM } from '@steelyard/stats'
import { timers } from '@steelyard/timers'
import type { ContenderPlan, ParamValues } from '../../measure/src/plan/plan.ts'
import type { ServerLaunch } from '../../measure/src/servers/server-launch.ts'
import type { TimedStart } from '../../measure/src/starts/start-once.ts'
import type { MeasuredSuite, NamedSuite, TimedContender } from '../../measure/src/suite/measured-suite.ts'
import {
  type MeasuredContender,
  type MeasuredLaunch,
  unmeasured,
} from '../../measure/src/suite/measured-suite.ts'

/**
 * Returns the suites of a record as they stood when the last launch had ended, before anything was computed: from
 * samples, evidence and names alone. No estimate, comparison, label or status of the record is read.
 */
export function measuredFromRecord(record: RunRecord): NamedSuite[] {
  const targetIds = record.targets.map(({ id }) => id)
  return record.suites.map(({ name, compare, baseline }) => {
    const params = new Map<string, ParamValues>()
    const results = record.results.filter(({ suite, timer }) => suite === name && timer === 'steelyard')
    const contenders = withSharing(
      results.map(result => contenderOf(result, targetIds.indexOf(result.target), params)),
    )
    const groups = groupsOf(contenders)
    return {
      name,
      plan: {
        ...{ by: compare, baseline, contenders: contenders.map(({ plan }) => plan) },
        groups: groups.map(group => group.map(({ plan }) => plan)),
        unsupported: results.flatMap(({ status, error }, index) => {
          const contender = contenders[index]?.plan
          return status === 'unsupported' && contender ? [{ contender, reason: reasonOf(error) }] : []
        }),
      },
      measured: {
        ...{ contenders, groups, end: 'time', timedShares: [] },
        ...plannedWindowOf(results),
        ...looksOf(record, name),
        ...(record.comparisons.some(({ stop }) => stop !== null) && {
          stops: groups.map(([base, ...heads]) => stopOf(record, name, base, heads)),
        }),
      },
      targetIds,
    }
  })
}

/** A record has what was seen of a core once for all contenders of a launch. */
function withSharing(contenders: readonly MeasuredContender[]): MeasuredContender[] {
  const nameOf = ({ group, launch }: MeasuredLaunch) => `${group}/${launch}`
  const sharings = new Map(
    contenders.flatMap(({ launches }) =>
      launches.flatMap(launch => (launch.sharing ? [[nameOf(launch), launch.sharing]] : [])),
    ),
  )
  return contenders.map(contender => ({
    ...contender,
    launches: contender.launches.map(launch => {
      const sharing = launch.sharing ?? sharings.get(nameOf(launch))
      return sharing ? { ...launch, sharing } : launch
    }),
  }))
}

function looksOf({ comparisons }: RunRecord, name: string): Pick<MeasuredSuite, 'looks'> {
  const { lookPlan } = comparisons.find(one => one.suite === name && one.lookPlan !== null) ?? {}
  return lookPlan ? { looks: lookPlan } : {}
}

/** Samples do not show why a group ended. */
function stopOf(
  { comparisons, targets }: RunRecord,
  name: string,
  base: MeasuredContender | undefined,
  heads: readonly MeasuredContender[],
): GroupStop {
  const isOf = (target: string, caseId: string) => (each: MeasuredContender | undefined) =>
    each?.plan.caseId === caseId && targets[each.plan.target]?.id === target
  const found = comparisons.find(
    one =>
      one.suite === name &&
      one.stop !== null &&
      isOf(one.base, one.baseCase)(base) &&
      heads.some(isOf(one.head, one.case)),
  )
  return found?.stop ?? 'launches'
}

function plannedWindowOf(results: readonly ResultRecord[]): Pick<MeasuredSuite, 'windowNs'> {
  const { windowNs = null } = results.find(result => result.windowNs !== null) ?? {}
  return windowNs === null ? {} : { windowNs }
}

/** Returns what other timers said of a suite, as it stood when the last of them had ended. */
export function timedFromRecord(record: RunRecord, suite: string): TimedContender[] {
  const shared = new Map<string, ParamValues>()
  return record.results.flatMap(result => {
    if (result.suite !== suite || !Object.hasOwn(timers, result.timer)) return []
    const target = record.targets.findIndex(({ id }) => id === result.target)
    const { plan } = contenderOf(result, target, shared)
    const timer = timers[result.timer as keyof typeof timers]
    const unsupported = result.status === 'unsupported' ? reasonOf(result.error) : null
    return [{ plan, timer, timings: result.timings, lost: null, unsupported }]
  })
}

/** Contenders of the same parameters share one object, as in a plan. */
function contenderOf(
  result: ResultRecord,
  target: number,
  shared: Map<string, ParamValues>,
): MeasuredContender {
  const key = JSON.stringify(result.params)
  const params = shared.get(key) ?? result.params
  shared.set(key, params)
  const plan: ContenderPlan = {
    ...{ caseId: result.case, params, target },
    ...(result.control ? { isControl: true } : {}),
  }
  const launches = result.launches.map((launch, index) => launchOf(launch, index, result))
  return {
    ...{ ...unmeasured(plan), launches, startupPhases: result.start?.phases ?? null },
    lost: lossOf(result),
    late: result.lateChange,
    isAsync: result.asynchronous,
    events: result.events,
  }
}

/** That a contender was lost, and by what, is evidence as its samples are. */
function lossOf({ error }: ResultRecord): Loss | null {
  if (error?.code !== 'lost') return null
  return { failure: error.failure as LaunchFailure, message: String(error.message), output: '' }
}

function reasonOf(error: ResultRecord['error']): string {
  return String(error?.reason ?? '')
}

function launchOf(record: LaunchRecord, index: number, { server, start }: ResultRecord): MeasuredLaunch {
  const { group, launch, early, work, stalls, sharing } = record
  return {
    ...{ group, launch, ...windowOf(record), early: early.map(windowOf), work },
    ...(stalls ? { stalls } : {}),
    ...(sharing ? { sharing } : {}),
    ...(server ? { server: serverOf(server, index) } : {}),
    ...(start ? { start: startOf(record, start, index) } : {}),
  }
}

function windowOf(record: WindowRecord) {
  const { iterationsPerBatch, order, wallNs, cpuNs, warmup, nullBatch, audit, clockShares, backgroundShare } =
    record
  return {
    ...{ iterationsPerBatch, order, wallNs, nullBatch },
    cpuNs: cpuNs ?? wallNs.map(() => null),
    audits: wallNs.map((_, index) => auditOf(audit, index)),
    warmup: { ...warmup, iterationNs: 0 },
    ...{ clockShares, backgroundShare },
  }
}

/** A record keeps which samples were contended, and no longer why: a move stands for every reason. */
function auditOf(audit: AuditRecord | null, index: number): Audit | null {
  if (audit === null) return null
  return { waitedNs: null, preemptions: null, stolenNs: null, moved: audit.contended.includes(index) }
}

/** What decides whether the generator was the limit: turns, and the rate against canned bytes. */
function serverOf({ load, listener, configuration, generator, launches }: ServerRecord, index: number) {
  const { startNs = 0, residentBytes = null, turns } = launches[index] ?? {}
  const { limitPerSecond } = generator
  const server: ServerLaunch = {
    ...{ load, listener, configuration, startNs, residentBytes },
    turns: (turns?.durationNs ?? []).map((durationNs, turn) => ({
      ...{ ...NO_TURN, durationNs, latenessNs: load.kind === 'open' ? EMPTY_HISTOGRAM : null },
      requests: turns?.requests[turn] ?? 0,
      serverCpuNs: turns?.serverCpuNs?.[turn] ?? null,
      generatorCpuNs: turns?.generatorCpuNs[turn] ?? 0,
      ...(turns?.besideRequests && { background: { ...NO_TURN, requests: turns.besideRequests[turn] ?? 0 } }),
    })),
    limit: limitPerSecond === null ? null : { ...NO_TURN, durationNs: 1e9, requests: limitPerSecond },
    routing: null,
  }
  return server
}

const NO_TURN: LoadTurn = {
  ...{ durationNs: 0, requests: 0, non2xx: 0, faults: [] },
  ...{ latencyNs: EMPTY_HISTOGRAM, firstByteNs: null, latenessNs: null, ratePerSecond: [] },
  ...{ generatorCpuNs: 0, serverCpuNs: null },
}

function startOf({ cpuNs }: LaunchRecord, { listener, bundle, launches }: StartRecord, index: number) {
  const times = launches[index]
  if (times === undefined) throw new RangeError('Cannot read the record: a start lacks its times.')
  const start: TimedStart = {
    ...{ listener, ...times, cpuNs: cpuNs?.[0] ?? null },
    bundle: { file: '', ...bundle },
  }
  return start
}

/** Who shared launches: the one the others are held against, a copy of it, and the others, in the order of the results. */
function groupsOf(contenders: readonly MeasuredContender[]): MeasuredContender[][] {
  const numbers = new Set(contenders.flatMap(({ launches }) => launches.map(({ group }) => group)))
  return [...numbers]
    .sort((a, b) => a - b)
    .map(number => {
      const members = contenders.filter(({ launches }) => launches.some(({ group }) => group === number))
      const [first, ...others] = members
      const controls = others.filter(({ plan }) => plan.isControl)
      return [...(first ? [first] : []), ...controls, ...others.filter(({ plan }) => !plan.isControl)]
    })
}
