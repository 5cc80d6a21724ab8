import {
  type ComparisonRecord,
  type EnvironmentRecord,
  type MachineFact,
  type RunRecord,
  statedEstimator,
} from '@steelyard/record'
import { name, type Phrase, ratioText } from '@steelyard/text'
import { type Field, headingsOf } from '../document.ts'
import { areApart } from '../intervals.ts'
import { isIdentified, MACHINE_FACTS, NOT_IDENTIFIED } from '../machine-text.ts'
import type { Outline } from '../outline.ts'
import { paramsText } from '../section.ts'
import { shownRecord } from '../shown-record.ts'
import { verdictMark } from '../verdict-mark.ts'

/** A comparison of a record, and the one of a later record that repeats it; null when it was not measured again. */
type Repetition = readonly [before: ComparisonRecord, after: ComparisonRecord | null]

/** Returns how each comparison of a record came out when it was measured again: equal case, parameters, targets and clock. */
export function rerunOutline(before: RunRecord, after: RunRecord): Outline {
  const [was, is] = [shownRecord(before), shownRecord(after)]
  const [compared, again] = [was, is].map(record => record.comparisons.filter(({ paired }) => paired))
  const found = new Map(again?.map(comparison => [keyOf(comparison), comparison]))
  const repetitions = (compared ?? []).map((each): Repetition => [each, found.get(keyOf(each)) ?? null])
  const changes = changesBetween(was, is)
  const isKnown = isIdentified(was.environment) && isIdentified(is.environment)
  const sentences = [
    machinesText(was.environment, is.environment),
    changes.length === 0 ? null : `What has changed since: ${changes.join('; ')}.`,
    isKnown ? null : `${NOT_IDENTIFIED} in one of the records: it may be another one.`,
  ]
  return {
    title: `Compared with the record of ${was.startedAt}`,
    headline: sentences.flatMap((text): Phrase[] => (text === null ? [] : [[text]])),
    blocks: [
      {
        title: [],
        headings: headingsOf(['case', 'ratio then', 'ratio now', 'overlap', 'verdict then', 'verdict now']),
        rows: repetitions.map(each => [
          [name(subject(each[0], compared ?? []))],
          ...each.map(one => (one === null ? '' : ratioText(one.ratio))),
          each[1] === null ? '' : isOverlap(each) ? 'yes' : 'no',
          ...each.map(verdictField),
        ]),
      },
      [repetitions.length === 0 ? 'It has no comparisons.' : summaryOf(repetitions)],
    ],
  }
}

function keyOf({ suite, case: caseId, baseCase, params, base, head, metric }: ComparisonRecord): string {
  return JSON.stringify([suite, caseId, baseCase, paramsText(params), base, head, metric])
}

function verdictField(comparison: ComparisonRecord | null): Field {
  if (comparison === null) return [{ text: 'not measured', role: 'trouble' }]
  const mark = verdictMark(comparison)
  // The reason for no verdict is shown; that for an inconclusive one is in the reports of the two records.
  const reason = comparison.verdict === null ? mark.reason : ''
  return { ...mark, reason, tail: '' }
}

/** What the record has one of goes without saying. */
function subject(one: ComparisonRecord, compared: readonly ComparisonRecord[]): string {
  const { suite, case: caseId, params, base, head } = one
  const several = (of: (comparison: ComparisonRecord) => string) => new Set(compared.map(of)).size > 1
  const values = paramsText(params)
  return [
    several(each => each.suite) ? `${suite}/${caseId}` : caseId,
    ...(values !== '' && several(each => paramsText(each.params)) ? [`(${values})`] : []),
    ...(several(each => each.head) ? [`on ${head}`] : []),
    ...(several(each => each.base) && base !== head ? [`against ${base}`] : []),
  ].join(' ')
}

function isOverlap([before, after]: Repetition): boolean {
  return after !== null && !areApart(before.ratio, after.ratio)
}

function summaryOf(repetitions: readonly Repetition[]): string {
  const measured = repetitions.filter(([, after]) => after !== null)
  const judged = measured
    .map(([before, after]) => [before.verdict, after?.verdict ?? null])
    .filter(verdicts => !verdicts.includes(null))
  const equal = judged.filter(([then, now]) => then === now).length
  const opposite = judged.filter(both => both.includes('faster') && both.includes('slower')).length
  const lost = repetitions.length - measured.length
  return [
    `Intervals overlap in ${measured.filter(isOverlap).length} of ${measured.length}`,
    `verdicts: ${equal} equal, ${opposite} opposite, ${judged.length - equal - opposite} otherwise different`,
    ...(lost === 0 ? [] : [`${lost} not measured again`]),
  ].join('; ')
}

/** The flags are in the cpuId, and memory differs by some bytes from boot to boot. */
const FACTS = (Object.keys(MACHINE_FACTS) as MachineFact[]).filter(
  fact => fact !== 'cpuFlags' && fact !== 'memoryBytes',
)

/** What has changed between two records besides the hour, a clause each. */
function changesBetween(before: RunRecord, after: RunRecord): string[] {
  const changed = before.suites.filter(suite =>
    after.suites.some(other => suite.name === other.name && isOther(suite.codeSha256, other.codeSha256)),
  )
  const [wasWithout, isWithout] = [before, after].map(each => statedEstimator(each.comparisons) !== null)
  return [
    ...FACTS.filter(fact => isOther(before.environment[fact], after.environment[fact])).map(
      fact => `the ${MACHINE_FACTS[fact]}`,
    ),
    ...(before.steelyard.version === after.steelyard.version ? [] : ['Steelyard has another version']),
    ...(isOther(before.steelyard.estimator, after.steelyard.estimator)
      ? ['Steelyard measures or estimates differently']
      : []),
    ...(wasWithout === isWithout
      ? []
      : [`only the ${wasWithout ? 'earlier' : 'later'} ratios are without stalls of the core`]),
    ...changed.map(({ name }) => `the code of ${name}`),
  ]
}

/** What one of the records does not tell has not changed. */
function isOther(one: unknown, other: unknown): boolean {
  return one !== null && other !== null && JSON.stringify(one) !== JSON.stringify(other)
}

/** Whether two records are of one machine, of two with the same CPU, or of two CPUs; null where one does not tell its cpuId. */
function machinesText(was: EnvironmentRecord, is: EnvironmentRecord): string | null {
  if (!was.cpuId || !is.cpuId) return null
  if (was.cpuId !== is.cpuId) return `The CPU differs: it was ${was.cpuId} and is ${is.cpuId}.`
  if (!was.installationId || !is.installationId) {
    return `Both have the CPU ${is.cpuId}; whether they are one machine is unknown.`
  }
  return was.installationId === is.installationId
    ? `Both are of one machine, ${is.cpuId}.`
    : `This is another machine with the same CPU, ${is.cpuId}.`
}
