import {
  type ComparisonRecord,
  type EstimateRecord,
  type RunRecord,
  statedEstimator,
} from '@steelyard/record'
import {
  commitText,
  formatPercent,
  joinPhrases,
  launchesText,
  name,
  nameList,
  type Phrase,
  PROGRAM,
  ratioText,
} from '@steelyard/text'
import { type Field, headingsOf, type Table } from '../document.ts'
import { affinityText, isIdentified, machineText } from '../machine-text.ts'
import { distinct, ratioNotes, scaleNote } from '../note.ts'
import type { Outline } from '../outline.ts'
import { type ReportDocument, reportDocument } from '../report-document.ts'
import { caseName, sectionsOf } from '../section.ts'
import { buildsTable } from '../tables/builds.ts'
import { verdictMark } from '../verdict-mark.ts'
import { sharedCommandText } from './command-text.ts'

/** A verdict that others are shown rests on this many launches (design.md). */
const EVIDENCE_LAUNCHES = 20

/** Returns a comparison for review: what it lacks as evidence, a table as Node's reviewers know it, how to repeat it. */
export function evidenceOutline(record: RunRecord): Outline {
  const document = reportDocument(record)
  const { record: safe, attribution, builds: made, rebuild, unmeasured, notices } = document
  return {
    title: title(safe),
    headline: [lackPhrase(safe)],
    blocks: [
      ...tables(safe),
      ...ratioPhrases(safe),
      ...[attribution, made, rebuild],
      { ...unmeasured, title: 'Not compared' },
      { ...notices, title: 'Warnings' },
      { title: 'Method', items: method(safe).map(item => [item]) },
      buildsTable(safe),
      ...engineFigures(document),
      { title: 'What this does not cover', items: notCovered(safe) },
      { about: 'To reproduce:', command: sharedCommandText(safe) },
    ],
  }
}

/** Where the difference lies, and what the compilers did. */
function engineFigures({ suites }: ReportDocument): Table[] {
  const figures = suites.flatMap(({ sections }) => sections.flatMap(section => section.figures))
  return (['causes', 'tiers'] as const).flatMap(topic =>
    figures.filter(each => each.topic === topic).map(({ table }) => table),
  )
}

function title({ suites, compared, targets }: RunRecord): string {
  const names = suites.map(({ name }) => name).join(', ')
  return `${names}: ${(compared?.heads ?? []).join(', ')} against ${compared?.base ?? targets[0]?.id ?? ''}`
}

/** Empty where nothing is lacking. */
function lackPhrase(record: RunRecord): Phrase {
  const compared = paired(record)
  const byLack = Map.groupBy(compared, lackOf)
  // Those under null lack nothing.
  const isAll = !byLack.delete(null)
  const reasons: Phrase[] = [
    ...(record.status === 'partial' ? [['the run was interrupted']] : []),
    ...(compared.length === 0 ? [['nothing was compared']] : []),
    ...Array.from(byLack, ([lack, found]) => [...nameList([...new Set(found.map(caseName))]), `: ${lack}`]),
  ]
  if (reasons.length === 0) return []
  const what = isAll ? 'This is not evidence.' : 'Part of this is not evidence, and has no stars.'
  return [
    { text: what, role: 'trouble' },
    ` Evidence takes ${EVIDENCE_LAUNCHES} launches of each group and a control that passed; `,
    ...joinPhrases(reasons, '; '),
    '.',
  ]
}

/** What a comparison lacks to be evidence, as a clause; null when it lacks nothing. */
function lackOf({ ratio, control, reason }: ComparisonRecord): string | null {
  if (reason === 'quick') return 'a preview'
  if (reason === 'interrupted') return 'no verdict, since the run was interrupted'
  if (ratio.n < EVIDENCE_LAUNCHES) return launchesText([ratio.n])
  if (control === null || control.ratio === null) return 'no control in the launches'
  return control.passed ? null : 'the control failed, a copy of the base differed from the base'
}

/** What evidence is about: comparisons that shared launches. */
function paired({ comparisons }: RunRecord): ComparisonRecord[] {
  return comparisons.filter(comparison => comparison.paired)
}

function tables(record: RunRecord): Table[] {
  const pairs = Map.groupBy(paired(record), ({ base, head }) => JSON.stringify([base, head]))
  return Array.from(pairs.values(), comparisons => {
    const [first] = comparisons
    return {
      title: pairs.size > 1 && first ? [name(first.head), ' against ', name(first.base)] : [],
      headings: [
        ...headingsOf([''], ['confidence', 'improvement', 'accuracy', 'wall time', 'CPU time']),
        ...headingsOf(['verdict']),
      ],
      rows: comparisons.map(rowOf),
    }
  })
}

