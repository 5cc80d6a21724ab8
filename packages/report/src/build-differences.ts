import type { TargetRecord } from '@steelyard/store'

/** What two builds say of one thing; null where one says nothing. */
export interface BuildDifference {
  readonly name: string
  readonly base: string | null
  readonly head: string | null
}

/** Returns where two builds say different things of themselves, by name. */
export function buildDifferences(base: TargetRecord, head: TargetRecord): BuildDifference[] {
  const [ofBase, ofHead] = [base.build ?? {}, head.build ?? {}]
  const names = Array.from(new Set([...Object.keys(ofBase), ...Object.keys(ofHead)])).sort()
  return names
    .map(name => ({ name, base: ofBase[name] ?? null, head: ofHead[name] ?? null }))
    .filter(difference => difference.base !== difference.head)
}

/** Returns whether the file that was given only starts another one, such as a script; null when it does not tell. */
export function startsAnother({ build, binary }: TargetRecord): boolean | null {
  const executed = build?.executableSha256
  return executed === undefined ? null : executed !== binary.sha256
}
