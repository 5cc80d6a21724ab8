import type { AgreementRecord, ResultRecord, RunRecord } from '@steelyard/record'
import { durationText, name, type Phrase, type Role, ratioText } from '@steelyard/text'
import { type Block, type Field, headingsOf } from '../document.ts'
import { paramsText, type Section } from '../section.ts'
import { onTarget } from '../subject.ts'
import type { VerdictMark } from '../verdict-mark.ts'

/** Returns what each timer reported, Steelyard first, and why they can differ; null without other timers. */
export function timersOf(section: Section, record: RunRecord): Block[] | null {
  const { agreements } = record
  if (agreements.length === 0) return null
  const timed = section.results.filter(({ status }) => status !== 'unsupported')
  const rows = section.targets.flatMap((target): (readonly Field[])[] => {
    const here = timed.filter(result => result.target === target)
    const byCase = Array.from(Map.groupBy(here, result => result.case).values()).flat()
    const fields = byCase.map(result =>
      fieldsOf(result, agreements.find(each => keyOf(each) === keyOf(result)) ?? null),
    )
    return fields.length === 0 ? [] : [[[name(target)]], ...fields]
  })
  return [
    { title: ['What each timer reports'], headings: HEADINGS, rows },
    { title: 'Why they can differ', items: differencesOf(section, agreements) },
  ]
}

const HEADINGS = [
  ...headingsOf(['case', 'timer'], ['wall/iteration', 'ratio to steelyard']),
  ...headingsOf(['agrees']),
]

/** Results without an agreement: Steelyard's own, and what could not be timed. */
function fieldsOf(result: ResultRecord, agreement: AgreementRecord | null): Field[] {
  const { wallNs } = result
  const ratio = agreement?.ratio ?? null
  return [
    [name(result.case)],
    result.timer,
    wallNs === null ? '' : durationText(wallNs),
    ratio === null ? '' : ratioText(ratio),
    agreementMark(result, agreement) ?? '',
  ]
}

function agreementMark(
  { status, timings }: ResultRecord,
  agreement: AgreementRecord | null,
): VerdictMark | null {
  const mark = (word: string, role: Role, reason = '') => ({ sign: '', word, reason, tail: '', role })
  if (status !== 'ok') return mark(status, 'trouble')
  if (agreement === null) return null
  const { agrees, ratio } = agreement
  if (agrees !== null) return agrees ? mark('no difference seen', 'quiet') : mark('differs', 'inconclusive')
  if (ratio === null) return mark('no interval', 'quiet')
  const hasZeros = timings.some(({ headlineNs }) => headlineNs === 0)
  return mark('not judged', 'quiet', hasZeros ? '(times of zero)' : '(interrupted)')
}

/** Returns one sentence for each difference: what was found that can make it. */
function differencesOf({ suite, params }: Section, agreements: readonly AgreementRecord[]): Phrase[] {
  return agreements
    .filter(each => each.suite === suite.name && paramsText(each.params) === paramsText(params))
    .filter(each => each.agrees === false)
    .map(each => [
      ...onTarget(each),
      `, ${each.timer}: `,
      each.causes.length > 0 ? each.causes.join('; ') : 'no known cause was found',
    ])
}

/** Returns how many differ, and how many would by chance alone. */
export function agreementSummary({ agreements, status }: RunRecord): Phrase {
  if (status === 'partial') return ['The run was interrupted: whether the timers differ is not judged.']
  const judged = agreements.filter(({ agrees }) => agrees !== null)
  const differing = judged.filter(({ agrees }) => agrees === false).length
  if (judged.length === 0)
    return ['No timer can be compared with Steelyard: there are too few launches, or times of zero.']
  return [
    `${differing} of ${judged.length} differ from Steelyard by more than the interval of their ratio. By chance alone about one in thirty would.`,
  ]
}

/** Returns which other timers there are, and which of their numbers is shown. */
export function timersText({ timers }: RunRecord): Phrase[] {
  return timers.map(({ name: timer, version, headline }) => [
    name(version === null ? timer : `${timer} ${version}`),
    `: ${headline}`,
  ])
}

/** Returns the same key for a result and for its agreement. */
function keyOf({ suite, case: caseId, target, timer, params }: AgreementRecord | ResultRecord): string {
  return JSON.stringify([suite, caseId, target, timer, paramsText(params)])
}
