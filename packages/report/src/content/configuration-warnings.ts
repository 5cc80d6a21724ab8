import type { ConfigurationRecord } from '@steelyard/record'
import { name, nameList, type Phrase } from '@steelyard/text'
import type { Section } from './section.ts'

/** What must be equal for a comparison of servers to be one of servers, and how it is said. */
const FACTS: readonly (readonly [string, (configuration: ConfigurationRecord) => string])[] = [
  ['NODE_ENV', ({ nodeEnv }) => nodeEnv ?? 'unset'],
  ['rendering', ({ rendering }) => rendering ?? 'not reported'],
  ['compression', ({ compression }) => compression ?? 'none'],
  ['delivery', ({ delivery }) => delivery],
]

/** What is unequal in the same way on some targets. */
interface Unequal {
  readonly headCase: string
  /** The other case, or the other target of the same case. */
  readonly against: string
  readonly facts: string
  readonly heads: readonly string[]
}

/** Returns a sentence for comparisons of servers that are not set up alike: one where they differ in the same way. */
export function configurationWarnings({ comparisons, results }: Section): Phrase[] {
  const found = new Map<string, Unequal>()
  for (const { case: headCase, baseCase, base, head } of comparisons) {
    const configured = (caseId: string, target: string) =>
      results.find(result => result.case === caseId && result.target === target)?.server?.configuration
    const [ofHead, ofBase] = [configured(headCase, head), configured(baseCase, base)]
    if (!ofHead || !ofBase) continue
    const facts = FACTS.flatMap(([fact, of]) =>
      of(ofHead) === of(ofBase) ? [] : [`${fact} is ${of(ofHead)} against ${of(ofBase)}`],
    ).join(', ')
    if (facts === '') continue
    const against = baseCase === headCase ? base : baseCase
    const key = JSON.stringify([headCase, against, facts])
    found.set(key, { headCase, against, facts, heads: [...(found.get(key)?.heads ?? []), head] })
  }
  return [...found.values()].map(sentenceOf)
}

function sentenceOf({ headCase, against, facts, heads }: Unequal): Phrase {
  return [
    { text: 'Unequal configuration', role: 'trouble' },
    ': ',
    name(headCase),
    ' on ',
    ...nameList(heads, heads.length),
    ' against ',
    name(against),
    `: ${facts}. The comparison includes that difference.`,
  ]
}
