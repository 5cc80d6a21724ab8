import type { EnvironmentRecord } from '@steelyard/store'
import { formatMemory } from './format.ts'

/** Stands in foreign records for what their source does not tell. */
const UNKNOWN = 'unknown'

/** Returns the machine in one line: `AMD EPYC 9B14, 2 cores, 8 GiB, virtual machine, linux 6.18.0`. */
export function machineText(environment: EnvironmentRecord): string {
  const { cpuModel, cores, memoryBytes, virtualized, governor, os, kernel } = environment
  const parts = [
    ...(cpuModel === UNKNOWN ? [] : [cpuModel]),
    ...(cores === null ? [] : [`${cores} ${cores === 1 ? 'core' : 'cores'}`]),
    ...(memoryBytes === null ? [] : [formatMemory(memoryBytes)]),
    ...(virtualized === true ? ['virtual machine'] : []),
    ...(governor === null ? [] : [`governor ${governor}`]),
    ...(os === UNKNOWN ? [] : [kernel === UNKNOWN ? os : `${os} ${kernel}`]),
  ]
  return parts.length === 0 ? UNKNOWN : parts.join(', ')
}

/** Returns where processes ran, in words. */
export function affinityText({ affinity }: Pick<EnvironmentRecord, 'affinity'>): string {
  return affinity === 'same-core' ? 'same-core (a group shares one core)' : 'all (any core)'
}
