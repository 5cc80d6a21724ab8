import type { EnvironmentRecord, MachineFact } from '@steelyard/record'
import { counted, formatMemory } from '@steelyard/text'

/** Stands in foreign records for what their source does not tell. */
const UNKNOWN = 'unknown'

/**
 * Returns the machine in one line: `AMD EPYC (family 26, model 2, stepping 1), zen5-26.2-ff4994, 2 cores, 8 GiB, guest of
 * KVM, linux 6.18.0`.
 */
export function machineText(environment: EnvironmentRecord): string {
  const { cpuId, cores, memoryBytes, virtualized, hypervisor, governor, os, kernel } = environment
  const cpu = cpuText(environment)
  const parts = [
    ...(cpu === UNKNOWN ? [] : [cpu]),
    ...(cpuId ? [cpuId] : []),
    ...(cores === null ? [] : [counted(cores, 'core')]),
    ...(memoryBytes === null ? [] : [formatMemory(memoryBytes)]),
    ...(hypervisor ? [`guest of ${hypervisor}`] : virtualized === true ? ['virtual machine'] : []),
    ...(governor === null ? [] : [`governor ${governor}`]),
    ...(os === UNKNOWN ? [] : [kernel === UNKNOWN ? os : `${os} ${kernel}`]),
    // A foreign record need not have more than the name.
    ...(cores === null || isIdentified(environment) ? [] : [NOT_IDENTIFIED]),
    ...(cpuId !== null && environment.installationId === null ? ['installation without an id'] : []),
  ]
  return parts.length === 0 ? UNKNOWN : parts.join(', ')
}

/** Returns which CPU a machine has: `AMD EPYC (family 26, model 2, stepping 1)`. */
export function cpuText({ cpuModel, cpu }: Pick<EnvironmentRecord, 'cpuModel' | 'cpu'>): string {
  const { family = null, model = null, stepping = null } = cpu ?? {}
  const numbers = Object.entries({ family, model, stepping }).filter(([, number]) => number !== null)
  if (numbers.length === 0) return cpuModel
  return `${cpuModel} (${numbers.map(([name, number]) => `${name} ${number}`).join(', ')})`
}

/** Whether a record tells its CPU from others of that name. */
export function isIdentified({ cpu, cpuId }: Pick<EnvironmentRecord, 'cpu' | 'cpuId'>): boolean {
  return Boolean(cpuId ?? cpu)
}

/** Said where it matters that a record does not tell its CPU from others of that name. */
export const NOT_IDENTIFIED = 'CPU not identified'

export function affinityText({ affinity }: Pick<EnvironmentRecord, 'affinity'>): string {
  return affinity === 'same-core' ? 'same-core (a group shares one core)' : 'all (any core)'
}

/** In what machines differ, and one machine may from hour to hour. */
export const MACHINE_FACTS: Readonly<Record<MachineFact, string>> = {
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
