import type { ComparisonRecord, Verdict } from '@steelyard/record'
import {
  formatPercent,
  joinPhrases,
  knownRange,
  name,
  nameList,
  type Phrase,
  type Role,
  rangeText,
  SIGNS,
} from '@steelyard/text'
import { isJudged } from '../verdict-mark.ts'
import { type MatrixCell, widened } from './cell.ts'
import type { Matrix, MatrixLine } from './matrix.ts'

/** One finding in a sentence. */
export interface Headline {
  /** `▼`; `▼▲` where some are faster and some slower, `?` where nothing is decided. */
  readonly sign: string
  readonly role: Role
  /** What it is about: a target, or what a case is. */
  readonly subject: string
  /** The rest of the sentence: `0.48× node's time for parse`. */
  readonly text: Phrase
}

interface Found {
  readonly label: string
  readonly cell: MatrixCell & { readonly comparison: ComparisonRecord }
}

const MOST_NAMED = 2

/** Returns a sentence for each target that is compared with another one. */
export function targetHeadlines(matrix: Matrix): Headline[] {
  let base = ''
  return matrix.columns.flatMap((column, index) => {
    if (column.isBase) base = column.label
    const found = foundOf(
      matrix.rows,
      matrix.cells.map(row => row[index]),
    )
    return column.isBase || found.length === 0 ? [] : [targetHeadline(column.label, base, found)]
  })
}

/** Returns which cases are the slowest, the mildest and the fastest against their baseline, over all targets. */
export function caseHeadlines(matrix: Matrix): Headline[] {
  const bases = new Set(matrix.cells.flat().flatMap(({ comparison }) => comparison?.baseCase ?? []))
  const base = bases.size === 1 ? [...bases][0] : 'the baseline'
  const rows = matrix.rows.flatMap((row, index) => {
    const found = (matrix.cells[index] ?? []).flatMap(cell =>
      cell.ratio === null || cell.kind === 'base' ? [] : [cell],
    )
    return found.length === 0
      ? []
      : [
          {
            label: row.label,
            ...spanOf(found),
            verdicts: new Set(found.map(({ comparison }) => comparison?.verdict ?? null)),
          },
        ]
  })
  const slower = rows.filter(({ verdicts }) => verdicts.has('slower')).toSorted((a, b) => b.middle - a.middle)
  const faster = rows
    .filter(({ verdicts }) => verdicts.has('faster') && !verdicts.has('slower'))
    .toSorted((a, b) => a.middle - b.middle)
  const open = rows.filter(
    ({ verdicts }) => !verdicts.has('slower') && !verdicts.has('faster') && !verdicts.has('same'),
  )
  const sentence = (
    verdict: 'slower' | 'faster',
    subject: string,
    row: (typeof rows)[number] | undefined,
  ): Headline[] =>
    row === undefined
      ? []
      : [
          {
            ...signed(verdict),
            subject,
            text: [
              name(row.label),
              `: ${rangeText(row.least, row.most)}× `,
              name(base ?? ''),
              targetsText(matrix.columns),
            ],
          },
        ]
  return [
    ...sentence('slower', 'slowest', slower[0]),
    ...sentence('slower', 'mildest', slower.length > 1 ? slower.at(-1) : undefined),
    ...sentence('faster', 'fastest', faster[0]),
    ...(open.length === 0 || slower.length + faster.length === 0
      ? []
      : [
          {
            ...signed('inconclusive'),
            subject: 'undecided',
            text: nameList(open.map(({ label }) => label)),
          },
        ]),
  ]
}

function targetsText({ length }: readonly MatrixLine[]): string {
  return length < 2 ? '' : length === 2 ? ' on both' : ` on all ${length}`
}

function spanOf(cells: readonly MatrixCell[]): { least: number; most: number; middle: number } {
  const ratios = cells.flatMap(({ ratio }) => ratio ?? [])
  const middle = ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length
  return { least: Math.min(...ratios), most: Math.max(...ratios), middle }
}

