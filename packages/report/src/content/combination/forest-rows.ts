import type {
  CombinedRecord,
  IntervalRecord,
  MachineRatioRecord,
  SessionFault,
  SessionOfMachineRecord,
  UnidentifiedRecord,
} from '@steelyard/record'
import { counted, formatPercent, ratioText } from '@steelyard/text'
import type { RatioLine } from '../document.ts'
import { NOT_IDENTIFIED } from '../machine-text.ts'
import type { MachineLabel } from './conclusion-text.ts'

/** A line of a comparison, before it is known where it stands. */
export type ForestRow = Pick<RatioLine, 'look' | 'label' | 'ratio' | 'text' | 'note'>

/** Returns the lines of a comparison: machines with their sessions, what they say together, what does not count. */
export function forestRows(
  comparison: CombinedRecord,
  unidentified: readonly UnidentifiedRecord[],
  labelOf: MachineLabel,
): ForestRow[] {
  return [
    ...comparison.machines.flatMap(machine => machineRows(machine, labelOf)),
    ...togetherRows(comparison),
    ...unidentifiedRows(unidentified),
  ]
}

function machineRows(machine: MachineRatioRecord, labelOf: MachineLabel): ForestRow[] {
  const { ratio, sessions, isUsed } = machine
  const counting = sessions.filter(({ leftOut }) => leftOut === null)
  const note = isUsed ? (ratio === null ? 'one session' : counted(counting.length, 'session')) : 'not counted'
  return [
    { look: 'thick', label: labelOf(machine), ...shown(ratio), note },
    ...sessions.map(session => sessionRow(session)),
  ]
}

function sessionRow({ startedAt, ratio, records, leftOut }: SessionOfMachineRecord): ForestRow {
  const several = records.length > 1 ? `, ${records.length} records` : ''
  return {
    look: leftOut === null ? 'thin' : 'hollow',
    label: instant(startedAt),
    ...shown(ratio),
    note: leftOut === null ? `${launchesText(ratio)}${several}` : `not counted: ${FAULTS[leftOut]}`,
  }
}

/** In few words: they stand at the end of a row. */
const FAULTS: Readonly<Record<SessionFault, string>> = {
  interrupted: 'ended early',
  preview: 'a preview',
  'control failed': 'its control failed',
  'never steady': 'never steady',
  drifting: 'drifting',
  lost: 'a side failed',
  'generator-bound': 'generator-bound',
  'clocks disagree': 'clocks disagree',
  'stopped on its verdict': 'stopped on its verdict; give --precision 1',
  'not its samples': 'not its samples',
  'too few launches': 'one launch',
  'zero variance': 'coarse clock',
}

function togetherRows({ combined, prediction, tau, machines }: CombinedRecord): ForestRow[] {
  const cpus = new Set(machines.filter(({ isUsed }) => isUsed).map(({ cpuId }) => cpuId)).size
  const between = tau === null ? '' : tauText(tau)
  return [
    ...(combined === null
      ? []
      : [
          {
            look: 'mean' as const,
            label: `mean over ${cpus} CPUs`,
            ...shown(combined),
            note: between,
          },
        ]),
    ...(prediction === null
      ? []
      : [
          {
            look: 'range' as const,
            label: 'a CPU not measured',
            ratio: { value: null, lower: prediction.lower, upper: prediction.upper },
            text: { value: '', interval: rangeText(prediction) },
            note: prediction.isApproximate ? 'approximate' : '',
          },
        ]),
  ]
}

function rangeText({ lower, upper, level }: { lower: number; upper: number; level: number }): string {
  return ratioText({ value: Math.sqrt(lower * upper), lower, upper, level, n: 0 }).interval
}

/** Returns how far the CPUs lie apart: `τ 3.1 % [1.2, 9]`. */
function tauText({ value, lower, upper }: NonNullable<CombinedRecord['tau']>): string {
  const [from, to] = [lower, upper].map(end => spreadText(end).replace(' %', ''))
  return `τ ${spreadText(value)} [${from}, ${to}]`
}

/** A fraction of a ratio; between two CPUs the upper end says little. */
function spreadText(logRatio: number): string {
  const fraction = Math.expm1(logRatio)
  return fraction > MOST_SPREAD ? `>${formatPercent(MOST_SPREAD)}` : formatPercent(fraction)
}

const MOST_SPREAD = 10

/** Below a line of their own: they are not of the machine above them. */
function unidentifiedRows(unidentified: readonly UnidentifiedRecord[]): ForestRow[] {
  return [...Map.groupBy(unidentified, ({ lacks }) => lacks)].flatMap(([lacks, alike]): ForestRow[] => [
    {
      look: 'thick',
      label: lacks === 'cpuId' ? NOT_IDENTIFIED : 'no installation id',
      ratio: null,
      text: null,
      note: 'not counted',
    },
    ...alike.map(
      ({ startedAt, ratio }): ForestRow => ({
        look: 'hollow',
        label: instant(startedAt),
        ...shown(ratio),
        note: launchesText(ratio),
      }),
    ),
  ])
}

function launchesText(ratio: SessionOfMachineRecord['ratio']): string {
  return ratio === null ? '' : `${ratio.n} ${ratio.n === 1 ? 'launch' : 'launches'}`
}

function shown(ratio: IntervalRecord | null): Pick<ForestRow, 'ratio' | 'text'> {
  return { ratio, text: ratio && ratioText({ ...ratio, n: 0 }) }
}

/** In UTC, to the minute. */
export function instant(startedAt: string): string {
  return startedAt.slice(0, 16).replace('T', ' ')
}
