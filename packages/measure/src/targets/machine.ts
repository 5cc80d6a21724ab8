import { allowedCores, canPin, type MachineFacts, machineFacts } from '@steelyard/launcher'
import type { EnvironmentRecord } from '@steelyard/record'

/** The machine as the record has it, and the cores that contenders may be held on. */
export interface Machine {
  readonly environment: EnvironmentRecord
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

function warningsOf({ load, cores, governor }: MachineFacts, oneCore: boolean, cannotPin: boolean): string[] {
  const warnings: string[] = []
  if (load > cores * BUSY_LOAD) {
    warnings.push(
      `the machine was busy before the run (load ${load.toFixed(1)} on ${cores} cores): stop other work and run again`,
    )
  }
  if (oneCore) {
    warnings.push('there is one core, which the host shares with what it measures: use a machine with two')
  }
  if (cannotPin) {
    warnings.push(
      'processes cannot be held on one core here: contenders see different noise; on Linux install util-linux',
    )
  }
  if (governor !== null && governor !== 'performance') {
    warnings.push(`the clock-speed governor is '${governor}': set it to 'performance' for steadier times`)
  }
  return warnings
}
