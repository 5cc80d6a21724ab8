import type { EnvironmentRecord, MachineFact } from '@steelyard/record'
import { formatBytes, formatMemory } from '@steelyard/text'

/** In words; null where the record does not tell it. */
type FactText = (environment: EnvironmentRecord) => string | null

const text = (value: string | number | null | undefined) => (value == null ? null : String(value))

/** What may choose other code, run it at another speed, or both; the likeliest first. */
const FACTS: Readonly<Record<Exclude<MachineFact, 'cpuFlags'>, FactText>> = {
  cpuModel: ({ cpuModel }) => cpuModel,
  cpu: ({ cpu }) =>
    cpu ? `family ${cpu.family ?? '?'}, model ${cpu.model ?? '?'}, stepping ${cpu.stepping ?? '?'}` : null,
  caches: ({ caches }) =>
    caches?.map(({ level, type, bytes }) => `L${level} ${type} ${formatBytes(bytes)}`).join(', ') ?? null,
  microcode: ({ microcode }) => text(microcode),
  threadsPerCore: ({ threadsPerCore }) => text(threadsPerCore),
  cores: ({ cores }) => text(cores),
  hypervisor: ({ hypervisor, virtualized }) => text(hypervisor) ?? (virtualized === false ? 'none' : null),
  kernel: ({ kernel }) => kernel,
  os: ({ os }) => os,
  cLibrary: ({ cLibrary }) => (cLibrary ? `${cLibrary.name} ${cLibrary.version}` : null),
  pageBytes: ({ pageBytes }) => (pageBytes == null ? null : formatBytes(pageBytes)),
  transparentHugePages: ({ transparentHugePages }) => text(transparentHugePages),
  governor: ({ governor }) => governor,
  memoryBytes: ({ memoryBytes }) => (memoryBytes === null ? null : formatMemory(memoryBytes)),
}

/**
 * Returns in what machines differ; `machines` has the environments of the records of each. One that is the same on all,
 * or that only one machine reports, is no difference.
 */
export function machineDifferences(machines: readonly (readonly EnvironmentRecord[])[]) {
  const facts: readonly (readonly [MachineFact, FactText])[] = [
    ...(Object.entries(FACTS) as [MachineFact, FactText][]),
    ['cpuFlags', flagsBeyond(machines.flat())],
  ]
  return facts.flatMap(([fact, of]) => {
    const rows = machines.flatMap((environments, machine) =>
      [...new Set(environments.map(of))].map(value => ({ value, machine })),
    )
    const values = Array.from(
      Map.groupBy(rows, ({ value }) => value),
      ([value, where]) => ({ value, machines: where.map(({ machine }) => machine) }),
    )
    const isVaried = values.filter(({ value }) => value !== null).length > 1
    // A fact that changed in the same way on every machine tells none from another.
    const isOnAll = values.every(value => value.machines.length === machines.length)
    return isVaried && !isOnAll ? [{ fact, values }] : []
  })
}

/** All flags would hide those that matter: the ones that not every machine has. */
function flagsBeyond(environments: readonly EnvironmentRecord[]): FactText {
  const flagSets = environments.flatMap(({ cpuFlags }) => (cpuFlags ? [new Set(cpuFlags)] : []))
  return ({ cpuFlags }) =>
    cpuFlags
      ? cpuFlags.filter(flag => flagSets.some(flags => !flags.has(flag))).join(' ') || 'none of the others'
      : null
}
