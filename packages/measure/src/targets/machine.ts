import { allowedCores, canPin, type MachineFacts, machineFacts } from '@steelyard/launcher'
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
  const pins = wanted === 'same-core' && canPin()
  return {
    environment: {
      ...facts,
      affinity: pins ? 'same-core' : 'all',
      warnings: warningsOf({ load, ...facts }, allowedCores().length === 1, wanted === 'same-core' && !pins),
    },
    cores: pins ? allowedCores() : [],
  }
}

function warningsOf(
  { load, cores, governor }: MachineFacts,
  oneCore: boolean,
  cannotPin: boolean,
): EnvironmentWarning[] {
  const isSlow = governor !== null && governor !== 'performance'
  return [
    ...(load > cores * BUSY_LOAD ? [{ code: 'busy-machine', load, cores } as const] : []),
    ...(oneCore ? [{ code: 'one-core' } as const] : []),
    ...(cannotPin ? [{ code: 'cannot-pin' } as const] : []),
    ...(isSlow ? [{ code: 'slow-governor', governor } as const] : []),
  ]
}