function ratioPhrases(record: RunRecord): Phrase[] {
  const compared = paired(record)
  const sections = sectionsOf(record)
  const scale = scaleNote(sections)
  const clock = compared.some(({ metric }) => metric === 'cpu') ? 'by CPU time' : 'by wall time'
  const levels = distinct(compared.map(({ ratio }) => formatPercent(ratio.level)))
  const family = compared.length === 1 ? 'the one comparison' : `all ${compared.length} comparisons`
  return [
    [
      `Improvement is of the rate, ${clock}: above 0 the head is faster. Times are ratios, head ÷ base, with ${levels} intervals; accuracy is half the interval of the improvement. Stars: p under 0.05 (`,
      name('*'),
      '), 0.01 (',
      name('**'),
      '), 0.001 (',
      name('***'),
      `), adjusted by Holm for ${family}, against a difference within the bias allowance.`,
    ],
    ...(scale === null ? [] : [[`${scale}.`]]),
    ...sections.flatMap(ratioNotes),
  ]
}

function rowOf(comparison: ComparisonRecord): Field[] {
  const { ratio, metric, otherClockRatio } = comparison
  const { value, accuracy } = improvementOf(ratio)
  const ratios = [ratioText(ratio), otherClockRatio && ratioText(otherClockRatio)]
  const stars = starsOf(comparison)
  const finite = (of: number, text: string) => (Number.isFinite(of) ? { value: text, interval: '' } : null)
  return [
    [name(caseName(comparison))],
    stars === '' ? '' : [name(stars)],
    finite(value, percentText(value)),
    finite(accuracy, `±${percentText(accuracy)}`),
    ...(metric === 'wall' ? ratios : ratios.toReversed()).map(text => text ?? '–'),
    verdictMark(comparison),
  ]
}

/**
 * Returns the confidence as Node's reviewers read it: `***` under 0.001, `**` under 0.01, `*` under 0.05, by the
 * p-value adjusted for all verdicts of the command. Empty where evidence lacks something, or the rules found the
 * launches themselves wanting.
 */
export function starsOf(comparison: ComparisonRecord): string {
  const { adjustedPValue, verdict, reason } = comparison
  const isSound = verdict !== null && (verdict !== 'inconclusive' || reason === 'sign known but small')
  if (adjustedPValue === null || !isSound || lackOf(comparison) !== null) return ''
  return '*'.repeat([0.05, 0.01, 0.001].filter(level => adjustedPValue < level).length)
}

/** Returns a ratio of times, head ÷ base, as a change of the rate, with half of its interval: as Node's benchmarks do. */
export function improvementOf({ value, lower, upper }: EstimateRecord): Record<'value' | 'accuracy', number> {
  return { value: 1 / value - 1, accuracy: (1 / lower - 1 / upper) / 2 }
}

/** Returns `-12.46 %`, two digits after the point as compare.R has them. */
export function percentText(fraction: number): string {
  const text = (100 * fraction).toFixed(2)
  return `${text === '-0.00' ? '0.00' : text} %`
}

function method(record: RunRecord): string[] {
  const { environment, compared, comparisons, seed, startedAt, finishedAt } = record
  const { version, commit } = record.steelyard
  const estimator = statedEstimator(comparisons)
  // A doctor measures that of wall time alone.
  const isMeasured = comparisons.some(({ biasSource }) => biasSource === 'measured')
  const stalls =
    estimator === null
      ? ''
      : ` (${estimator}: without stalls of the core where these took much of both sides alike)`
  const program = `Steelyard ${version}${commit === null ? '' : `, commit ${commitText(commit, 12)}`}`
  return [
    `Every launch starts a fresh process of each contender of its group, base and head side by side with a copy of the base as control; after warm-up they take turns in batches of a few milliseconds. Affinity: ${affinityText(environment)}.`,
    `The ratio of a launch is that of sums, collector and compiler included${stalls}; intervals and p-values are over launches (Student t). No verdict under ${compared?.minimumLaunches ?? EVIDENCE_LAUNCHES} launches, none where the control shows a difference. The run stops after its planned launches, on precision or on time: results never influence when it stops.`,
    `Machine: ${machineText(environment)}${isIdentified(environment) ? '' : ': others may call themselves the same'}. ${isMeasured ? 'The bias allowance was measured on it.' : 'The bias allowance is assumed, not measured on it.'}`,
    `From ${startedAt} to ${finishedAt}, seed ${seed}, ${program}.`,
  ]
}

function notCovered({ compared }: RunRecord): Phrase[] {
  return [
    ...(compared?.rebuilt
      ? []
      : [
          [
            'Other builds of the same source: building alone can change a time. A second build of the base, given as ',
            name('--base-rebuilt'),
            ', shows by how much.',
          ],
        ]),
    [
      'Other machines, and this machine at another hour: ',
      name(`${PROGRAM} rerun`),
      ' repeats the comparison there from the record, and ',
      name(`${PROGRAM} combine`),
      ' says what both records show together.',
    ],
    ['Servers and programs in which a case is one of many: what is timed is the case alone, after warm-up.'],
  ]
}