function foundOf(rows: readonly MatrixLine[], cells: readonly (MatrixCell | undefined)[]): Found[] {
  return cells.flatMap((cell, index) => {
    const { comparison = null } = cell ?? {}
    return cell && comparison ? [{ label: rows[index]?.label ?? '', cell: { ...cell, comparison } }] : []
  })
}

function targetHeadline(subject: string, base: string, found: readonly Found[]): Headline {
  const of = (verdict: Verdict | null) => found.filter(each => each.cell.comparison.verdict === verdict)
  const [slower, faster, same] = [of('slower'), of('faster'), of('same')]
  const open = found.length - slower.length - faster.length - same.length
  const decided = [
    extremes(
      slower.toSorted((a, b) => ratioOf(b) - ratioOf(a)),
      base,
    ),
    extremes(
      faster.toSorted((a, b) => ratioOf(a) - ratioOf(b)),
      base,
    ),
    samePhrase(same),
  ].filter(phrase => phrase.length > 0)
  if (decided.length === 0) {
    return { ...signed('inconclusive'), subject, text: openPhrase(found) }
  }
  const rest: Phrase[] = open > 0 ? [[`${open} undecided`]] : []
  return {
    ...overall(slower.length, faster.length),
    subject,
    text: joinPhrases([...decided, ...rest], '; '),
  }
}

function ratioOf({ cell }: Found): number {
  return cell.comparison.ratio.value
}

/** All where they are few, else how many with both extremes; the furthest first, as they are sorted. */
function extremes(sorted: readonly Found[], base: string): Phrase {
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return []
  const value = ({ cell }: Found) => `${cell.text?.value}×`
  const time = first.cell.comparison.metric === 'cpu' ? 'CPU time' : 'time'
  if (sorted.length <= MOST_NAMED) {
    return joinPhrases(
      sorted.map(
        (each, index): Phrase => [
          index === 0 ? `${value(each)} ${base}'s ${time} for ` : `${value(each)} for `,
          name(each.label),
        ],
      ),
      ', ',
    )
  }
  return [
    `${value(first)} (`,
    name(first.label),
    `) to ${value(last)} (`,
    name(last.label),
    `) of ${base}'s ${time} in ${sorted.length} cases`,
  ]
}

function samePhrase(found: readonly Found[]): Phrase {
  const [first] = found
  if (first === undefined) return []
  const within = `same within ${formatPercent(first.cell.comparison.threshold)}`
  return [`${within}: `, ...nameList(found.map(({ label }) => label))]
}

/** The widest that any may be: of those that shared launches where there are any. */
function openPhrase(found: readonly Found[]): Phrase {
  const paired = found.filter(({ cell }) => cell.comparison.paired)
  const shown = paired.length > 0 ? paired : found
  const [first] = shown
  if (shown.length === 1 && first) return [`${first.cell.known} for `, name(first.label)]
  const spans = shown.map(({ cell }) => widened(cell.comparison.ratio, cell.comparison.biasAllowance))
  const whole = {
    lower: Math.min(...spans.map(({ lower }) => lower)),
    upper: Math.max(...spans.map(({ upper }) => upper)),
  }
  const cases = shown.length < found.length ? [' for ', ...nameList(shown.map(({ label }) => label))] : []
  const isSeen = shown.some(({ cell }) => cell.comparison.ratio.lower > 1 || cell.comparison.ratio.upper < 1)
  const about =
    paired.length === 0 && !shown.some(({ cell }) => isJudged(cell.comparison))
      ? 'measured apart, no verdict'
      : isSeen
        ? 'nothing decided'
        : 'no difference seen'
  return [`${about}: ${knownRange(whole)}`, ...cases]
}

/** Both signs where a target is faster in some and slower in others. */
function overall(slower: number, faster: number): Pick<Headline, 'sign' | 'role'> {
  if (slower === 0 || faster === 0) return signed(slower > 0 ? 'slower' : faster > 0 ? 'faster' : 'same')
  return { sign: SIGNS.faster + SIGNS.slower, role: 'inconclusive' }
}

function signed(verdict: Verdict): Pick<Headline, 'sign' | 'role'> {
  return { sign: SIGNS[verdict], role: verdict }
}
