import type { ComparisonRecord, Verdict } from '@steelyard/record'
import { mean } from '@steelyard/stats'
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
import { onlyOne } from '../only-one.ts'
import { isJudged } from '../verdict-mark.ts'
import { type MatrixCell, widened } from './cell.ts'
import type { Matrix } from './matrix.ts'
import { hasBound } from './open-reasons.ts'

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

/** Whether it decides nothing; what is faster here and slower there is decided. */
export function isOpen({ sign }: Headline): boolean {
  return sign === SIGNS.inconclusive
}

/** A case on one target. */
interface Found {
  readonly label: string
  readonly cell: MatrixCell
  readonly comparison: ComparisonRecord
}

const MOST_NAMED = 2

/** Returns the findings of a suite: those across targets, then those across cases. */
export function headlinesOf(across: Matrix | null, cases: Matrix | null): Headline[] {
  return [...(across ? targetHeadlines(across) : []), ...(cases ? caseHeadlines(cases) : [])]
}

/** A sentence for each target that is compared with another one. */
function targetHeadlines({ rows, columns, cells }: Matrix): Headline[] {
  let base = ''
  return columns.flatMap(({ label: target, isBase }, index) => {
    if (isBase) base = target
    const found = rows.flatMap(({ label }, row): Found[] => {
      const cell = cells[row]?.[index]
      return cell?.comparison ? [{ label, cell, comparison: cell.comparison }] : []
    })
    return isBase || found.length === 0 ? [] : [targetHeadline(target, base, found)]
  })
}

/** Which cases are the slowest, the mildest and the fastest against their baseline, over all targets. */
function caseHeadlines({ rows, columns, cells }: Matrix): Headline[] {
  const base = onlyOne(cells.flat().flatMap(({ comparison }) => comparison?.baseCase ?? []))
  const all = rows.flatMap(({ label }, index) => {
    const found = (cells[index] ?? []).flatMap(({ comparison }) => comparison ?? [])
    if (found.length === 0) return []
    const verdicts = new Set(found.map(({ verdict }) => verdict))
    return [{ label, found, verdicts, middle: mean(found.map(({ ratio }) => Math.log(ratio.value))) }]
  })
  const rising = all.toSorted((a, b) => a.middle - b.middle)
  const only = (verdict: Verdict, opposite: Verdict) =>
    rising.filter(({ verdicts }) => verdicts.has(verdict) && !verdicts.has(opposite))
  const [slower, faster] = [only('slower', 'faster').toReversed(), only('faster', 'slower')]
  const open = all.filter(
    ({ verdicts }) => !verdicts.has('slower') && !verdicts.has('faster') && !verdicts.has('same'),
  )
  const [slowest, ...others] = slower
  const targetsOf = (found: number) => {
    const { length } = columns
    if (length < 2) return ''
    if (found < length) return ` on ${found} of ${length}`
    return length === 2 ? ' on both' : ` on all ${length}`
  }
  const sentence = (verdict: 'slower' | 'faster', subject: string, row: (typeof all)[number]): Headline => {
    const counted = row.found.filter(one => one.verdict === verdict)
    const ratios = counted.map(({ ratio }) => ratio.value)
    const doubted = counted.filter(isDoubted).length
    return {
      ...signed(verdict),
      subject,
      text: [
        name(row.label),
        `: ${rangeText(Math.min(...ratios), Math.max(...ratios))}× `,
        name(base ?? 'the baseline'),
        targetsOf(ratios.length),
        doubted === 0
          ? ''
          : ` (later launches say otherwise${doubted === ratios.length ? '' : ` on ${doubted}`})`,
      ],
    }
  }
  const undecided = {
    ...signed('inconclusive'),
    subject: 'undecided',
    text: nameList(open.map(({ label }) => label)),
  }
  return [
    ...(slowest ? [sentence('slower', 'slowest', slowest)] : []),
    ...others.slice(-1).map(row => sentence('slower', 'mildest', row)),
    ...faster.slice(0, 1).map(row => sentence('faster', 'fastest', row)),
    ...(open.length === 0 || slower.length + faster.length === 0 ? [] : [undecided]),
  ]
}

