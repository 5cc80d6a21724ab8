import { paramsJson, type ResultRecord, type RunRecord, targetLine } from '@steelyard/record'
import type { HistoryPoint, OtherTimes, Setting, Times } from '@steelyard/report'

/** What records hold of a suite. */
export interface SuiteRecords {
  /** Every suite that has a result. */
  readonly suites: Set<string>
  /** Ratios whose contenders shared launches, of records that are complete. */
  readonly points: HistoryPoint[]
  readonly times: TimedResult[]
  /** What of the suite cannot stand in a trend. */
  readonly leftOut: LeftOut
}

/** Counts. */
export interface LeftOut {
  /** Records that were cut short. */
  partial: number
  /** Ratios of contenders that did not share launches. */
  unpaired: number
  /** Records without any ratio, such as those of another timer. */
  without: number
}

interface TimedResult extends Pick<Times, 'params' | 'case' | 'line'> {
  readonly setting: Setting
  readonly startedAt: string
  readonly timer: string
  readonly wallNs: number
}

/** Adds what a record holds of a suite. */
export function addRecord(all: SuiteRecords, record: RunRecord, suite: string): void {
  for (const result of record.results) all.suites.add(result.suite)
  const results = record.results.filter(result => result.suite === suite)
  if (results.length === 0) return
  const comparisons = record.comparisons.filter(comparison => comparison.suite === suite)
  const startedAt = record.startedAt.slice(0, 19).replace('T', ' ')
  const setting = settingOf(record, suite, results)
  const lineOf = (id: string) => {
    const target = record.targets.find(each => each.id === id)
    return target === undefined ? id : targetLine(target, record.targets)
  }
  const isPartial = record.status === 'partial'
  const paired = comparisons.filter(comparison => comparison.paired)
  all.leftOut.partial += Number(isPartial)
  all.leftOut.unpaired += comparisons.length - paired.length
  all.leftOut.without += Number(!isPartial && paired.length === 0)
  const points = paired.map(
    ({ params, metric, base, baseCase, head, case: headCase, ratio, verdict }): HistoryPoint => ({
      ...{ record: record.id, startedAt, commit: record.steelyard.commit, setting, metric, base, head },
      params: paramsJson(params),
      baseSide: { case: baseCase, line: lineOf(base) },
      headSide: { case: headCase, line: lineOf(head) },
      ...{ ratio, verdict },
    }),
  )
  const pairs = Map.groupBy(points, ({ params, metric, base, baseSide, head, headSide }) =>
    JSON.stringify([params, metric, base, baseSide.case, head, headSide.case]),
  )
  if (!isPartial) all.points.push(...[...pairs.values()].flatMap(own => own.slice(0, 1)))
  for (const { timer, control, case: caseId, params, target, wallNs, foreign } of results) {
    const ns = wallNs?.value ?? foreign?.wallNs
    if (ns === undefined || (timer === 'steelyard' && (control || isPartial))) continue
    const about = { params: paramsJson(params), case: caseId, line: lineOf(target) }
    all.times.push({ ...about, setting, startedAt, timer, wallNs: ns })
  }
}

/** Returns what times contenders had, setting by setting. */
export function timesOf(all: readonly TimedResult[]): (Times & { readonly setting: Setting })[] {
  return grouped(
    all.filter(({ timer }) => timer === 'steelyard'),
    ({ setting, params, line, case: caseId }) => [params, line, caseId, setting],
  ).map(own => ({ setting: own[0].setting, ...spanOf(own) }))
}

/** Returns what other tools and timers said. */
export function otherTimesOf(all: readonly TimedResult[]): OtherTimes[] {
  return grouped(
    all.filter(({ timer }) => timer !== 'steelyard'),
    ({ timer, params, line, case: caseId }) => [timer, params, line, caseId],
  ).map(own => ({
    timer: own[0].timer,
    firstAt: own[0].startedAt,
    lastAt: own.at(-1)?.startedAt ?? '',
    ...spanOf(own),
  }))
}

/** Groups in the order of their keys, each with the oldest first. */
function grouped(
  all: readonly TimedResult[],
  keyOf: (one: TimedResult) => readonly unknown[],
): (readonly [TimedResult, ...TimedResult[]])[] {
  const sorted = all.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))
  const groups = Map.groupBy(sorted, one => JSON.stringify(keyOf(one)))
  return [...groups]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, own]) => own as [TimedResult, ...TimedResult[]])
}

function spanOf(own: readonly [TimedResult, ...TimedResult[]]): Times {
  const [{ params, case: caseId, line, wallNs }] = own
  const times = own.map(one => one.wallNs)
  return {
    ...{ params, case: caseId, line, records: own.length },
    lowestNs: Math.min(...times),
    highestNs: Math.max(...times),
    latestNs: times.at(-1) ?? wallNs,
  }
}

function settingOf(
  { environment, steelyard, suites }: RunRecord,
  suite: string,
  results: readonly ResultRecord[],
): Setting {
  const { cpuModel, cores, kernel, governor, affinity, cpuId } = environment
  const windows = results.flatMap(({ windowNs }) => windowNs ?? [])
  return {
    ...{ cpuModel, kernel, governor, affinity, cpuId, cores: cores ?? 0 },
    steelyardVersion: steelyard.version,
    estimator: steelyard.estimator ?? 0,
    codeSha256: String(suites.find(({ name }) => name === suite)?.codeSha256 ?? null),
    windowNs: windows.length === 0 ? null : Math.max(...windows),
  }
}
