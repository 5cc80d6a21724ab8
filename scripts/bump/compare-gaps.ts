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

export interface GapChange extends GapOutcome {
  /**
   * `closed`: declared impossible, and works. `new`: declared possible, and fails. `lapsed`: declared for versions
   * that are not pinned any more, and works. `begun`: declared from the version on that is pinned now, and fails.
   */
  readonly kind: 'closed' | 'new' | 'lapsed' | 'begun'
  /** Whether declaration and binary disagreed in the same way before. */
  readonly wasBefore: boolean
}

const NOT_ASKED = 'it was asked before the bump and could not be asked after it'

/** Returns where declarations and binaries disagree after the bump, and which declarations begin or end with it. */
export function gapChanges(
  before: readonly GapOutcome[],
  after: readonly GapOutcome[],
): readonly GapChange[] {
  const earlier = new Map(before.map(answer => [keyOf(answer), answer]))
  const asked = new Set(after.map(keyOf))
  const lost = before
    .filter(answer => !asked.has(keyOf(answer)))
    .map((answer): GapOutcome => ({ ...answer, declared: null, failure: NOT_ASKED }))
  return [...after, ...lost].flatMap(answer => {
    const old = earlier.get(keyOf(answer))
    const kind = kindOf(answer, old)
    if (kind === null) return []
    const wasBefore = old !== undefined && wrongKind(old) === kind
    return [{ ...answer, kind, wasBefore }]
  })
}

/** Whether a declaration, or what it is about, has to be changed. */
export function isWrong({ kind }: GapChange): boolean {
  return kind === 'closed' || kind === 'new'
}

function kindOf(answer: GapOutcome, old: GapOutcome | undefined): GapChange['kind'] | null {
  const wrong = wrongKind(answer)
  if (wrong !== null || old === undefined) return wrong
  if (old.declared !== null && answer.declared === null) return 'lapsed'
  return old.declared === null && answer.declared !== null ? 'begun' : null
}

function wrongKind({ declared, failure }: GapOutcome): 'closed' | 'new' | null {
  if (declared !== null && failure === null) return 'closed'
  return declared === null && failure !== null ? 'new' : null
}

function keyOf({ subject, runtime }: GapOutcome): string {
  return `${subject} ${runtime}`
}
