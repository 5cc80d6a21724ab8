import type { AttributionRecord, EstimateRecord, RunRecord } from '@steelyard/record'
import { formatRatio, joinPhrases, name, nameList, type Phrase } from '@steelyard/text'
import { caseName } from '../section.ts'

/** What decides whether there is an effect: fractions, and the launches it takes. */
type Scale = Readonly<Record<'threshold' | 'biasAllowance' | 'minimumLaunches', number>>

/** Returns for each case to which flags the effect belongs, then what each does alone and on top of the others. */
export function attributionPhrases(record: RunRecord): Phrase[] {
  const { attributions, comparisons, compared } = record
  const [first] = comparisons
  if (first === undefined || compared === null) return []
  const scale: Scale = { ...first, minimumLaunches: compared.minimumLaunches }
  return attributions.flatMap(attribution => {
    const subject = name(caseName(attribution))
    const assignment =
      record.status === 'partial'
        ? ['not assigned to flags, since the run was interrupted']
        : assignmentPhrase(attribution, record, scale)
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
function assignmentPhrase(attribution: AttributionRecord, record: RunRecord, scale: Scale): Phrase {
  const kinds = attribution.flags.map(({ flag, alone, onTopRatio }) => ({
    flag,
    kind: kindOf(verdictOf(alone, attribution, record), directionOf(onTopRatio, scale)),
  }))
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

/** Returns the direction of the verdict on the base with the flag alone, which counts all comparisons of the command. */
function verdictOf(alone: string, attribution: AttributionRecord, { comparisons }: RunRecord): Direction {
  const found = comparisons.find(
    comparison =>
      comparison.paired &&
      caseName(comparison) === caseName(attribution) &&
      comparison.base === attribution.base &&
      comparison.head === alone,
  )
  const directions = { slower: 1, faster: -1, same: 0, inconclusive: null } as const
  return found?.verdict ? directions[found.verdict] : null
}

/** 1 where it is slower with confidence, -1 where faster, 0 where the difference is too small to matter; null for open. */
function directionOf(ratio: EstimateRecord | null, scale: Scale): Direction {
  const { threshold, biasAllowance, minimumLaunches } = scale
  if (ratio === null || ratio.n < minimumLaunches) return null
  const [lower, upper, value] = [Math.log(ratio.lower), Math.log(ratio.upper), Math.log(ratio.value)]
  const [delta, beta] = [Math.log1p(threshold), Math.log1p(biasAllowance)]
  if (upper + beta <= delta && lower - beta >= -delta) return 0
  if (lower > beta && value > delta) return 1
  return upper < -beta && value < -delta ? -1 : null
}

function ratioOrNone(ratio: EstimateRecord | null): string {
  return ratio === null ? 'not measured' : formatRatio(ratio)
}
