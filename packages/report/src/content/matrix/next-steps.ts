import type { RunRecord, StatedComparison } from '@steelyard/record'
import { counted, formatPercent, type Phrase, PROGRAM } from '@steelyard/text'
import { evidenceCommandText } from '../evidence/command-text.ts'
import { noticesOf, unmeasuredOf } from '../notice.ts'
import { isJudged } from '../verdict-mark.ts'
import type { Matrix } from './matrix.ts'

const MOST_UNMEASURED = 2

/** Returns what settles what a record leaves open, what failed, and where the rest is said. */
export function nextSteps(record: RunRecord, matrices: readonly Matrix[]): Phrase[] {
  const shown = matrices.flatMap(({ cells }) => cells.flat())
  const open = shown.flatMap(({ comparison }) => (comparison && isOpen(comparison) ? [comparison] : []))
  const unmeasured = unmeasuredOf(record)
  const notices = noticesOf(record).length
  const more = unmeasured.length - MOST_UNMEASURED
  return [
    ...unmeasured.slice(0, MOST_UNMEASURED),
    ...(more > 0 ? [[`and ${more} more without numbers`]] : []),
    ...(open.length > 0 ? [openStep(open, record)] : []),
    ...(notices > 0 ? [[`${counted(notices, 'warning')}: ${PROGRAM} report --terminal`]] : []),
  ]
}

function isOpen(comparison: StatedComparison): boolean {
  return isJudged(comparison) && (comparison.verdict === null || comparison.verdict === 'inconclusive')
}

/** Launches grow with the square of the half-width that is too wide. */
function openStep(open: readonly StatedComparison[], record: RunRecord): Phrase {
  const count = `${open.length} undecided`
  if (record.status === 'partial') return [`${count}: the run was interrupted`]
  if (open.some(({ reason }) => reason === 'quick'))
    return [`${count}. To decide: ${evidenceCommandText(record)}`]
  const direct = open.filter(({ paired }) => paired)
  const times = Math.max(1, ...direct.map(({ ratio, threshold }) => timesTheLaunches(ratio, threshold)))
  const [first] = direct
  if (first === undefined) return [`${count}: through the baseline; ask for them alone`]
  return [
    `${count}: ${formatPercent(first.threshold)} would take about ${times < 10 ? times.toFixed(0) : Number(times.toPrecision(1))} times the launches. Ask for less: ${PROGRAM} ${first.suite}/${first.case}`,
  ]
}

function timesTheLaunches({ lower, upper }: StatedComparison['ratio'], threshold: number): number {
  return (Math.log(upper / lower) / 2 / Math.log1p(threshold)) ** 2
}
