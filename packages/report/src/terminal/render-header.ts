import type { RunRecord, SuiteRecord } from '@steelyard/record'
import type { Look } from '@steelyard/text'
import { name, type Phrase, pad, plain, wrap } from '@steelyard/text'
import { engineText } from '../content/engine-text.ts'
import { affinityText, machineText } from '../content/machine-text.ts'

/** What is known before anything is measured; a record has it all. */
export interface HeaderFacts extends Pick<RunRecord, 'environment' | 'seed'> {
  readonly suites: readonly Pick<SuiteRecord, 'name' | 'question'>[]
  readonly targets: readonly Pick<RunRecord['targets'][number], 'id' | 'engine'>[]
}

const LABEL_WIDTH = 'affinity  '.length

/** Returns what is being weighed: questions, targets with their engines, machine, affinity and seed. */
export function renderHeader(facts: HeaderFacts, look: Look): string {
  const { suites, targets, environment, seed } = plain(facts)
  return [
    ...field(
      'question',
      suites.map(suite => [name(suite.name), `: ${suite.question}`]),
      look,
    ),
    ...field(
      targets.length === 1 ? 'target' : 'targets',
      targets.map(({ id, engine }) => [name(id), { text: ` ${engineText(engine)}`, role: 'quiet' }]),
      look,
    ),
    ...field('machine', [[machineText(environment)]], look),
    ...field('affinity', [[affinityText(environment)]], look),
    ...field('seed', [[String(seed)]], look),
  ].join('\n')
}

function field(label: string, phrases: readonly Phrase[], look: Look): string[] {
  return phrases.flatMap((phrase, index) =>
    wrap(phrase, look, { first: pad(index === 0 ? label : '', LABEL_WIDTH) }),
  )
}
