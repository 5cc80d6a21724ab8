import type { CombinationRecord } from '@steelyard/record'
import { joinPhrases, nameList, type Phrase } from '@steelyard/text'
import { MACHINE_FACTS } from '../machine-text.ts'
import type { MachineLabel } from './conclusion-text.ts'

const MOST_WORDS = 16

/** Returns in what the machines differ, a line for each fact. */
export function differencePhrases(
  { machines, differences }: CombinationRecord,
  labelOf: MachineLabel,
): Phrase[] {
  return differences.map(({ fact, values }) => [
    `${MACHINE_FACTS[fact]}: `,
    ...joinPhrases(
      values.map(({ value, machines: where }) => [
        shortened(value ?? 'unknown'),
        ' on ',
        ...nameList(where.flatMap(index => machines[index] ?? []).map(labelOf), where.length),
      ]),
      '; ',
    ),
  ])
}

function shortened(value: string): string {
  const words = value.split(' ')
  return words.length <= MOST_WORDS
    ? value
    : `${words.slice(0, MOST_WORDS).join(' ')} and ${words.length - MOST_WORDS} more`
}
