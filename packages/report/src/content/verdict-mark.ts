import type { ComparisonRecord } from '@steelyard/record'
import { type Role, SIGNS } from '@steelyard/text'

/** How a verdict is shown: a sign and a word, which say the same without colour. */
export interface VerdictMark {
  readonly sign: string
  readonly word: string
  /** Why, in parentheses; empty where nothing is to be explained. */
  readonly reason: string
  /** What follows the word when the difference is in the tail; else empty. */
  readonly tail: string
  readonly role: Role
}

type Judged = Pick<ComparisonRecord, 'verdict' | 'reason' | 'inTail'>

/** Whether a comparison may have a verdict: its sides shared launches, or are compared through a baseline. */
export function isJudged({ paired, through }: Pick<ComparisonRecord, 'paired' | 'through'>): boolean {
  return paired || through !== null
}

/** Returns how the verdict of head against base is shown, or why there is none. */
export function verdictMark({ verdict, reason: why, inTail }: Judged): VerdictMark {
  const tail = inTail ? SIGNS.tail : ''
  const reason = why === null ? '' : `(${why})`
  if (verdict !== null) {
    const because = verdict === 'inconclusive' ? reason : ''
    return { sign: SIGNS[verdict], word: verdict, reason: because, tail, role: verdict }
  }
  if (why === 'quick') return { sign: SIGNS.estimate, word: 'estimate', reason: '', tail, role: 'quiet' }
  if (why === 'unpaired') return { sign: SIGNS.unpaired, word: why, reason: '', tail, role: 'quiet' }
  return { sign: SIGNS.unpaired, word: 'no verdict', reason, tail, role: 'inconclusive' }
}

/** Returns the mark as one text: `? inconclusive (too wide)`. */
export function markText({ sign, word, reason, tail }: VerdictMark): string {
  return [sign, word, reason, tail].filter(part => part !== '').join(' ')
}
