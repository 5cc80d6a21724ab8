import { type ComparisonRecord, programSha256, type RunRecord, statedEstimator } from '@steelyard/record'
import type { EstimateText } from '@steelyard/text'
import { formatPercent, joinPhrases, name, type Phrase, PROGRAM, ratioText } from '@steelyard/text'
import { type Field, headingsOf, type Table } from '../content/document.ts'
import { engineText } from '../content/engine-text.ts'
import { sharedCommandText } from '../content/evidence/command-text.ts'
import {
  comparedInEvidence,
  EVIDENCE_LAUNCHES,
  improvementOf,
  lackOf,
  percentText,
  starsOf,
} from '../content/evidence/evidence-basis.ts'
import { affinityText, isIdentified, machineText } from '../content/machine-text.ts'
import { ratioNotes, scaleNote } from '../content/note.ts'
import { type ReportDocument, reportDocument } from '../content/report-document.ts'
import { caseName, sectionsOf } from '../content/section.ts'
import { verdictMark } from '../content/verdict-mark.ts'
import { markdownCode, markdownFence, markdownText } from './markdown-text.ts'
import { printBlocks } from './print-blocks.ts'

const MOST_NAMES = 3

/**
 * Returns what a comparison found as Markdown for a pull request or a review: first what it lacks to be evidence, then a
 * table as Node's reviewers know it, then all that a reader needs to trust or to repeat it.
 */
export function renderEvidence(record: RunRecord): string {
  const document = reportDocument(record)
  const { record: safe, attribution, builds: made, rebuild, unmeasured, notices } = document
  const parts = [
    `### ${markdownText(title(safe))}`,
    ...lacks(safe),
    ...printBlocks([
      ...tables(safe),
      ...ratioPhrases(safe),
      ...[attribution, made, rebuild],
      { ...unmeasured, title: 'Not compared' },
      { ...notices, title: 'Warnings' },
      { title: 'Method', items: method(safe).map(item => [item]) },
      builds(safe),
      ...engineFigures(document),
      { title: 'What this does not cover', items: notCovered(safe) },
    ]),
    '#### To reproduce',
    markdownFence('sh', sharedCommandText(safe)),
  ]
  return `${parts.join('\n\n')}\n`
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
  const heads = compared?.heads ?? []
  return `${names}: ${heads.join(', ')} against ${compared?.base ?? targets[0]?.id ?? ''}`
}

function lacks(record: RunRecord): string[] {
  const compared = comparedInEvidence(record)
  const lacking = compared.flatMap(comparison => {
    const lack = lackOf(comparison)
    return lack === null ? [] : [{ comparison, lack }]
  })
  const byLack = Array.from(
    Map.groupBy(lacking, each => each.lack),
    ([lack, found]) => {
      const names = Array.from(new Set(found.map(({ comparison }) => caseName(comparison))))
      const more = names.length > MOST_NAMES ? ` and ${names.length - MOST_NAMES} more` : ''
      return `${names.slice(0, MOST_NAMES).map(markdownCode).join(', ')}${more}: ${lack}`
    },
  )
  const reasons = [
    ...(record.status === 'partial' ? ['the run was interrupted'] : []),
    ...(compared.length === 0 ? ['nothing was compared'] : []),
    ...byLack,
  ]
  if (reasons.length === 0) return []
  const all = lacking.length >= compared.length
  const what = all ? 'This is not evidence' : 'Part of this is not evidence, and has no stars'
  return [
    `> **${what}.** Evidence takes ${EVIDENCE_LAUNCHES} launches of each group and a control that passed; ${reasons.join('; ')}.`,
  ]
}

