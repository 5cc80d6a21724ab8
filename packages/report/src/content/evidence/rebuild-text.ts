import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import { formatRatio, name, type Phrase } from '@steelyard/text'
import { caseName } from '../section.ts'

/** Returns how a rebuilt base stands to the base, case by case, and which heads differ no more than that. */
export function rebuildPhrases(record: RunRecord): Phrase[] {
  const rebuilt = record.compared?.rebuilt ?? null
  if (rebuilt === null) return []
  const paired = record.comparisons.filter(comparison => comparison.paired)
  return paired
    .filter(({ head }) => head === rebuilt)
    .flatMap(alone => [
      [name(caseName(alone)), `: the rebuilt base is ${formatRatio(alone.ratio)} of the base`],
      ...paired
        .filter(head => head.head !== rebuilt && caseName(head) === caseName(alone))
        .filter(head => isWithin(head, alone))
        .map(
          (head): Phrase => [
            { text: 'Warning', role: 'trouble' },
            ': ',
            name(caseName(head)),
            ' on ',
            name(head.head),
            ` ${formatRatio(head.ratio)} differs from the base no more than a rebuild does: it says nothing about the source`,
          ],
        ),
    ])
}

/** Whether some of what the head's interval holds lies no further from 1 than the end of the rebuilt base's. */
function isWithin({ ratio }: ComparisonRecord, { ratio: alone }: ComparisonRecord): boolean {
  const reach = Math.max(Math.abs(Math.log(alone.lower)), Math.abs(Math.log(alone.upper)))
  const [lower, upper] = [Math.log(ratio.lower), Math.log(ratio.upper)]
  return lower <= reach && upper >= -reach
}
