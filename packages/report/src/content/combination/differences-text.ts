import type { CombinationRecord, MachineFact } from '@steelyard/record'
import { joinPhrases, nameList, type Phrase } from '@steelyard/text'
import type { MachineLabel } from './conclusion-text.ts'

const FACTS: Readonly<Record<MachineFact, string>> = {
  cpuModel: 'name of the CPU',
  cpu: 'CPU',
  cpuFlags: 'flags that not all have',
  caches: 'caches',
  microcode: 'microcode',
  threadsPerCore: 'threads of a core',
  cores: 'cores',
  hypervisor: 'hypervisor',
  kernel: 'kernel',
  os: 'operating system',
  cLibrary: 'C library',
  pageBytes: 'size of pages',
  transparentHugePages: 'transparent huge pages',
  governor: 'governor',
  memoryBytes: 'memory',
}

const MOST_WORDS = 16

/** Returns in what the machines differ, a line for each fact. */
export function differencePhrases(
  { machines, differences }: CombinationRecord,
  labelOf: MachineLabel,
): Phrase[] {
  return differences.map(({ fact, values }) => [
    `${FACTS[fact]}: `,
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
