import type { AgreementRecord, ResultRecord, RunRecord, TimerRecord } from '@steelyard/record'
import { name, type Phrase } from '@steelyard/text'
import { paramsText, type Section } from './section.ts'
import type { VerdictMark } from './verdict-mark.ts'

/** What one timer said of one case on one target, and how that stands to Steelyard's own. */
export interface AgreementRow {
  readonly result: ResultRecord
  /** null for Steelyard's own, and for what could not be timed. */
  readonly agreement: AgreementRecord | null
}

/** Returns the rows of a section target by target, and in them case by case, Steelyard's own first. */
export function agreementBlocks(
  { results, targets }: Section,
  { agreements = [] }: RunRecord,
): { readonly target: string; readonly rows: readonly AgreementRow[] }[] {
  return targets.map(target => {
    const here = results.filter(result => result.target === target && result.status !== 'unsupported')
    const cases = Array.from(new Set(here.map(result => result.case)))
    const rows = cases.flatMap(caseId => here.filter(result => result.case === caseId))
    return {
      target,
      rows: rows.map(result => ({
        result,
        agreement: agreements.find(each => isAbout(each, result)) ?? null,
      })),
    }
  })
}

/** Returns how a row ends; null where there is nothing to say. */
export function agreementMark({ result, agreement }: AgreementRow): VerdictMark | null {
  const plainMark = { sign: '', reason: '', tail: '' }
  if (result.status !== 'ok') return { ...plainMark, word: result.status, role: 'trouble' }
  if (agreement === null) return null
  if (agreement.agrees === null) {
    return agreement.ratio === null
      ? { ...plainMark, word: 'no interval', role: 'quiet' }
      : { ...plainMark, word: 'not judged', reason: '(interrupted)', role: 'quiet' }
  }
  return agreement.agrees
    ? { ...plainMark, word: 'no difference seen', role: 'quiet' }
    : { ...plainMark, word: 'differs', role: 'inconclusive' }
}

/** Returns one sentence for each difference: what was found that can make it. */
export function differencesOf({ suite, params }: Section, { agreements = [] }: RunRecord): Phrase[] {
  return agreements
    .filter(each => each.suite === suite.name && paramsText(each.params) === paramsText(params))
    .filter(each => each.agrees === false)
    .map(({ case: caseId, target, timer, causes }) => [
      name(caseId),
      ' on ',
      name(target),
      `, ${timer}: `,
      causes.length > 0 ? causes.join('; ') : 'none of the causes that are looked for was found',
    ])
}

/** Returns how many differ, and how many would by chance alone. */
export function agreementSummary({ agreements = [], status }: RunRecord): Phrase {
  if (status === 'partial') return ['The run was interrupted: whether the timers differ is not judged.']
  const judged = agreements.filter(({ agrees }) => agrees !== null)
  const differing = judged.filter(({ agrees }) => agrees === false).length
  if (judged.length === 0) return ['No timer can be held against Steelyard: there are too few launches.']
  return [
    `${differing} of ${judged.length} differ from Steelyard by more than the interval of their ratio. By chance alone about one in twenty would.`,
  ]
}

/** Returns which other timers there are, and which of their numbers is shown. */
export function timersText({ timers = [] }: RunRecord): Phrase[] {
  return timers.map(timer => [name(timerText(timer)), `: ${timer.headline}`])
}

function timerText({ name: timer, version }: TimerRecord): string {
  return version === null ? timer : `${timer} ${version}`
}

function isAbout(agreement: AgreementRecord, result: ResultRecord): boolean {
  return (
    agreement.suite === result.suite &&
    agreement.case === result.case &&
    agreement.target === result.target &&
    agreement.timer === result.timer &&
    paramsText(agreement.params) === paramsText(result.params)
  )
}
