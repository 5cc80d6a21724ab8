import type {
  CombinedRecord,
  IntervalRecord,
  MachineRatioRecord,
  SessionFault,
  SessionOfMachineRecord,
} from '@steelyard/record'
import { counted, formatPercent, launchesText, minuteText, ratioText } from '@steelyard/text'
import type { RatioLine } from '../document.ts'
import type { MachineLabel } from './conclusion-text.ts'

/** A line of a comparison, before it is known where it stands. */
type ForestRow = Pick<RatioLine, 'look' | 'label' | 'ratio' | 'text' | 'note'>

/** Returns the lines of a comparison: machines with their sessions, and what they say together. */
export function forestRows(comparison: CombinedRecord, labelOf: MachineLabel): ForestRow[] {
  return [
    ...comparison.machines.flatMap(machine => [
      row('thick', labelOf(machine), machine.ratio, machineNote(machine)),
      ...machine.sessions.map(sessionRow),
    ]),
    ...togetherRows(comparison),
  ]
}

function row(look: RatioLine['look'], label: string, ratio: IntervalRecord | null, note: string): ForestRow {
  return { look, label, ratio, text: ratio && ratioText({ ...ratio, n: 0 }), note }
}

function machineNote({ ratio, sessions, isUsed }: MachineRatioRecord): string {
  if (!isUsed) return 'not counted'
  const counting = sessions.filter(({ leftOut }) => leftOut === null)
  return ratio === null ? 'one session' : counted(counting.length, 'session')
}

function sessionRow({ startedAt, ratio, records, leftOut }: SessionOfMachineRecord): ForestRow {
  const several = records.length > 1 ? `, ${records.length} records` : ''
  return leftOut === null
    ? row('thin', minuteText(startedAt), ratio, `${ratio === null ? '' : launchesText([ratio.n])}${several}`)
    : row('hollow', minuteText(startedAt), ratio, `not counted: ${FAULTS[leftOut]}`)
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
  'part of a search': 'part of a search',
  'not its samples': 'not its samples',
  'too few launches': 'one launch',
  'zero variance': 'coarse clock',
}

function togetherRows({ combined, prediction, tau, machines }: CombinedRecord): ForestRow[] {
  const cpus = new Set(machines.filter(({ isUsed }) => isUsed).map(({ cpuId }) => cpuId)).size
  const note = tau === null ? '' : tauText(tau)
  const mean = combined === null ? [] : [row('mean', `mean over ${cpus} CPUs`, combined, note)]
  if (prediction === null) return mean
  const { lower, upper, isApproximate } = prediction
  const middle = { ...prediction, value: Math.sqrt(lower * upper) }
  const { text, ...range } = row('range', 'a CPU not measured', middle, isApproximate ? 'approximate' : '')
  return [...mean, { ...range, ratio: { value: null, lower, upper }, text: text && { ...text, value: '' } }]
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
