import type { AttributionRecord, ComparisonRecord, EstimateRecord, RunRecord } from '@steelyard/record'
import { formatRatio, joinPhrases, name, nameList, type Phrase } from '@steelyard/text'
import { caseName } from '../section.ts'

/** Returns for each case to which flags the effect belongs, then what each does alone and on top of the others. */
export function attributionPhrases(record: RunRecord): Phrase[] {
  return record.attributions.flatMap(attribution => {
    const subject = name(caseName(attribution))
    const assignment =
      record.status === 'partial'
        ? ['not assigned to flags, since the run was interrupted']
        : assignmentPhrase(attribution, record)
    return [
      [subject, ': ', ...assignment],
      ...attribution.flags.map(({ flag, aloneRatio, onTopRatio }): Phrase => {
        const [alone, onTop] = [ratioOrNone(aloneRatio), ratioOrNone(onTopRatio)]
        return [subject, ': ', name(flag), ` alone ${alone}, on top of the others ${onTop}`]
      }),
    ]
  })
}

/** Returns to which flags an effect belongs: those with one direction both alone and on top of the others. */
function assignmentPhrase(attribution: AttributionRecord, record: RunRecord): Phrase {
  const minimumLaunches = record.compared?.minimumLaunches ?? Infinity
  const kinds = attribution.flags.map(({ flag, alone, onTopRatio }) => {
    // Its verdict counts all comparisons of the command.
    const found = comparisonOf(alone, attribution, record)
    const onTop = onTopRatio !== null && onTopRatio.n >= minimumLaunches ? onTopRatio : null
    return { flag, kind: found && onTop ? kindOf(verdictOf(found), directionOf(onTop, found)) : 'open' }
  })
  const parts = SAID.flatMap(([kind, text, role]): Phrase[] => {
    const found = kinds.filter(each => each.kind === kind).map(({ flag }) => flag)
    return found.length === 0 ? [] : [[...nameList(found, found.length), ' ', { text, role }]]
  })
  return joinPhrases(parts, '; ')
}

/** What flags do, how it is said, and in which colour. */
const SAID = [
  ['slower', 'slower', 'slower'],
  ['faster', 'faster', 'faster'],
  ['nothing', 'without effect', 'same'],
  ['depends', 'with another effect alone than on top of the others', 'inconclusive'],
  ['open', 'open', 'inconclusive'],
] as const

type Direction = -1 | 0 | 1 | null

function kindOf(alone: Direction, onTop: Direction): (typeof SAID)[number][0] {
  if (alone === null || onTop === null) return 'open'
  if (alone !== onTop) return 'depends'
  return alone === 0 ? 'nothing' : alone > 0 ? 'slower' : 'faster'
}

/** Returns the base with the flag alone against the base. */
function comparisonOf(alone: string, attribution: AttributionRecord, { comparisons }: RunRecord) {
  return comparisons.find(
    comparison =>
      comparison.paired &&
      caseName(comparison) === caseName(attribution) &&
      comparison.base === attribution.base &&
      comparison.head === alone,
  )
}

function verdictOf({ verdict }: ComparisonRecord): Direction {
  const directions = { slower: 1, faster: -1, same: 0, inconclusive: null } as const
  return verdict && directions[verdict]
}

/** 1 where it is slower with confidence, -1 where faster, 0 where the difference is too small to matter; null for open. */
function directionOf(ratio: EstimateRecord, { threshold, biasAllowance }: ComparisonRecord): Direction {
  const [lower, upper, value] = [Math.log(ratio.lower), Math.log(ratio.upper), Math.log(ratio.value)]
  const [delta, beta] = [Math.log1p(threshold), Math.log1p(biasAllowance)]
  if (upper + beta <= delta && lower - beta >= -delta) return 0
  if (lower > beta && value > delta) return 1
  return upper < -beta && value < -delta ? -1 : null
}

function ratioOrNone(ratio: EstimateRecord | null): string {
  return ratio === null ? 'not measured' : formatRatio(ratio)
}
