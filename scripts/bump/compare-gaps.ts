/** What a case, or a timer, does on the real binary of a runtime, and what is declared of it. */
export interface GapOutcome {
  /** `suite/case`, or `timer <name>`. */
  readonly subject: string
  readonly runtime: string
  readonly version: string
  /** Why it is declared impossible on this version; null when it is declared possible. */
  readonly declared: string | null
  /** How it fails; null when it works. */
  readonly failure: string | null
}

/** Whether declaration and binary disagree. */
export function isWrong({ declared, failure }: GapOutcome): boolean {
  return (declared === null) !== (failure === null)
}
