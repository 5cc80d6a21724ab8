import type { RunRecord, SuiteRecord } from '@steelyard/record'
import { name, type Phrase, pad, sanitize, type TerminalStyle, wrap } from '@steelyard/text'
import { engineText } from '../content/engine-text.ts'
import { affinityText, machineText } from '../content/machine-text.ts'

/** What is known before anything is measured; a record has it all. */
interface HeaderFacts extends Pick<RunRecord, 'environment' | 'seed'>, Partial<Pick<RunRecord, 'foreign'>> {
  readonly suites: readonly Pick<SuiteRecord, 'name' | 'question'>[]
  readonly targets: readonly Pick<RunRecord['targets'][number], 'id' | 'engine'>[]
}

const LABEL_WIDTH = 'affinity  '.length

/** Returns what is being measured: questions, targets with their engines, machine; of our own affinity and seed. */
export function renderHeader(facts: HeaderFacts, style: TerminalStyle): string {
  const { suites, targets, environment, seed, foreign } = sanitize(facts)
  const fields: readonly (readonly [label: string, phrases: readonly Phrase[]])[] = [
    ['question', suites.map(suite => [name(suite.name), `: ${suite.question}`])],
    [
      targets.length === 1 ? 'target' : 'targets',
      targets.map(({ id, engine }) => [name(id), { text: ` ${engineText(engine)}`, role: 'quiet' }]),
    ],
    ['machine', [[machineText(environment)]]],
    ['affinity', foreign ? [] : [[affinityText(environment)]]],
    ['seed', foreign ? [] : [[String(seed)]]],
  ]
  const lines = fields.flatMap(([label, phrases]) =>
    phrases.flatMap((phrase, index) =>
      wrap(phrase, style, { first: pad(index === 0 ? label : '', LABEL_WIDTH) }),
    ),
  )
  return lines.join('\n')
}
