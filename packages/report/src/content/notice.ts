import type { Metric, ResultRecord, RunRecord, WarningRecord } from '@steelyard/record'
import {
  name,
  type Phrase,
  recordWarningKind,
  recordWarningRangeText,
  recordWarningText,
} from '@steelyard/text'
import { adviceFor } from './advice.ts'
import { paramsText } from './section.ts'
import { statusWord } from './status-word.ts'
import { subject, subjectList } from './subject.ts'

/** A preview and an unpaired ratio are explained where they are shown, an interruption once for all. */
const EXPLAINED: readonly string[] = ['quick', 'unpaired', 'interrupted']

/** Said of a run that was cut short. */
export const INTERRUPTED: Phrase = [
  'The run was interrupted: verdicts are those of complete looks, the rest are estimates. Run it again to the end.',
]

/** Returns every warning of a record once, with what it is about and what to try next. */
export function noticesOf(record: RunRecord): Phrase[] {
  const metric = record.comparisons[0]?.metric
  const ofMachine = Map.groupBy(record.environment.warnings, recordWarningKind)
  return [
    ...(record.status === 'partial' ? [INTERRUPTED] : []),
    ...reasonNotices(record),
    ...warningNotices(record.comparisons, each => subject(each, caseSubject(each, record))),
    ...warningNotices(record.results, each => resultSubject(each, record), metric),
    ...record.targets.flatMap(({ id, warnings }) =>
      warnings.map((warning): Phrase => [name(id), `: ${recordWarningText(warning)}`]),
    ),
    ...Array.from(ofMachine.values(), alike => [recordWarningRangeText(alike)]),
  ]
}

/** Returns one sentence for each result that was not measured, or not to the end, and for what no timer can time. */
export function unmeasuredOf(record: RunRecord): Phrase[] {
  const missing = record.results.filter(result => result.status !== 'ok')
  // What a timer lacks on a target it lacks for every case there.
  const alike = Map.groupBy(missing, ({ suite, case: caseId, params, target, timer, status, error }) => {
    const subject = timer === 'steelyard' || status !== 'unsupported' ? caseId : ''
    return JSON.stringify([suite, subject, paramsText(params), target, timer, error])
  })
  return Array.from(alike.values()).flatMap(results => {
    const [result] = results
    if (result === undefined) return []
    const role = result.status === 'unsupported' ? 'quiet' : 'trouble'
    const said = result.error === null ? '' : `: ${recordWarningText(result.error)}`
    const subjects = subjectList(
      results.map(each => [each.control ? 'the copy of ' : '', ...resultSubject(each, record)]),
    )
    return [[...subjects, ' ', { text: statusWord(result), role }, said]]
  })
}

function reasonNotices(record: RunRecord): Phrase[] {
  const open = record.comparisons.filter(({ reason }) => reason !== null && !EXPLAINED.includes(reason))
  const byReason = Map.groupBy(open, ({ reason }) => reason ?? '')
  return Array.from(byReason, ([reason, comparisons]) => {
    const subjects = comparisons.map(comparison => subject(comparison, caseSubject(comparison, record)))
    const verdict = comparisons.some(each => each.verdict === 'inconclusive') ? 'inconclusive' : 'no verdict'
    const judged = { text: `${verdict} (${reason})`, role: 'inconclusive' } as const
    return [...subjectList(subjects), ': ', judged, `. ${adviceFor(reason, comparisons[0]?.metric)}`]
  })
}

function warningNotices<Warned extends { readonly warnings: readonly WarningRecord[] }>(
  all: readonly Warned[],
  subjectOf: (warned: Warned) => Phrase,
  metric?: Metric,
): Phrase[] {
  const found = all.flatMap(warned => warned.warnings.map(warning => ({ warned, warning })))
  const byKind = Map.groupBy(found, ({ warning }) => recordWarningKind(warning))
  return Array.from(byKind.values(), alike => [
    ...subjectList(alike.map(({ warned }) => subjectOf(warned))),
    `: ${recordWarningRangeText(
      alike.map(each => each.warning),
      metric,
    )}`,
  ])
}

function resultSubject(result: ResultRecord, record: RunRecord): Phrase {
  // In a run of one timer it goes without saying.
  const by = record.agreements.length === 0 || result.timer === 'steelyard' ? '' : ` by ${result.timer}`
  return [...caseSubject(result, record), ' on ', name(result.target), by]
}

/** Names the suite and the parameters only where the record has more than one of them. */
function caseSubject(one: Pick<ResultRecord, 'suite' | 'case' | 'params'>, record: RunRecord): Phrase {
  const { suites, results } = record
  const choices = new Set(
    results.filter(each => each.suite === one.suite).map(each => paramsText(each.params)),
  )
  const caseId = suites.length > 1 ? `${one.suite}/${one.case}` : one.case
  return [name(caseId), choices.size > 1 ? ` (${paramsText(one.params)})` : '']
}
