import type { ComparisonRecord, ResultRecord, RunRecord, SuiteRecord, Verdict } from '@steelyard/record'
import { axisOf, baseName, mainAxis } from './axis.ts'
import { paramsText, type Section, sectionsOf } from './section.ts'
import { statusWord } from './status-word.ts'

/** What a run found of one suite, in short. */
export interface SuiteSummary {
  readonly suite: SuiteRecord
  /** What its ratios are to. */
  readonly bases: readonly string[]
  /** Results that have times. */
  readonly measured: number
  readonly unsupported: number
  /** Results that should have times and have not. */
  readonly missing: readonly ResultRecord[]
  readonly targets: readonly TargetSummary[]
}

/** How one target came out of one suite. */
export interface TargetSummary {
  readonly target: string
  /** How often each verdict was given, those that were. */
  readonly verdicts: readonly { readonly verdict: Verdict; readonly count: number }[]
  /** The ratio furthest from 1, as far as its interval bears it out; null where every interval holds 1. */
  readonly furthest: { readonly label: string; readonly comparison: ComparisonRecord } | null
}

const VERDICTS = ['slower', 'faster', 'same', 'inconclusive'] as const

/** Whether a record has so many suites that their answers are lost in one another. */
export function hasSummary({ suites, agreements, foreign }: RunRecord): boolean {
  return suites.length > 1 && agreements === undefined && foreign === undefined
}

/** Returns each suite in short: first those of which something is missing, then in the order of the record. */
export function summariesOf(record: RunRecord): SuiteSummary[] {
  const bySuite = Map.groupBy(sectionsOf(record), section => section.suite)
  const summaries = Array.from(bySuite, ([suite, sections]) => summaryOf(suite, sections))
  return summaries.toSorted((a, b) => Number(b.missing.length > 0) - Number(a.missing.length > 0))
}

/** Returns what was measured of a suite, and what not: `8 measured, 1 failed, 2 unsupported`. */
export function countsText({ measured, unsupported, missing }: SuiteSummary): string {
  const byStatus = Map.groupBy(missing, ({ status }) => status)
  return [
    `${measured} measured`,
    ...Array.from(byStatus, ([status, results]) => `${results.length} ${statusWord(status)}`),
    ...(unsupported > 0 ? [`${unsupported} unsupported`] : []),
  ].join(', ')
}

function summaryOf(suite: SuiteRecord, sections: readonly Section[]): SuiteSummary {
  const results = sections.flatMap(section => section.results)
  const compared = sections.flatMap(section => {
    const axis = mainAxis(section)
    const params = sections.length > 1 ? ` (${paramsText(section.params)})` : ''
    return section.comparisons
      .filter(comparison => axisOf(comparison) === axis)
      .map(comparison => ({
        comparison,
        base: baseName(comparison, axis),
        label: `${comparison.case}${params}`,
      }))
  })
  const byHead = Map.groupBy(compared, ({ comparison }) => comparison.head)
  return {
    suite,
    bases: Array.from(new Set(compared.map(({ base }) => base))),
    measured: results.filter(({ status }) => status === 'ok').length,
    unsupported: results.filter(({ status }) => status === 'unsupported').length,
    missing: results.filter(({ status }) => status !== 'ok' && status !== 'unsupported'),
    targets: Array.from(byHead, ([target, heads]) => ({
      target,
      verdicts: verdictsOf(heads.map(({ comparison }) => comparison)),
      furthest: furthestOf(heads),
    })),
  }
}

function verdictsOf(comparisons: readonly ComparisonRecord[]): TargetSummary['verdicts'] {
  return VERDICTS.map(verdict => ({
    verdict,
    count: comparisons.filter(comparison => comparison.verdict === verdict).length,
  })).filter(({ count }) => count > 0)
}

function furthestOf(compared: readonly NonNullable<TargetSummary['furthest']>[]): TargetSummary['furthest'] {
  const [furthest] = compared.toSorted((a, b) => distance(b.comparison) - distance(a.comparison))
  return furthest === undefined || distance(furthest.comparison) === 0 ? null : furthest
}

/** How far from 1 the nearer end of a ratio's interval lies, in log; 0 when it holds 1. */
function distance({ ratio }: ComparisonRecord): number {
  return Math.max(0, Math.log(ratio.lower), -Math.log(ratio.upper))
}
