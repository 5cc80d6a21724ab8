import { matchesGlob } from 'node:path'
import { suggestion, UsageError } from '@steelyard/measure'
import { type History, type HistoryPoint, historyOf } from '@steelyard/report'
import { counted } from '@steelyard/text'
import { withRecords } from '../sql/with-archive.ts'
import { addRecord, type LeftOut, otherTimesOf, type SuiteRecords, timesOf } from './history-points.ts'

/** The trends of a suite to show. */
export interface Choice {
  /** Globs over case ids; empty for all. */
  readonly cases: readonly string[]
  /** Globs over targets, with or without their version; empty for all. */
  readonly targets: readonly string[]
  /** Values by parameter. */
  readonly params: Readonly<Record<string, string>>
}

/** What is asked of records. */
export interface HistoryChoice extends Choice {
  readonly suite: string
  /** A fraction. */
  readonly falseAlarms: number
  readonly times: boolean
}

/** The trends of a suite, and what of it stands in none. */
export interface FoundHistory {
  readonly history: History
  readonly leftOut: LeftOut
}

/**
 * Returns the trends of a suite in records and folders of them.
 *
 * @throws UsageError where there are none, with what there is
 */
export async function readHistory(sources: readonly string[], choice: HistoryChoice): Promise<FoundHistory> {
  const { suite, falseAlarms } = choice
  const leftOut: LeftOut = { partial: 0, unpaired: 0, without: 0 }
  const all: SuiteRecords = { suites: new Set(), points: [], times: [], leftOut }
  await withRecords(sources, record => addRecord(all, record, suite))
  const points = all.points.filter(point => isChosen(point, choice))
  const others = otherTimesOf(all.times).filter(each =>
    isChosenOf({ cases: [each.case], targets: [each.line], params: each.params }, choice),
  )
  if (points.length === 0 && others.length === 0) throw nothingFound(choice, all)
  const chosen = new Set(points.flatMap(sidesOf))
  const times = choice.times ? timesOf(all.times) : []
  const shown = times.filter(each => chosen.has(sideKey(each.params, each)))
  return { history: historyOf(suite, points, shown, falseAlarms, others), leftOut }
}

function isChosen({ baseSide, headSide, base, head, params }: HistoryPoint, choice: Choice): boolean {
  const targets = [baseSide.line, headSide.line, base, head]
  return isChosenOf({ cases: [headSide.case], targets, params }, choice)
}

function isChosenOf(
  of: { readonly cases: readonly string[]; readonly targets: readonly string[]; readonly params: string },
  { cases, targets, params }: Choice,
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

function nothingFound(
  { suite }: HistoryChoice,
  { points: all, suites, leftOut: { partial, without } }: SuiteRecords,
): UsageError {
  if (!suites.has(suite)) {
    const known = [...suites].toSorted()
    return new UsageError(`Cannot find '${suite}' in these records. ${suggestion(suite, known, 'suites')}`)
  }
  if (all.length === 0) {
    return new UsageError(
      `Cannot show a trend of ${suite}: ${partial} records are partial and ${without} hold no ratio of contenders that shared launches. Ask for their rows with bench sql.`,
    )
  }
  const cases = [...new Set(all.map(({ headSide }) => headSide.case))].toSorted()
  const lines = [
    ...new Set(all.flatMap(({ baseSide, headSide }) => [baseSide.line, headSide.line])),
  ].toSorted()
  const params = [...new Set(all.map(point => point.params))].toSorted()
  return new UsageError(
    `Cannot find such a pair of ${suite} in these records. Its heads are ${cases.join(', ')}; its targets ${lines.join(', ')}; its parameters ${params.join(' ')}.`,
  )
}

/** Returns a sentence on what is in no trend; empty where all is. */
export function leftOutText({ partial, unpaired, without }: LeftOut): string {
  const said = [
    ...(partial > 0 ? [counted(partial, 'partial record')] : []),
    ...(without > 0 ? [`${counted(without, 'record')} without ratios`] : []),
    ...(unpaired > 0 ? [`${counted(unpaired, 'ratio')} of contenders that did not share launches`] : []),
  ]
  return said.length === 0 ? '' : `In no trend: ${said.join(', ')}. bench sql shows them.`
}

function sidesOf({ params, baseSide, headSide }: HistoryPoint): string[] {
  return [baseSide, headSide].map(side => sideKey(params, side))
}

function sideKey(params: string, { case: caseId, line }: HistoryPoint['headSide']): string {
  return JSON.stringify([params, caseId, line])
}
