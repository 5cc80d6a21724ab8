import type { ComparisonRecord, ResultRecord, RunRecord, TargetRecord } from '@steelyard/record'
import { joinPhrases, name, type Phrase, phraseText } from '@steelyard/text'
import { adviceFor } from './advice.ts'
import { axisOf } from './axis.ts'
import { olderWarnings } from './older-values.ts'
import { messageKind, messageText, type RecordMessage, recordMessage } from './record-message.ts'
import { paramsText } from './section.ts'
import { statusWord } from './status-word.ts'

const MOST_SUBJECTS = 3

/** A preview and an unpaired ratio are explained where they are shown, an interruption once for all. */
const EXPLAINED: readonly string[] = ['quick', 'unpaired', 'interrupted']

/** Returns every warning of a record once, with what it is about and what to try next. */
export function noticesOf(record: RunRecord): Phrase[] {
  return [
    ...partialNotice(record),
    ...reasonNotices(record),
    ...comparisonNotices(record),
    ...resultNotices(record),
    ...targetNotices(record),
    ...environmentNotices(record),
  ]
}

/** Returns one sentence for each result that was not measured, or not to the end, and for what no timer can time. */
export function unmeasuredOf(record: RunRecord): Phrase[] {
  const missing = record.results.filter(result => result.status !== 'ok')
  // What a timer lacks on a target it lacks for every case there.
  const alike = grouped(missing, result => {
    const { suite, case: caseId, target, timer, status, error } = result
    const subject = timer === 'steelyard' || status !== 'unsupported' ? caseId : ''
    return JSON.stringify([suite, subject, paramsText(result.params), target, timer, error])
  })
  return alike.flatMap(([, results]) => {
    const [result] = results
    if (result === undefined) return []
    const role = result.status === 'unsupported' ? 'quiet' : 'trouble'
    const said = result.error === null ? '' : `: ${errorText(result.error, result)}`
    const subjects = subjectList(results.map(each => resultSubject(each, record)))
    return [[...subjects, ' ', { text: statusWord(result.status), role }, said]]
  })
}

/** Errors of older records name their case, as do their sentences in new ones. */
function errorText(error: string, { suite, case: caseId, target, errorDetail }: ResultRecord): string {
  const message = recordMessage(error, errorDetail)
  if (message.value !== null) return messageText([message])
  const subject = `${suite}/${caseId} on ${target} `
  return error.startsWith(subject) ? error.slice(subject.length) : error
}

function partialNotice({ status }: RunRecord): Phrase[] {
  return status === 'partial'
    ? [
        [
          'The run was interrupted: verdicts are those of planned looks that were complete, and the rest are estimates. Run it again to the end.',
        ],
      ]
    : []
}

function reasonNotices(record: RunRecord): Phrase[] {
  const open = record.comparisons.filter(({ reason }) => reason !== null && !EXPLAINED.includes(reason))
  return grouped(open, comparison => comparison.reason ?? '').map(([reason, comparisons]) => {
    const subjects = comparisons.map(comparison => comparisonSubject(comparison, record))
    const verdict = comparisons.some(each => each.verdict === 'inconclusive') ? 'inconclusive' : 'no verdict'
    const judged = { text: `${verdict} (${reason})`, role: 'inconclusive' } as const
    return [...subjectList(subjects), ': ', judged, `. ${adviceFor(reason)}`]
  })
}

function resultNotices(record: RunRecord): Phrase[] {
  const warned = record.results.flatMap(result => {
    const messages = result.warningDetails === undefined ? olderWarningsOf(result) : warningsOf(result)
    return messages.map(warning => ({ result, warning }))
  })
  return grouped(warned, each => messageKind(each.warning)).map(([, found]) => [
    ...subjectList(found.map(({ result }) => resultSubject(result, record))),
    `: ${messageText(found.map(each => each.warning))}`,
  ])
}

function comparisonNotices(record: RunRecord): Phrase[] {
  const warned = record.comparisons.flatMap(comparison =>
    warningsOf(comparison).map(warning => ({ comparison, warning })),
  )
  return grouped(warned, each => messageKind(each.warning)).map(([, found]) => [
    ...subjectList(found.map(({ comparison }) => comparisonSubject(comparison, record))),
    `: ${messageText(found.map(each => each.warning))}`,
  ])
}

function targetNotices({ targets }: RunRecord): Phrase[] {
  return targets.flatMap(target =>
    warningsOf(target).map((message): Phrase => [name(target.id), `: ${messageText([message])}`]),
  )
}

function environmentNotices({ environment }: RunRecord): Phrase[] {
  return grouped(warningsOf(environment), messageKind).map(([, messages]) => [messageText(messages)])
}

/** Values that are fewer or more than the sentences are not theirs. */
function warningsOf({
  warnings = [],
  warningDetails = [],
}: Pick<TargetRecord, 'warnings' | 'warningDetails'>): RecordMessage[] {
  const details = warningDetails.length === warnings.length ? warningDetails : []
  return warnings.map((sentence, index) => recordMessage(sentence, details[index]))
}

/** Sentences of a record from before it had values. */
function olderWarningsOf(result: ResultRecord): RecordMessage[] {
  const values = olderWarnings(result)
  return result.warnings.map(sentence => ({ sentence, value: values.get(sentence) ?? null }))
}

function resultSubject(result: ResultRecord, record: RunRecord): Phrase {
  // In a run of one timer it goes without saying.
  const by = record.agreements === undefined || result.timer === 'steelyard' ? '' : ` by ${result.timer}`
  return [...caseSubject(result, record), ' on ', name(result.target), by]
}

function comparisonSubject(comparison: ComparisonRecord, record: RunRecord): Phrase {
  const head = [...caseSubject(comparison, record), ' on ', name(comparison.head)]
  return axisOf(comparison) === 'cases' ? head : [...head, ' against ', name(comparison.base)]
}

/** Names the suite and the parameters only where the record has more than one of them. */
function caseSubject(
  subject: Pick<ResultRecord, 'suite' | 'case' | 'params'>,
  { suites, results }: RunRecord,
): Phrase {
  const choices = new Set(
    results.filter(each => each.suite === subject.suite).map(each => paramsText(each.params)),
  )
  const caseId = suites.length > 1 ? `${subject.suite}/${subject.case}` : subject.case
  return [name(caseId), choices.size > 1 ? ` (${paramsText(subject.params)})` : '']
}

function subjectList(subjects: readonly Phrase[]): Phrase {
  const unique = Array.from(new Map(subjects.map(subject => [phraseText(subject), subject])).values())
  const rest = unique.length - MOST_SUBJECTS
  const more = rest > 0 ? [` and ${rest} more`] : []
  return [...joinPhrases(unique.slice(0, MOST_SUBJECTS), ', '), ...more]
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): [string, T[]][] {
  return Array.from(Map.groupBy(items, keyOf))
}
