import { allowedCores, canPin, machineFacts } from '@steelyard/launcher'
import type { EnvironmentRecord, EnvironmentWarning } from '@steelyard/record'

export type MeasuredEnvironment = Omit<EnvironmentRecord, 'warnings'> & {
  readonly warnings: readonly EnvironmentWarning[]
}

/** The machine, and the cores that contenders may be held on. */
export interface Machine {
  readonly environment: MeasuredEnvironment
  /** Empty when nothing is pinned. */
  readonly cores: readonly number[]
}

/** Busier than this before a run begins, in runnable processes per core. */
const BUSY_LOAD = 0.5

/** Looks at the machine and says what stands in the way of a good measurement. */
export async function inspectMachine(wanted: 'same-core' | 'all'): Promise<Machine> {
  const { load, ...facts } = await machineFacts()
  const { cores, governor } = facts
  const isAsked = wanted === 'same-core'
  const pins = isAsked && canPin()
  const isSlow = governor !== null && governor !== 'performance'
  const warnings: EnvironmentWarning[] = [
    ...(load > cores * BUSY_LOAD ? [{ code: 'busy-machine', load, cores } as const] : []),
    ...(allowedCores().length === 1 ? [{ code: 'one-core' } as const] : []),
    ...(isAsked && !pins ? [{ code: 'cannot-pin' } as const] : []),
    ...(isSlow ? [{ code: 'slow-governor', governor } as const] : []),
  ]
  return {
    environment: { ...facts, affinity: pins ? 'same-core' : 'all', warnings },
    cores: pins ? allowedCores() : [],
  }
}
