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

/** Returns a sentence for comparisons of servers that are not set up alike: one where they differ in the same way. */
export function configurationWarnings({ comparisons, results }: Section): Phrase[] {
  const unequal = comparisons.flatMap(({ case: headCase, baseCase, base, head }) => {
    const configured = (caseId: string, target: string) =>
      results.find(result => result.case === caseId && result.target === target)?.server?.configuration
    const [ofHead, ofBase] = [configured(headCase, head), configured(baseCase, base)]
    if (!ofHead || !ofBase) return []
    const facts = FACTS.flatMap(([fact, of]) =>
      of(ofHead) === of(ofBase) ? [] : [`${fact} is ${of(ofHead)} against ${of(ofBase)}`],
    ).join(', ')
    // The other case, or the other target of the same case.
    const against = baseCase === headCase ? base : baseCase
    const rest: Phrase = [' against ', name(against), `: ${facts}. The comparison includes that difference.`]
    return facts === '' ? [] : [{ headCase, head, rest }]
  })
  const alike = Map.groupBy(unequal, ({ headCase, rest }) => JSON.stringify([headCase, rest]))
  return Array.from(alike.values(), (found): Phrase => {
    const [{ headCase, rest } = { headCase: '', rest: [] }] = found
    const heads = found.map(({ head }) => head)
    const warning = { text: 'Unequal configuration', role: 'trouble' } as const
    return [warning, ': ', name(headCase), ' on ', ...nameList(heads, heads.length), ...rest]
  })
}