function tables(record: RunRecord): Table[] {
  const pairs = Map.groupBy(comparedInEvidence(record), ({ base, head }) => JSON.stringify([base, head]))
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
  const compared = comparedInEvidence(record)
  const sections = sectionsOf(record)
  const scale = scaleNote(sections)
  const clock = compared.some(({ metric }) => metric === 'cpu') ? 'by CPU time' : 'by wall time'
  const family = compared.length === 1 ? 'the one comparison' : `all ${compared.length} comparisons`
  return [
    [
      `Improvement is of the rate, ${clock}: above 0 the head is faster. Times are ratios, head ÷ base, with ${levelText(compared)} intervals; accuracy is half the interval of the improvement. Stars: p under 0.05 (`,
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

function levelText(comparisons: readonly ComparisonRecord[]): string {
  return Array.from(new Set(comparisons.map(({ ratio }) => formatPercent(ratio.level)))).join(' and ')
}

function rowOf(comparison: ComparisonRecord): Field[] {
  const { ratio, metric, otherClockRatio } = comparison
  const { value, accuracy } = improvementOf(ratio)
  const ratios = [ratioText(ratio), otherClockRatio && ratioText(otherClockRatio)]
  const stars = starsOf(comparison)
  return [
    [name(caseName(comparison))],
    stars === '' ? '' : [name(stars)],
    numberField({ value: percentText(value), interval: '' }),
    numberField({ value: `±${percentText(accuracy)}`, interval: '' }),
    ...(metric === 'wall' ? ratios : ratios.toReversed()).map(text =>
      text === null ? '–' : numberField(text),
    ),
    { estimate: null, mark: verdictMark(comparison) },
  ]
}

function numberField(estimate: EstimateText): Field {
  return { estimate, mark: null }
}

function method({
  environment,
  compared,
  doctor,
  seed,
  startedAt,
  finishedAt,
  steelyard,
  comparisons,
}: RunRecord): string[] {
  const { version, commit } = steelyard
  const estimator = statedEstimator(comparisons)
  const stalls =
    estimator === null
      ? ''
      : ` (${estimator}: without stalls of the core where these took much of both sides alike)`
  const edited = commit?.endsWith('-dirty') ? ', edited' : ''
  const program = `Steelyard ${version}${commit === null ? '' : `, commit ${commit.slice(0, 12)}${edited}`}`
  return [
    `Every launch starts a fresh process of each contender of its group, base and head side by side with a copy of the base as control; after warm-up they take turns in batches of a few milliseconds. Affinity: ${affinityText(environment)}.`,
    `The ratio of a launch is that of sums, collector and compiler included${stalls}; intervals and p-values are over launches (Student t). No verdict under ${compared?.minimumLaunches ?? EVIDENCE_LAUNCHES} launches, none where the control shows a difference. The run stops on precision or on time: results never influence when it stops.`,
    `Machine: ${machineText(environment)}${isIdentified(environment) ? '' : ': others may call themselves the same'}. ${doctor ? 'The bias allowance was measured on it.' : 'The bias allowance is assumed, not measured on it.'}`,
    `From ${startedAt} to ${finishedAt}, seed ${seed}, ${program}.`,
  ]
}

function builds({ targets }: RunRecord): Table {
  const codes = (texts: readonly string[]): Phrase =>
    joinPhrases(
      texts.map(text => [name(text)]),
      ' ',
    )
  return {
    title: ['Builds'],
    headings: headingsOf(['target', 'engine', 'from', 'SHA-256 of the file', 'flags', 'environment']),
    rows: targets.map(({ id, engine, binary, flags, environment }) => [
      [name(id)],
      engineText(engine),
      binary.source === 'npm' ? 'registry' : 'local file',
      [name(binary.sha256 ?? 'unknown')],
      codes(flags),
      codes(Object.entries(environment).map(([variable, value]) => `${variable}=${value}`)),
    ]),
    notes: targets
      .filter(target => programSha256(target) !== target.binary.sha256)
      .map(({ id, build }) => [
        name(id),
        ' is a file that starts another: the program that ran has SHA-256 ',
        name(build?.executableSha256 ?? ''),
        ...(build?.execArgv && build.execArgv !== '[]' ? [' and was given ', name(build.execArgv)] : []),
        '.',
      ]),
  }
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
