import type { TargetRecord } from '@steelyard/record'

/** What two builds say of one thing; null where one says nothing. */
export interface BuildDifference {
  readonly name: string
  readonly base: string | null
  readonly head: string | null
}

/** Returns where two builds say different things of themselves, what bears most on speed first. */
export function buildDifferences(base: TargetRecord, head: TargetRecord): BuildDifference[] {
  const [ofBase, ofHead] = [base.build ?? {}, head.build ?? {}]
  const names = Array.from(new Set([...Object.keys(ofBase), ...Object.keys(ofHead)])).sort()
  return names
    .map(name => ({ name, base: ofBase[name] ?? null, head: ofHead[name] ?? null }))
    .filter(difference => difference.base !== difference.head && difference.name !== EXECUTABLE)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
}

/** Reported where it is not the file itself. */
const EXECUTABLE = 'executableSha256'

/** What was given to the program and how its engine and compiler were set comes before what is new or gone. */
function rankOf({ name, base, head }: BuildDifference): number {
  if (name === 'execArgv') return 0
  if (/^(?:v8_|clang|llvm|gas|enable_(?:lto|thin_lto|pgo)|cflags|build_type)/.test(name)) return 1
  return base !== null && head !== null ? 2 : 3
}

/** Returns whether the file that was given only starts another one, such as a script; null when it does not report that. */
export function startsAnother({ build, binary }: TargetRecord): boolean | null {
  const executed = build?.executableSha256
  return executed === undefined ? null : executed !== binary.sha256
}
