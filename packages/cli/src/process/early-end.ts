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

/** Why a run was ended whose results are no longer wanted. */
export class Abandoned extends EndedEarly {
  constructor() {
    super('interrupted')
  }
}

/** Why a run ended that only reports what its journal holds. */
export class ReportOnly extends EndedEarly {
  constructor() {
    super('interrupted')
  }
}

/** Returns what ended a run before its time; null when nothing has. Without a cause it was interrupted. */
export function earlyEndOf({ aborted, reason }: AbortSignal): EarlyEnd | null {
  if (!aborted) return null
  return reason instanceof EndedEarly ? reason.earlyEnd : 'interrupted'
}
