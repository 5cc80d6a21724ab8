import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import { counted, formatPercent, type Phrase } from '@steelyard/text'
import { evidenceCommandText, fullReportText } from '../evidence/command-text.ts'
import { INTERRUPTED, noticesOf, unmeasuredOf } from '../notice.ts'
import { isJudged } from '../verdict-mark.ts'
import type { Matrix } from './matrix.ts'

const MOST_UNMEASURED = 2

/** A run that needs more than this many times its launches is not worth the wait. */
const MOST_TIMES = 20

/** Reasons that more launches remove. */
const WIDE: readonly string[] = ['too wide', 'sign known but small', 'not significant in its family']

/** Returns what settles what a record leaves open, what failed, and where the rest is said. */
export function nextSteps(record: RunRecord, matrices: readonly Matrix[]): Phrase[] {
  const shown = matrices.flatMap(({ cells }) => cells.flat())
  const open = shown.flatMap(({ comparison }) => (comparison && isOpen(comparison) ? [comparison] : []))
  const unmeasured = unmeasuredOf(record)
  const notices = noticesOf(record).length
  // Most contenders of an interrupted run were not begun.
  const named = record.status === 'partial' ? [] : unmeasured.slice(0, MOST_UNMEASURED)
  const more = unmeasured.length - named.length
  const rest = named.length > 0 ? `and ${more} more without numbers` : `${more} without numbers`
  return [
    ...named,
    ...(more > 0 ? [[rest]] : []),
    ...(record.status === 'partial' ? [INTERRUPTED] : open.length > 0 ? [openStep(open, record)] : []),
    ...(notices > 0 ? [[`${counted(notices, 'warning')}: ${fullReportText(record)}`]] : []),
  ]
}

function isOpen(comparison: ComparisonRecord): boolean {
  return isJudged(comparison) && (comparison.verdict === null || comparison.verdict === 'inconclusive')
}

function openStep(open: readonly ComparisonRecord[], record: RunRecord): Phrase {
  const count = `${open.length} undecided`
  if (open.some(({ reason }) => reason === 'quick'))
    return [`${count}. To decide: ${evidenceCommandText(record)}`]
  const wide = open.filter(({ paired, reason }) => paired && WIDE.includes(reason ?? ''))
  const [first] = wide
  if (first === undefined) return [count]
  const each = wide
    .map(({ ratio, threshold }) => timesTheLaunches(ratio, threshold))
    .toSorted((a, b) => a - b)
  const times = each[Math.floor(each.length / 2)] ?? 1
  const needed = `: ${formatPercent(first.threshold)} would take about ${Number(times.toPrecision(1))} times the launches`
  // An interval without width at 0, or a threshold of 0, gives no number.
  const answer = `${count}${times >= 2 && times < Infinity ? needed : ''}`
  const hasPrecision = record.command.some(argument => argument.startsWith('--precision'))
  if (hasPrecision || !(times <= MOST_TIMES)) return [answer]
  const precision = Number((100 * first.threshold).toPrecision(3))
  return [`${answer}. Narrower: ${evidenceCommandText(record)} --precision ${precision}`]
}

/** Launches grow with the square of the half-width that is too wide. */
function timesTheLaunches({ lower, upper }: ComparisonRecord['ratio'], threshold: number): number {
  return (Math.log(upper / lower) / 2 / Math.log1p(threshold)) ** 2
}
