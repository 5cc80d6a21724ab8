import type { ComparisonRecord, EstimateRecord, ResultRecord } from '@steelyard/record'
import {
  type EstimateText,
  formatDuration,
  knownRange,
  type Role,
  SIGNS,
  shortEstimate,
} from '@steelyard/text'
import { timeValue } from '../result-time.ts'
import { statusWord } from '../status-word.ts'
import { isJudged } from '../verdict-mark.ts'
import { hasBound } from './open-reasons.ts'

export interface MatrixCell {
  /** base: what others are compared with. missing: nothing is known, see `missing`. */
  readonly kind: 'base' | 'ratio' | 'missing'
  /** null where nothing was run. */
  readonly result: ResultRecord | null
  /** The comparison of a cell with a ratio; else null. */
  readonly comparison: ComparisonRecord | null
  /** Time of an iteration on the clock that gives the verdicts, such as `358 µs`; empty where unknown. */
  readonly time: string
  /** Time ÷ the base's time; null without one. The base's own is 1. */
  readonly ratio: number | null
  /** The ratio of a cell in digits: `0.48` and `±4 %`. */
  readonly text: EstimateText | null
  /** `▲` slower, `▼` faster, `=` same, `?` undecided, followed by `~` through the baseline, `·` never judged. */
  readonly sign: string
  readonly role: Role | null
  /** What the interval says, widened by the allowance: `at most 5 % either way`; empty where it says nothing. */
  readonly known: string
  /** Why there is no ratio: `failed`, `unsupported`, `too few launches`; empty where there is one. */
  readonly missing: string
  /** Marks of the footnotes of the matrix that are about this cell. */
  readonly marks: readonly string[]
}

const EMPTY = {
  comparison: null,
  ratio: null,
  text: null,
  sign: '',
  role: null,
  known: '',
  missing: '',
  marks: [],
}

export function baseCell(result: ResultRecord | null, metric: 'wall' | 'cpu'): MatrixCell {
  if (result !== null && result.status !== 'ok') return missingCell(result, metric)
  return { ...EMPTY, kind: 'base', result, time: plainTime(result, metric), ratio: 1, role: 'quiet' }
}

export function ratioCell(result: ResultRecord | null, comparison: ComparisonRecord): MatrixCell {
  const { ratio, metric, biasAllowance } = comparison
  return {
    ...EMPTY,
    kind: 'ratio',
    result,
    comparison,
    time: plainTime(result, metric),
    ratio: ratio.value,
    text: shortEstimate(ratio),
    ...signOf(comparison),
    known: hasBound(comparison) ? knownRange(widened(ratio, biasAllowance)) : '',
  }
}

export function missingCell(result: ResultRecord | null, metric: 'wall' | 'cpu'): MatrixCell {
  const status = result?.status ?? 'ok'
  const missing = result === null ? '' : status === 'ok' ? 'no ratio' : statusWord(result)
  const role = status === 'ok' || status === 'unsupported' ? 'quiet' : 'trouble'
  return { ...EMPTY, kind: 'missing', result, time: plainTime(result, metric), role, missing }
}

/** Returns an interval with what a machine makes up by itself on both sides. */
export function widened({ lower, upper }: Pick<EstimateRecord, 'lower' | 'upper'>, biasAllowance: number) {
  return { lower: lower / (1 + biasAllowance), upper: upper * (1 + biasAllowance) }
}

function signOf(comparison: ComparisonRecord): Pick<MatrixCell, 'sign' | 'role'> {
  if (!isJudged(comparison)) return { sign: SIGNS.unpaired, role: 'quiet' }
  const { verdict, through } = comparison
  const indirect = through === null ? '' : SIGNS.through
  return { sign: SIGNS[verdict ?? 'inconclusive'] + indirect, role: verdict ?? 'inconclusive' }
}

function plainTime(result: ResultRecord | null, metric: 'wall' | 'cpu'): string {
  if (result === null) return ''
  const value = timeValue(result, metric)
  return value === null ? '' : formatDuration(value)
}
