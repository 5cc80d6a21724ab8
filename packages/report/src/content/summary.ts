import type { ComparisonRecord, ResultRecord, RunRecord, SuiteRecord } from '@steelyard/record'
import { NO_BREAK_SPACE, name, nameList, ratioText, SIGNS } from '@steelyard/text'
import { axisOf, mainAxis, sidesOf } from './axis.ts'
import { type Field, headingsOf, type Table } from './document.ts'
import { paramsText, type Section } from './section.ts'
import { statusWord } from './status-word.ts'

const VERDICTS = ['slower', 'faster', 'same', 'inconclusive'] as const

/** Returns all suites in short, a row for each target, incomplete ones first; null where a record needs none. */
export function summaryOf(record: RunRecord, sections: readonly Section[]): Table | null {
  if (record.suites.length < 2 || record.agreements.length > 0 || record.foreign !== null) return null
  const bySuite = Map.groupBy(sections, section => section.suite)
  const suites = Array.from(bySuite, ([suite, own]) => suiteSummary(suite, own)).toSorted(
    (a, b) => Number(b.missing.length > 0) - Number(a.missing.length > 0),
  )
  const targets = suites.flatMap(suite => suite.targets)
  const isJudged = targets.some(({ verdicts }) => verdicts.length > 0)
  const legend = VERDICTS.map(verdict => `${SIGNS[verdict]}${NO_BREAK_SPACE}${verdict}`).join(', ')
  return {
    title: ['Over all suites'],
    about: `for each target the ratio furthest from 1, judged by the near end of its interval${isJudged ? `; ${legend}` : ''}`,
    headings: [
      ...headingsOf(['target'], ['furthest']),
      ...headingsOf(isJudged ? ['case', 'verdicts'] : ['case']),
    ],
    rows: suites.flatMap(suite => suiteRows(suite, isJudged)),
  }
}

function suiteRows(found: ReturnType<typeof suiteSummary>, isJudged: boolean): (readonly Field[])[] {
  const { suite, counts, bases, missing, targets } = found
  const against = bases.length > 0 ? [', against ', ...nameList(bases)] : []
  const glued = counts.replaceAll(/(?<=\d) /g, NO_BREAK_SPACE)
  const lost = missing.map(result => `${result.case} on ${result.target}`)
  return [
    [[name(suite.name), `: ${suite.question} ${glued}`, ...against]],
    ...(lost.length === 0
      ? []
      : [[[{ text: `${SIGNS.trouble} not measured: `, role: 'trouble' as const }, ...nameList(lost)]]]),
    ...(targets.length === 0 ? [[[{ text: 'nothing was compared', role: 'quiet' as const }]]] : []),
    ...targets.map(({ target, furthest, verdicts }) => [
      [name(target)],
      furthest ? ratioText(furthest.comparison.ratio) : 'none beyond its interval',
      furthest ? [name(furthest.label)] : '',
      ...(isJudged ? [verdicts.map(({ verdict, count }) => `${count}${SIGNS[verdict]}`).join(' ')] : []),
    ]),
  ]
}

/** `8 measured, 1 failed, 2 unsupported`. */
function countsText(results: readonly ResultRecord[]): string {
  const byStatus = Map.groupBy(results, statusWord)
  const count = (status: string) => byStatus.get(status)?.length ?? 0
  const missing = [...byStatus.keys()].filter(status => status !== 'ok' && status !== 'unsupported')
  return [
    `${count('ok')} measured`,
    ...missing.map(status => `${count(status)} ${status}`),
    ...(count('unsupported') > 0 ? [`${count('unsupported')} unsupported`] : []),
  ].join(', ')
}

/** Returns what a run found of one suite, by the ratios along what the suite is about. */
export function suiteSummary(suite: SuiteRecord, sections: readonly Section[]) {
  const results = sections.flatMap(section => section.results)
  const compared = sections.flatMap(section => {
    const axis = mainAxis(section)
    const params = sections.length > 1 ? ` (${paramsText(section.params)})` : ''
    return section.comparisons
      .filter(comparison => axisOf(comparison) === axis)
      .map(comparison => ({
        comparison,
        base: sidesOf(comparison, axis).base,
        label: `${comparison.case}${params}`,
      }))
  })
  const byHead = Map.groupBy(compared, ({ comparison }) => comparison.head)
  return {
    suite,
    /** What its ratios are to. */
    bases: Array.from(new Set(compared.map(({ base }) => base))),
    counts: countsText(results),
    /** Results that should have times and have not. */
    missing: results.filter(({ status }) => status !== 'ok' && status !== 'unsupported'),
    targets: Array.from(byHead, ([target, heads]) => {
      const [furthest] = heads.toSorted((a, b) => distance(b.comparison) - distance(a.comparison))
      return {
        target,
        verdicts: verdictCounts(heads.map(({ comparison }) => comparison)),
        /** The ratio furthest from 1, as far as its interval bears it out; null where every interval holds 1. */
        furthest: furthest && distance(furthest.comparison) !== 0 ? furthest : null,
      }
    }),
  }
}

/** Returns how often each verdict was given, those that were. */
export function verdictCounts(comparisons: readonly ComparisonRecord[]) {
  return VERDICTS.map(verdict => ({
    verdict,
    count: comparisons.filter(comparison => comparison.verdict === verdict).length,
  })).filter(({ count }) => count > 0)
}

/** How far from 1 the nearer end of a ratio's interval lies, in log; 0 when it holds 1. */
function distance({ ratio }: ComparisonRecord): number {
  return Math.max(0, Math.log(ratio.lower), -Math.log(ratio.upper))
}
