import { matchesGlob } from 'node:path'
import { measurementOf } from '@steelyard/analysis'
import { suggestion, UsageError } from '@steelyard/measure'
import {
  type ComparisonRecord,
  type EstimateRecord,
  paramsJson,
  type ResultRecord,
  type RunRecord,
  type SessionFault,
  targetLine,
} from '@steelyard/record'
import { type HistoryPoint, historyOf, type OtherTimes, type Setting, type Times } from '@steelyard/report'
import { ratioFromLogs } from '@steelyard/stats'
import { counted, PROGRAM } from '@steelyard/text'
import { withRecords } from '../sql/with-archive.ts'

export interface HistoryChoice {
  /** A suite, or `suite/case`. */
  readonly word: string
  /** Globs over case ids, besides that of the word; empty for all. */
  readonly cases: readonly string[]
  /** Globs over targets, with or without their version; empty for all. */
  readonly targets: readonly string[]
  /** Values by parameter. */
  readonly params: Readonly<Record<string, string>>
  /** A fraction. */
  readonly falseAlarms: number
  readonly times: boolean
}

/** Returns the trends of a suite in records and folders of them. UsageError, with what there is, where there are none. */
export async function readHistory(sources: readonly string[], { word, ...given }: HistoryChoice) {
  const suites = new Map<string, SuiteRecords>()
  const isMeant = (name: string) => word === name || word.startsWith(`${name}/`)
  await withRecords(sources, record => {
    for (const name of new Set(record.results.map(result => result.suite))) {
      const leftOut: LeftOut = { partial: 0, unpaired: 0, without: 0, faulty: 0 }
      const own = suites.get(name) ?? { points: [], times: [], leftOut }
      suites.set(name, own)
      if (isMeant(name)) addRecord(own, record, name)
    }
  })
  // Names of other tools may hold slashes: the longest is the suite.
  const [found] = [...suites].filter(([name]) => isMeant(name)).toSorted(([a], [b]) => b.length - a.length)
  if (found === undefined) throw unknownSuite(word, [...suites.keys()])
  const [suite, all] = found
  const cases = suite === word ? given.cases : [word.slice(suite.length + 1), ...given.cases]
  const choice = { ...given, cases }
  const points = all.points.filter(({ baseSide, headSide, base, head, params }) => {
    const targets = [baseSide.line, headSide.line, base, head]
    return isChosen({ cases: [headSide.case], targets, params }, choice)
  })
  const others = otherTimesOf(all.times).filter(each =>
    isChosen({ cases: [each.case], targets: [each.line], params: each.params }, choice),
  )
  if (points.length === 0 && others.length === 0) throw nothingFound(suite, all)
  const chosen = new Set(
    points.flatMap(({ params, baseSide, headSide }) =>
      [baseSide, headSide].map(side => sideKey(params, side)),
    ),
  )
  const times = choice.times ? timesOf(all.times) : []
  const shown = times.filter(each => chosen.has(sideKey(each.params, each)))
  return { history: historyOf(suite, points, shown, given.falseAlarms, others), leftOut: all.leftOut }
}

/** Whether one of the cases and one of the targets are wanted, and the parameters, as JSON. */
function isChosen(
  of: { readonly cases: readonly string[]; readonly targets: readonly string[]; readonly params: string },
  { cases, targets, params }: Omit<HistoryChoice, 'word'>,
): boolean {
  const values = JSON.parse(of.params) as Readonly<Record<string, unknown>>
  const isAnyOf = (names: readonly string[], globs: readonly string[]) =>
    globs.length === 0 || globs.some(glob => names.some(name => name === glob || matchesGlob(name, glob)))
  return (
    isAnyOf(of.cases, cases) &&
    isAnyOf(of.targets, targets) &&
    Object.entries(params).every(([name, value]) => String(values[name]) === value)
  )
}

function unknownSuite(word: string, known: readonly string[]): UsageError {
  const [suite = ''] = word.split('/', 1)
  return new UsageError(
    `Cannot find '${suite}' in these records. ${suggestion(suite, known.toSorted(), 'suites')}`,
  )
}

function nothingFound(
  suite: string,
  { points: all, leftOut: { partial, without, faulty } }: SuiteRecords,
): UsageError {
  if (all.length === 0) {
    return new UsageError(
      `Cannot show a trend of ${suite}: ${counted(partial, 'partial record')}, ${counted(without, 'record')} without a ratio of contenders that shared launches, ${counted(faulty, 'ratio')} with a fault. Ask for their rows with ${PROGRAM} sql.`,
    )
  }
  const cases = [...new Set(all.map(({ headSide }) => headSide.case))].toSorted()
  const sides = all.flatMap(({ baseSide, headSide }) => [baseSide.line, headSide.line])
  const lines = [...new Set(sides)].toSorted()
  const params = [...new Set(all.map(point => point.params))].toSorted()
  return new UsageError(
    `Cannot find such a pair of ${suite} in these records. Its heads are ${cases.join(', ')}; its targets ${lines.join(', ')}; its parameters ${params.join(' ')}.`,
  )
}