function targetHeadline(subject: string, base: string, found: readonly Found[]): Headline {
  const rising = found.toSorted((a, b) => a.comparison.ratio.value - b.comparison.ratio.value)
  const of = (all: readonly Found[], verdict: Verdict) =>
    all.filter(({ comparison }) => comparison.verdict === verdict)
  const [slower, faster, same] = [of(rising.toReversed(), 'slower'), of(rising, 'faster'), of(found, 'same')]
  const open = found.length - slower.length - faster.length - same.length
  const decided = [extremes(slower, base), extremes(faster, base), samePhrase(same)].filter(
    phrase => phrase.length > 0,
  )
  if (decided.length === 0) return { ...signed('inconclusive'), subject, text: openPhrase(found) }
  const rest: Phrase[] = open > 0 ? [[`${open} undecided`]] : []
  const text = joinPhrases([...decided, ...rest], '; ')
  return { ...overall(slower.length, faster.length), subject, text }
}

/** All where they are few, else how many with both extremes; the furthest first, as they are sorted. */
function extremes(sorted: readonly Found[], base: string): Phrase {
  const [first] = sorted
  const last = sorted.at(-1)
  if (first === undefined || last === undefined) return []
  const value = ({ cell }: Found) => `${cell.text?.value}×`
  const time = first.comparison.metric === 'cpu' ? 'CPU time' : 'time'
  if (sorted.length <= MOST_NAMED) {
    const phrases = sorted.map((each, index): Phrase => {
      const of = index === 0 ? ` ${base}'s ${time}` : ''
      return [`${value(each)}${of} for `, name(each.label), doubt(each)]
    })
    return joinPhrases(phrases, ', ')
  }
  const doubted = sorted.filter(each => doubt(each) !== '').length
  return [
    `${value(first)} (`,
    name(first.label),
    `) to ${value(last)} (`,
    name(last.label),
    `) of ${base}'s ${time} in ${sorted.length} cases`,
    doubted === 0 ? '' : ` (later launches say otherwise in ${doubted})`,
  ]
}

/** The verdict of an early look stays, but its sign may not stand alone where all launches say otherwise. */
function doubt({ comparison }: Found): string {
  return isDoubted(comparison) ? ' (later launches say otherwise)' : ''
}

function isDoubted({ warnings }: ComparisonRecord): boolean {
  return warnings.some(({ code }) => code === 'later-launches-differ')
}

function samePhrase(found: readonly Found[]): Phrase {
  const [first] = found
  if (first === undefined) return []
  const names = joinPhrases(
    found.map((each): Phrase => [name(each.label), doubt(each)]),
    ', ',
  )
  return [`same within ${formatPercent(first.comparison.threshold)}: `, ...names]
}

/** The widest that any may be that has a bound: of those that shared launches where there are any. */
function openPhrase(found: readonly Found[]): Phrase {
  const bounded = found.filter(({ comparison }) => hasBound(comparison))
  if (bounded.length === 0) return ['no verdict for ', ...nameList(found.map(({ label }) => label))]
  const paired = bounded.filter(({ comparison }) => comparison.paired)
  const shown = paired.length > 0 ? paired : bounded
  const [first] = shown
  if (shown.length === 1 && first) return [`${first.cell.known} for `, name(first.label)]
  const spans = shown.map(({ comparison }) => widened(comparison.ratio, comparison.biasAllowance))
  const whole = {
    lower: Math.min(...spans.map(({ lower }) => lower)),
    upper: Math.max(...spans.map(({ upper }) => upper)),
  }
  const cases = shown.length < found.length ? [' for ', ...nameList(shown.map(({ label }) => label))] : []
  const isSeen = shown.some(({ comparison: { ratio } }) => ratio.lower > 1 || ratio.upper < 1)
  const about =
    paired.length === 0 && !shown.some(({ comparison }) => isJudged(comparison))
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
