import type { ConfigurationRecord } from '@steelyard/store'
import { name, type Phrase } from './phrase.ts'
import type { Section } from './section.ts'

/** What must be equal for a comparison of servers to be one of servers, and how it is said. */
const FACTS: readonly (readonly [string, (configuration: ConfigurationRecord) => string])[] = [
  ['NODE_ENV', ({ nodeEnv }) => nodeEnv ?? 'unset'],
  ['rendering', ({ rendering }) => rendering ?? 'not said'],
  ['compression', ({ compression }) => compression ?? 'none'],
  ['delivery', ({ delivery }) => delivery],
]

/** Returns a sentence for every comparison of servers that are not set up alike. */
export function configurationWarnings({ comparisons, results }: Section): Phrase[] {
  return comparisons.flatMap(comparison => {
    const { case: headCase, baseCase = headCase, base, head } = comparison
    const found = (caseId: string, target: string) =>
      results.find(result => result.case === caseId && result.target === target)?.server?.configuration
    const [ofHead, ofBase] = [found(headCase, head), found(baseCase, base)]
    if (!ofHead || !ofBase) return []
    const unequal = FACTS.flatMap(([fact, of]) =>
      of(ofHead) === of(ofBase) ? [] : [`${fact} is ${of(ofHead)} against ${of(ofBase)}`],
    )
    if (unequal.length === 0) return []
    const against = baseCase === headCase ? name(base) : name(baseCase)
    return [
      [
        { text: 'Unequal configuration', role: 'trouble' },
        ': ',
        name(headCase),
        ' on ',
        name(head),
        ' against ',
        against,
        `: ${unequal.join(', ')}. What it compares is that too.`,
      ],
    ]
  })
}
