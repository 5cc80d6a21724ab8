import type { Preparation } from './preparation.ts'

/** The smallest effect of placement, layout and order that may pass for a difference, as long as none was measured. */
const DEFAULT_BIAS_ALLOWANCE = 0.002

/** Returns β of this machine, as the doctor found it, else the default. */
export function biasAllowanceOf(calibration: Preparation['calibration']): number {
  return calibration?.bias.allowance ?? DEFAULT_BIAS_ALLOWANCE
}
