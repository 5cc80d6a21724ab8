import type { RunRecord, SuiteRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import { name, type Phrase, pad, sanitize, wrap } from '@steelyard/text'
import { engineText } from '../content/engine-text.ts'
import { affinityText, machineText } from '../content/machine-text.ts'

/** What is known before anything is measured; a record has it all. */
interface HeaderFacts extends Pick<RunRecord, 'environment' | 'seed'> {
  readonly suites: readonly Pick<SuiteRecord, 'name' | 'question'>[]
  readonly targets: readonly Pick<RunRecord['targets'][number], 'id' | 'engine'>[]
}

const LABEL_WIDTH = 'affinity  '.length

/** Returns what is being measured: questions, targets with their engines, machine, affinity and seed. */
export function renderHeader(facts: HeaderFacts, style: TerminalStyle): string {
  const { suites, targets, environment, seed } = sanitize(facts)
  return [
    ...field(
      'question',
      suites.map(suite => [name(suite.name), `: ${suite.question}`]),
      style,
    ),
    ...field(
      targets.length === 1 ? 'target' : 'targets',
      targets.map(({ id, engine }) => [name(id), { text: ` ${engineText(engine)}`, role: 'quiet' }]),
      style,
    ),
    ...field('machine', [[machineText(environment)]], style),
    ...field('affinity', [[affinityText(environment)]], style),
    ...field('seed', [[String(seed)]], style),
  ].join('\n')
}

function field(label: string, phrases: readonly Phrase[], style: TerminalStyle): string[] {
  return phrases.flatMap((phrase, index) =>
    wrap(phrase, style, { first: pad(index === 0 ? label : '', LABEL_WIDTH) }),
  )
}
