import type { EstimateRecord, Verdict } from '@steelyard/record'
import { canShowChange, findChanges, lagOneCorrelation, ratioFromLogs, unpairedRatio } from '@steelyard/stats'

/** What must be equal for two records to stand in one trend. */
export interface Setting {
  readonly cpuModel: string
  readonly cores: number
  readonly kernel: string
  readonly governor: string | null
  readonly affinity: string
  readonly steelyardVersion: string
  /** null where it is not identified. */
  readonly cpuId: string | null
  /** Number of the way in which figures are estimated. */
  readonly estimator: number
  /** SHA-256 of the case and loop text of the suite, without comments and names of files. */
  readonly codeSha256: string
  /** Timed of each side in each launch; null for servers and starts. */
  readonly windowNs: number | null
}

export interface Side {
  readonly case: string
  /** The target without its version. */
  readonly line: string
}

/** The ratio of one record, and where it comes from. */
export interface Point {
  readonly record: string
  /** In UTC, `YYYY-MM-DD hh:mm:ss`. */
  readonly startedAt: string
  readonly commit: string | null
  readonly ratio: EstimateRecord
  readonly verdict: Verdict | null
  /** Ids of the targets. */
  readonly base: string
  readonly head: string
}

/** A ratio of a record with everything that says in which trend it belongs. */
export interface HistoryPoint extends Point {
  readonly setting: Setting
  readonly params: string
  readonly metric: string
  readonly baseSide: Side
  readonly headSide: Side
}

/** Times of one contender over the records of a setting: a description, never compared. */
export interface Times {
  readonly params: string
  readonly case: string
  readonly line: string
  readonly records: number
  readonly lowestNs: number
  readonly highestNs: number
  readonly latestNs: number
}

/** What another tool or timer said of one contender: described as it said it, in no trend. */
export interface OtherTimes extends Times {
  readonly timer: string
  /** In UTC, `YYYY-MM-DD hh:mm:ss`. */
  readonly firstAt: string
  readonly lastAt: string
}

/** The level of a ratio is another from a record on. */
export interface Change {
  /** Index of the first point of the new level. */
  readonly at: number
  readonly before: Point
  readonly after: Point
  /** New level ÷ old one; the interval does not know that the place was chosen by the data. */
  readonly ratio: EstimateRecord
}

/** One ratio over the records of a setting, the oldest first. */
export type Series = ReturnType<typeof seriesOf>

export type SettingHistory = ReturnType<typeof settingHistory>

export interface History {
  readonly schema: 'steelyard/history@1'
  readonly suite: string
  /** Chance that a series of all these without a change shows one. */
  readonly falseAlarms: number
  /** Names of what differs between the settings. */
  readonly apart: readonly (keyof Setting)[]
  readonly settings: readonly SettingHistory[]
  readonly others: readonly OtherTimes[]
}

/**
 * Returns the ratios of a suite over time: a trend for each pair in each setting, the setting of the newest record first.
 * Records of different settings are never in one trend.
 *
 * @param points in any order; at most one of each pair in a record
 * @param falseAlarms the chance, over all trends together, to call a change where there is none (Bonferroni)
 */
export function historyOf(
  suite: string,
  points: readonly HistoryPoint[],
  times: readonly (Times & { readonly setting: Setting })[],
  falseAlarms: number,
  others: readonly OtherTimes[] = [],
): History {
  const sorted = points.toSorted((a, b) => compare(a.startedAt, b.startedAt) || compare(a.record, b.record))
  const bySetting = [...Map.groupBy(sorted, ({ setting }) => JSON.stringify(setting)).values()]
  const trends = bySetting.map(each => [...Map.groupBy(each, pairKey).values()])
  const alpha = falseAlarms / Math.max(1, trends.flat().filter(({ length }) => length > 1).length)
  const settings = trends
    .map(series => settingHistory(series, times, alpha))
    .toSorted((a, b) => compare(b.lastAt, a.lastAt))
  return { schema: 'steelyard/history@1', suite, falseAlarms, apart: differing(settings), settings, others }
}

function settingHistory(
  trends: readonly (readonly HistoryPoint[])[],
  times: readonly (Times & { readonly setting: Setting })[],
  alpha: number,
) {
  const points = trends.flat()
  const [first] = points
  if (first === undefined) throw new Error('a setting has a record')
  const instants = points.map(({ startedAt }) => startedAt).toSorted()
  const key = JSON.stringify(first.setting)
  const own = times.filter(({ setting }) => JSON.stringify(setting) === key)
  return {
    setting: first.setting,
    records: new Set(points.map(({ record }) => record)).size,
    firstAt: instants[0] ?? '',
    lastAt: instants.at(-1) ?? '',
    /** Commits of Steelyard that wrote the records. */
    commits: new Set(points.map(({ commit }) => commit)).size,
    series: trends.map(each => seriesOf(each, alpha)).toSorted((a, b) => compare(orderKey(a), orderKey(b))),
    times: own.map(({ setting: _, ...rest }) => rest),
  }
}

function seriesOf(sources: readonly HistoryPoint[], alpha: number) {
  const [first] = sources
  if (first === undefined) throw new Error('a trend has a record')
  const points = sources.map(
    ({ setting: _, params: _p, metric: _m, baseSide: _b, headSide: _h, ...point }) => point,
  )
  const logs = points.map(({ ratio }) => Math.log(ratio.value))
  const starts = findChanges(logs, alpha)
  const bounds = [0, ...starts, logs.length]
  const levels = bounds.slice(1).map((end, index) => logs.slice(bounds[index], end))
  const resemblance = lagOneCorrelation(logs, starts)
  return {
    params: first.params,
    metric: first.metric,
    base: first.baseSide,
    head: first.headSide,
    points,
    changes: starts.map((at, index) => changeAt(points, at, levels[index + 1] ?? [], levels[index] ?? [])),
    /** Geometric mean since the last change, with its interval over records; that of the record where it is alone. */
    level: ratioFromLogs(levels.at(-1) ?? []) ?? first.ratio,
    /** Whether there are enough records to show a change at all. */
    isLongEnough: canShowChange(logs.length, alpha),
    /** Correlation of neighbours about their level; null where unknown. */
    correlation: resemblance?.correlation ?? null,
    /** Whether that is beyond chance: the false alarms are then more than promised. */
    resembles: resemblance?.isBeyondChance ?? false,
  }
}

function changeAt(
  points: readonly Point[],
  at: number,
  after: readonly number[],
  before: readonly number[],
): Change {
  const [last, next, ratio] = [points[at - 1], points[at], unpairedRatio(after, before)]
  if (!last || !next || !ratio) throw new Error('a change has several records on each side')
  return { at, before: last, after: next, ratio }
}

function differing(settings: readonly SettingHistory[]): (keyof Setting)[] {
  const names = Object.keys(settings[0]?.setting ?? {}) as (keyof Setting)[]
  return names.filter(name => new Set(settings.map(({ setting }) => setting[name])).size > 1)
}

function orderKey({ params, base, head, metric }: Series): string {
  return JSON.stringify([params, base.line, base.case, head.line, head.case, metric])
}

function pairKey({ params, metric, baseSide, headSide }: HistoryPoint): string {
  return JSON.stringify([params, metric, baseSide, headSide])
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
