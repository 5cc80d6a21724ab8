import type { ComparisonRecord, ResultRecord } from '@steelyard/record'
import { unsteadiness } from '@steelyard/stats'
import { SIGNS } from '@steelyard/text'
import type { Axis } from '../axis.ts'
import { statusWord } from '../status-word.ts'
import { type VerdictMark, verdictMark } from '../verdict-mark.ts'

/** What a row shows, before it is known in which columns. */
export interface MarkedRow {
  readonly result: ResultRecord
  /** The target where cases are compared, else the case. */
  readonly common: string
  /** The other of the two. */
  readonly label: string
  /** The label of its base. */
  readonly base: string
  readonly isBase: boolean
  readonly comparison: ComparisonRecord | null
}

/**
 * Returns what stands at the end of a row: its verdict, that it is the base, or why it has no numbers, with what its
 * launches were like where that is not steady; null for nothing.
 */
export function rowMark({ isBase, result, comparison }: MarkedRow, axis: Axis): VerdictMark | null {
  if (result.status !== 'ok') {
    const isGap = result.status === 'unsupported'
    const sign = isGap ? '–' : SIGNS.trouble
    return { sign, word: statusWord(result), reason: '', tail: '', role: isGap ? 'quiet' : 'trouble' }
  }
  const state = unsteadinessOf(result)
  const reason = state === null ? '' : `(${state})`
  if (isBase) {
    return { sign: '', word: axis === 'cases' ? 'baseline' : 'base', reason, tail: '', role: 'quiet' }
  }
  if (comparison === null) return null
  const mark = verdictMark(comparison)
  return mark.reason === '' ? { ...mark, reason } : mark
}

/** A time that is no mean of steady launches is marked. */
function unsteadinessOf({ launches }: ResultRecord): string | null {
  if (launches.length === 0) return null
  const shareOf = (states: readonly string[]) =>
    launches.filter(({ warmup }) => states.includes(warmup.state)).length / launches.length
  return unsteadiness({
    driftingShare: shareOf(['drifting', 'never steady']),
    neverSteadyShare: shareOf(['never steady']),
  })
}
