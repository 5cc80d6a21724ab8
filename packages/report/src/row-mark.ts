import type { Axis } from './axis.ts'
import type { Row } from './block.ts'
import { glyphs } from './glyphs.ts'
import type { Script } from './look.ts'
import { statusWord } from './status-word.ts'
import { type VerdictMark, verdictMark } from './verdict-mark.ts'

/**
 * Returns what stands at the end of a row: its verdict, that it is the base, or why it has no numbers; null
 * for nothing.
 */
export function rowMark({ isBase, result, comparison }: Row, axis: Axis, script: Script): VerdictMark | null {
  if (result !== null && result.status !== 'ok') {
    const isGap = result.status === 'unsupported'
    const sign = isGap ? glyphs(script).none : glyphs(script).trouble
    return { sign, word: statusWord(result.status), reason: '', tail: '', role: isGap ? 'quiet' : 'trouble' }
  }
  if (isBase) {
    return { sign: '', word: axis === 'cases' ? 'baseline' : 'base', reason: '', tail: '', role: 'quiet' }
  }
  return comparison === null ? null : verdictMark(comparison, script)
}
