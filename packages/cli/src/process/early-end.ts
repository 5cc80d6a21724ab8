import type { EarlyEnd } from '@steelyard/stats'

/** Why a run had to end early; the abort reason of its signal. */
export class EndedEarly extends Error {
  override readonly name = 'AbortError'
  readonly earlyEnd: EarlyEnd

  constructor(earlyEnd: EarlyEnd) {
    super(`The run was ended early: ${earlyEnd}.`)
    this.earlyEnd = earlyEnd
  }
}

/** Returns what ended a run before its time; null when nothing has. Without a cause it was interrupted. */
export function earlyEndOf({ aborted, reason }: AbortSignal): EarlyEnd | null {
  if (!aborted) return null
  return reason instanceof EndedEarly ? reason.earlyEnd : 'interrupted'
}
