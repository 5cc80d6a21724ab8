import type { CalibrationRecord, EnvironmentWarning } from '@steelyard/record'
import type { Metric } from '@steelyard/stats'
import type { Machine } from '../targets/machine.ts'
import type { NamedTarget, TargetFacts } from '../targets/targets.ts'
import type { LoadedSuite } from './load-suite.ts'
import type { SuitePlan } from './plan.ts'

export interface PlannedSuite {
  readonly loaded: LoadedSuite
  readonly plan: SuitePlan
  /** Hash of its code, independent of file names. */
  readonly codeSha256: string
}

/** Everything that is known before anything is timed. */
export interface Preparation {
  readonly targets: readonly NamedTarget[]
  readonly facts: readonly TargetFacts[]
  readonly machine: Machine
  /** What the doctor found here; null before the first calibration. */
  readonly calibration: CalibrationRecord | null
  readonly suites: readonly PlannedSuite[]
  /** A sentence for each file that could not be loaded, where others could. */
  readonly problems: readonly string[]
}

/** Returns what was known before, with what the machine's environment is to say too. */
export function withWarning(preparation: Preparation, warning: EnvironmentWarning | null): Preparation {
  if (warning === null) return preparation
  const { machine } = preparation
  const { environment } = machine
  const warnings = [...environment.warnings, warning]
  return { ...preparation, machine: { ...machine, environment: { ...environment, warnings } } }
}

/** The smallest effect of placement, layout and order that may pass for a difference, as long as none was measured. */
const DEFAULT_BIAS_ALLOWANCE = 0.002

/** Returns β of this machine, as the doctor found it, else the default. */
export function biasAllowanceOf(calibration: Preparation['calibration'], metric: Metric): number {
  const { allowance = DEFAULT_BIAS_ALLOWANCE } = calibration?.bias ?? {}
  // The calibration is of wall time.
  return metric === 'wall' ? allowance : Math.max(allowance, DEFAULT_BIAS_ALLOWANCE)
}
