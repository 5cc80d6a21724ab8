import type { Query } from '@steelyard/archive'
import type { Verdict } from '@steelyard/record'
import type { HistoryPoint, OtherTimes, Setting, Times } from '@steelyard/report'

const SETTING = `r.cpu_model, r.cores, r.kernel, r.governor, r.affinity, r.steelyard_version,
  r.cpu_id, r.estimator, b.code_sha256, b.window_ns`
const TIMES = 'count(*), min(w.wall_ns), max(w.wall_ns), arg_max(w.wall_ns, r.started_at)'
const BUNDLES = `(SELECT record, suite, code_sha256, max(window_ns) AS window_ns FROM results
  WHERE suite = $suite GROUP BY ALL) b`

/** What of a suite cannot stand in a trend, by count. */
export interface LeftOut {
  /** Records that were cut short. */
  readonly partial: number
  /** Ratios of contenders that did not share launches. */
  readonly unpaired: number
  /** Records without any ratio, such as those of another timer. */
  readonly without: number
}

/** Returns every suite that has a result. */
export async function suitesOf(query: Query): Promise<string[]> {
  const rows = await rowsOf(query, 'SELECT DISTINCT suite FROM results ORDER BY suite')
  return rows.map(([suite]) => String(suite))
}

/** Returns the ratios of a suite whose contenders shared launches, from records that are complete. */
export async function pointsOf(query: Query, suite: string): Promise<HistoryPoint[]> {
  const rows = await rowsOf(
    query,
    `SELECT r.record, strftime(r.started_at, '%Y-%m-%d %H:%M:%S'), r.steelyard_commit, ${SETTING},
      c.params, c.metric, c.base, c.base_case, c.base_line, c.head, c.head_case, c.head_line,
      c.ratio, c.ratio_lower, c.ratio_upper, c.ratio_level, c.ratio_n, c.verdict
    FROM comparisons c JOIN records r USING (record) JOIN ${BUNDLES} USING (record)
    WHERE c.suite = $suite AND c.paired AND r.status = 'complete'
    QUALIFY row_number() OVER (PARTITION BY c.record, c.params, c.metric, c.base, c.base_case, c.head, c.head_case) = 1`,
    { suite },
  )
  return rows.map(([record, startedAt, commit, ...rest]) => {
    const [params, metric, base, baseCase, baseLine, head, headCase, headLine] = rest
      .slice(10, 18)
      .map(String)
    const [value, lower, upper, level, n] = rest.slice(18, 23).map(Number)
    return {
      record: String(record),
      startedAt: String(startedAt),
      commit: commit as string | null,
      setting: settingOf(rest),
      params: params ?? '',
      metric: metric ?? '',
      base: base ?? '',
      head: head ?? '',
      baseSide: { case: baseCase ?? '', line: baseLine ?? '' },
      headSide: { case: headCase ?? '', line: headLine ?? '' },
      ratio: { value: value ?? 0, lower: lower ?? 0, upper: upper ?? 0, level: level ?? 0, n: n ?? 0 },
      verdict: rest[23] as Verdict | null,
    }
  })
}

/** Returns what times contenders of a suite had, setting by setting. */
export async function timesOf(
  query: Query,
  suite: string,
): Promise<(Times & { readonly setting: Setting })[]> {
  const rows = await rowsOf(
    query,
    `SELECT ${SETTING}, w.params, w.case_id, t.line, ${TIMES}
    FROM results w JOIN records r USING (record) JOIN targets t ON t.record = w.record AND t.target = w.target
      JOIN ${BUNDLES} ON b.record = w.record
    WHERE w.suite = $suite AND w.wall_ns IS NOT NULL AND NOT w.control AND w.timer = 'steelyard' AND r.status = 'complete'
    GROUP BY ALL ORDER BY w.params, t.line, w.case_id`,
    { suite },
  )
  return rows.map(row => {
    const [params = '', caseId = '', line = ''] = row.slice(10, 13).map(String)
    return { setting: settingOf(row), params, case: caseId, line, ...timesFrom(row.slice(13)) }
  })
}

/** Returns what other tools and timers said of a suite. */
export async function otherTimesOf(query: Query, suite: string): Promise<OtherTimes[]> {
  const rows = await rowsOf(
    query,
    `SELECT w.timer, w.params, w.case_id, t.line, strftime(min(r.started_at), '%Y-%m-%d %H:%M:%S'),
      strftime(max(r.started_at), '%Y-%m-%d %H:%M:%S'), ${TIMES}
    FROM results w JOIN records r USING (record) JOIN targets t ON t.record = w.record AND t.target = w.target
    WHERE w.suite = $suite AND w.wall_ns IS NOT NULL AND w.timer <> 'steelyard'
    GROUP BY ALL ORDER BY w.timer, w.params, t.line, w.case_id`,
    { suite },
  )
  return rows.map(row => {
    const [timer = '', params = '', caseId = '', line = '', firstAt = '', lastAt = ''] = row
      .slice(0, 6)
      .map(String)
    return { timer, params, case: caseId, line, firstAt, lastAt, ...timesFrom(row.slice(6)) }
  })
}

function timesFrom(row: readonly unknown[]): Pick<Times, 'records' | 'lowestNs' | 'highestNs' | 'latestNs'> {
  const [records = 0, lowestNs = 0, highestNs = 0, latestNs = 0] = row.map(Number)
  return { records, lowestNs, highestNs, latestNs }
}

/** Returns how much of a suite is in no trend. */
export async function leftOutOf(query: Query, suite: string): Promise<LeftOut> {
  const [row] = await rowsOf(
    query,
    `WITH seen AS (SELECT DISTINCT record FROM results WHERE suite = $suite)
    SELECT
      (SELECT count(*) FROM records JOIN seen USING (record) WHERE status = 'partial'),
      (SELECT count(*) FROM comparisons WHERE suite = $suite AND NOT paired),
      (SELECT count(*) FROM records JOIN seen USING (record) WHERE status = 'complete'
        AND record NOT IN (SELECT record FROM comparisons WHERE suite = $suite AND paired))`,
    { suite },
  )
  const [partial, unpaired, without] = (row ?? []).map(Number)
  return { partial: partial ?? 0, unpaired: unpaired ?? 0, without: without ?? 0 }
}

async function rowsOf(
  query: Query,
  sql: string,
  values: Record<string, string> = {},
): Promise<(readonly unknown[])[]> {
  const { rows } = await query.ask(sql, values)
  const all: (readonly unknown[])[] = []
  for await (const part of rows) for (const row of part) all.push(row)
  return all
}

function settingOf([
  cpuModel,
  cores,
  kernel,
  governor,
  affinity,
  steelyardVersion,
  cpuId,
  estimator,
  code,
  windowNs,
]: readonly unknown[]): Setting {
  return {
    cpuModel: String(cpuModel),
    cores: Number(cores),
    kernel: String(kernel),
    governor: governor as string | null,
    affinity: String(affinity),
    steelyardVersion: String(steelyardVersion),
    cpuId: cpuId as string | null,
    estimator: Number(estimator),
    codeSha256: String(code),
    windowNs: windowNs === null ? null : Number(windowNs),
  }
}
