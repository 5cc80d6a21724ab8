import { firstCharacters } from '@steelyard/harness/first-characters'
import { type ComparisonRecord, type RunRecord, statedEstimator, type TargetRecord } from '@steelyard/record'
import type { Charset, EstimateText } from '@steelyard/text'
import { formatPercent, joinPhrases, name, type Phrase, PROGRAM, ratioText } from '@steelyard/text'
import { type Block, type Field, headingsOf, type Table } from '../content/document.ts'
import { engineText } from '../content/engine-text.ts'
import { buildDifferences, startsAnother } from '../content/evidence/build-differences.ts'
import { codeDifferences } from '../content/evidence/code-differences.ts'
import { sharedCommandText } from '../content/evidence/command-text.ts'
import { comparedInEvidence, EVIDENCE_LAUNCHES, lackOf, starsOf } from '../content/evidence/evidence-basis.ts'
import { improvementOf, percentText } from '../content/evidence/improvement.ts'
import { affinityText, isIdentified, machineText } from '../content/machine-text.ts'
import { ratioNotes, scaleNote } from '../content/note.ts'
import { type ReportDocument, reportDocument } from '../content/report-document.ts'
import { caseName, sectionsOf } from '../content/section.ts'
import { verdictMark } from '../content/verdict-mark.ts'
import { markdownCode, markdownFence, markdownTable, markdownText } from './markdown-text.ts'
import { printBlocks } from './print-blocks.ts'

const RICH: Charset = { unicode: true }

/** More is for the record, not for a comment. */
const MOST_DIFFERENCES = 40
const MOST_NAMES = 3

/**
 * Returns what a comparison found as Markdown for a pull request or a review: first what it lacks to be evidence, then a
 * table as Node's reviewers know it, then all that a reader needs to trust or to repeat it.
 */
export function renderEvidence(record: RunRecord): string {
  const document = reportDocument(record, RICH)
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
    ]),
    ...differences(safe),
    ...printBlocks([
      ...causes(document),
      ...code(safe),
      { title: 'What this does not cover', items: notCovered(safe) },
    ]),
    '#### To reproduce',
    markdownFence('sh', sharedCommandText(safe)),
  ]
  return `${parts.join('\n\n')}\n`
}

function causes({ suites }: ReportDocument): Table[] {
  const figures = suites.flatMap(({ sections }) => sections.flatMap(section => section.figures))
  return figures.flatMap(({ topic, table }) => (topic === 'causes' ? [table] : []))
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
    ...sections.flatMap(section => ratioNotes(section, RICH)),
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
    { estimate: null, mark: verdictMark(comparison, RICH) },
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
      .filter(target => startsAnother(target) === true)
      .map(({ id, build }) => [
        name(id),
        ' is a file that starts another: the program that ran has SHA-256 ',
        name(build?.executableSha256 ?? ''),
        ...(build?.execArgv && build.execArgv !== '[]' ? [' and was given ', name(build.execArgv)] : []),
        '.',
      ]),
  }
}

function differences(record: RunRecord): string[] {
  return pairsOfTargets(record).flatMap(([base, head]) => {
    const heading = `#### How the builds differ: ${markdownCode(base.id)} and ${markdownCode(head.id)}`
    if (base.runtime !== head.runtime) {
      return [heading, 'They are different runtimes. What each reports of itself is in the record.']
    }
    if (base.build === null || head.build === null) {
      return [heading, 'They were not asked for their build configuration.']
    }
    const found = buildDifferences(base, head)
    if (found.length === 0) return [heading, 'They report the same build configuration.']
    const rows = found
      .slice(0, MOST_DIFFERENCES)
      .map(({ name, base: one, head: other }) => [markdownCode(name), fact(one), fact(other)])
    const rest = found.length - rows.length
    return [
      heading,
      `<details><summary>${found.length} ${found.length === 1 ? 'difference' : 'differences'} in what they report of themselves</summary>\n\n${markdownTable(['', 'base', 'head'], ['left', 'left', 'left'], rows)}\n\n${rest > 0 ? `${rest} more are in the record.\n\n` : ''}</details>`,
    ]
  })
}

function fact(value: string | null): string {
  if (value === null) return '–'
  return markdownCode(value.length > 120 ? `${firstCharacters(value, 119)}…` : value)
}

function pairsOfTargets({ compared, targets }: RunRecord): (readonly [TargetRecord, TargetRecord])[] {
  const find = (id: string) => targets.find(target => target.id === id)
  const base = compared && find(compared.base)
  if (!compared || !base) return []
  const others = [...compared.heads, ...(compared.rebuilt === null ? [] : [compared.rebuilt])]
  return others.flatMap(id => {
    const head = find(id)
    return head === undefined ? [] : [[base, head] as const]
  })
}

function code(record: RunRecord): Block[] {
  const decided = comparedInEvidence(record).filter(
    ({ verdict }) => verdict === 'faster' || verdict === 'slower',
  )
  if (decided.length === 0) return []
  return [
    {
      title: 'What the engine did differently',
      items: [
        [
          'By its own log of one launch of each contender alone, whose times are not used: counts for functions of the suite.',
        ],
      ],
    },
    ...decided.flatMap(comparison => codeOf(comparison, record)),
  ]
}

function codeOf(comparison: ComparisonRecord, { results }: RunRecord): Block[] {
  const { base, head } = comparison
  const [one, other] = [base, head].map(
    target =>
      results.find(
        result => result.target === target && !result.control && caseName(result) === caseName(comparison),
      )?.tiers ?? null,
  )
  const about = [name(caseName(comparison)), ' on ', name(head), ': ']
  if (!one || !other) return [[...about, 'not traced on both sides.']]
  const effects = [one, other].map(({ slowdown }) =>
    slowdown === null ? 'unknown' : `${slowdown.toFixed(2)}×`,
  )
  const effect = `The traced launch took ${effects[0]} (base) and ${effects[1]} (head) of the time of the timed ones.`
  const rows = codeDifferences(one, other).map(each => [
    each.name === '' ? '(without a name)' : [name(each.name)],
    each.what,
    String(each.base),
    String(each.head),
  ])
  if (rows.length === 0) return [[...about, `nothing. ${effect}`]]
  const headings = headingsOf(['function', 'what'], ['base', 'head'])
  return [[...about, effect], { title: [], headings, rows }]
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
