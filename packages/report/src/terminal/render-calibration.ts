import type { CalibrationRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import { calibrationOutline } from '../content/calibration-outline.ts'
import { renderOutline } from './render-outline.ts'

/** Returns what the doctor found, for a terminal. */
export function renderCalibration(found: CalibrationRecord, style: TerminalStyle): string {
  return renderOutline(calibrationOutline(found, style), style)
}
