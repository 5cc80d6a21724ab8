import type { EnvironmentRecord } from '@steelyard/store'
import { formatMemory } from './format.ts'

/** Returns the machine in one line: `AMD EPYC 9B14, 2 cores, 8 GiB, virtual machine, linux 6.18.0`. */
export function machineText(environment: EnvironmentRecord): string {
  const { cpuModel, cores, memoryBytes, virtualized, governor, os, kernel } = environment
  return [
    cpuModel,
    `${cores} ${cores === 1 ? 'core' : 'cores'}`,
    formatMemory(memoryBytes),
    ...(virtualized === true ? ['virtual machine'] : []),
    ...(governor === null ? [] : [`governor ${governor}`]),
    `${os} ${kernel}`,
  ].join(', ')
}

/** Returns where processes ran, in words. */
export function affinityText({ affinity }: Pick<EnvironmentRecord, 'affinity'>): string {
  return affinity === 'same-core' ? 'same-core (a group shares one core)' : 'all (any core)'
}