/** Returns a sentence on what is in no trend; none where all is. */
export function leftOutTexts({ partial, unpaired, without, faulty }: LeftOut): string[] {
  const said = [
    ...(partial > 0 ? [counted(partial, 'partial record')] : []),
    ...(without > 0 ? [`${counted(without, 'record')} without ratios`] : []),
    ...(unpaired > 0 ? [`${counted(unpaired, 'ratio')} of contenders that did not share launches`] : []),
    ...(faulty > 0 ? [`${counted(faulty, 'ratio')} with a fault`] : []),
  ]
  return said.length === 0 ? [] : [`In no trend: ${said.join(', ')}. ${PROGRAM} sql shows them.`]
}

function sideKey(params: string, { case: caseId, line }: HistoryPoint['headSide']): string {
  return JSON.stringify([params, caseId, line])
}

interface SuiteRecords {
  /** Ratios whose contenders shared launches, of records that are complete. */
  readonly points: HistoryPoint[]
  readonly times: TimedResult[]
  /** What of the suite cannot stand in a trend. */
  readonly leftOut: LeftOut
}

interface LeftOut {
  /** Records that were cut short. */
  partial: number
  /** Ratios of contenders that did not share launches. */
  unpaired: number
  /** Records without any ratio, such as those of another timer. */
  without: number
  /** Ratios whose numbers may not be used, such as those of a failed control. */
  faulty: number
}

interface TimedResult extends Pick<Times, 'params' | 'case' | 'line'> {
  readonly setting: Setting
  readonly startedAt: string
  readonly timer: string
  readonly wallNs: number
}

function addRecord(all: SuiteRecords, record: RunRecord, suite: string): void {
  const results = record.results.filter(result => result.suite === suite)
  const comparisons = record.comparisons.filter(comparison => comparison.suite === suite)
  const startedAt = new Date(record.startedAt).toISOString()
  const setting = settingOf(record, suite, results)
  const lineOf = (id: string) => targetLine(id, record.targets)
  const isPartial = record.status === 'partial'
  const paired = comparisons.filter(comparison => comparison.paired)
  all.leftOut.partial += Number(isPartial)
  all.leftOut.unpaired += comparisons.length - paired.length
  all.leftOut.without += Number(!isPartial && paired.length === 0)
  const points = paired.flatMap((comparison): HistoryPoint[] => {
    const { params, metric, base, baseCase, head, case: headCase } = comparison
    const ratio = ratioFor(comparison, record)
    if (ratio === null) {
      all.leftOut.faulty += Number(!isPartial)
      return []
    }
    const { verdict } = comparison.asTimed ?? comparison
    return [
      {
        ...{ record: record.id, startedAt, commit: record.steelyard.commit, setting, metric, base, head },
        params: paramsJson(params),
        baseSide: { case: baseCase, line: lineOf(base) },
        headSide: { case: headCase, line: lineOf(head) },
        ...{ ratio, verdict },
      },
    ]
  })
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

/** Faults of a session whose numbers describe nothing, or that ended by what it found. */
const FAULTS: ReadonlySet<SessionFault | null> = new Set<SessionFault>([
  'control failed',
  'generator-bound',
  'clocks disagree',
  'lost',
  'never steady',
  'drifting',
  'part of a search',
  'not its samples',
])

/**
 * Returns the ratio as timed of the launches that count: those of a run that ends on its verdicts are more where it found
 * less, and a mean of its ratios is too large. Null where they describe nothing.
 */
function ratioFor(comparison: ComparisonRecord, record: RunRecord): EstimateRecord | null {
  const { ratio } = comparison.asTimed ?? comparison
  // A trend is of logs.
  if (ratio.value <= 0) return null
  const [measurement] = measurementOf(comparison, record)
  if (measurement === undefined) return ratio
  const { fault, logRatios } = measurement
  if (FAULTS.has(fault)) return null
  return (fault === null && logRatios.length < ratio.n ? ratioFromLogs(logRatios) : null) ?? ratio
}

function timesOf(all: readonly TimedResult[]): (Times & { readonly setting: Setting })[] {
  return spansOf(
    all.filter(({ timer }) => timer === 'steelyard'),
    ({ setting, params, line, case: caseId }) => [params, line, caseId, setting],
  ).map(({ first: { setting }, span }) => ({ setting, ...span }))
}

function otherTimesOf(all: readonly TimedResult[]): OtherTimes[] {
  return spansOf(
    all.filter(({ timer }) => timer !== 'steelyard'),
    ({ timer, params, line, case: caseId }) => [timer, params, line, caseId],
  ).map(({ first: { timer, startedAt: firstAt }, last: { startedAt: lastAt }, span }) => ({
    ...{ timer, firstAt, lastAt },
    ...span,
  }))
}

/** Returns the times of each key, in the order of the keys, with the oldest and the newest of them. */
function spansOf(all: readonly TimedResult[], keyOf: (one: TimedResult) => readonly unknown[]) {
  const sorted = all.toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : 1))
  const groups = Map.groupBy(sorted, one => JSON.stringify(keyOf(one)))
  const inOrder = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return inOrder.flatMap(([, own]) => {
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last) return []
    const { params, case: caseId, line } = first
    const times = own.map(({ wallNs }) => wallNs)
    const span = {
      ...{ params, case: caseId, line, records: own.length },
      lowestNs: Math.min(...times),
      highestNs: Math.max(...times),
      latestNs: last.wallNs,
    }
    return [{ first, last, span }]
  })
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
