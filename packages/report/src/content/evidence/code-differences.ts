import type { FunctionTiersRecord, TiersRecord } from '@steelyard/record'

/** What differs in what the engine did to one function. */
export interface CodeDifference {
  /** Empty for functions without a name. */
  readonly name: string
  /** What was done: `compiled by Maglev`, `left its code: wrong map`. */
  readonly what: string
  readonly base: number
  readonly head: number
}

/** Returns only what differs, by function, what was compiled before what was left. */
export function codeDifferences(base: TiersRecord, head: TiersRecord): CodeDifference[] {
  const [ofBase, ofHead] = [base, head].map(({ functions }) => Map.groupBy(functions, ({ name }) => name))
  const names = Array.from(new Set([...(ofBase?.keys() ?? []), ...(ofHead?.keys() ?? [])])).sort()
  return names.flatMap(name => {
    const [one, other] = [counted(ofBase?.get(name)), counted(ofHead?.get(name))]
    return Array.from(new Set([...one.keys(), ...other.keys()]))
      .sort()
      .map(what => ({ name, what, base: one.get(what) ?? 0, head: other.get(what) ?? 0 }))
      .filter(counts => counts.base !== counts.head)
  })
}

/** Returns how often something was done to functions of one name. */
function counted(functions: readonly FunctionTiersRecord[] = []): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const add = (what: string, count: number) => counts.set(what, (counts.get(what) ?? 0) + count)
  for (const { code, deoptimisations } of functions) {
    for (const { tier, isLoop } of code) add(`compiled by ${tier}${isLoop ? ' OSR' : ''}`, 1)
    for (const { reason, count } of deoptimisations) add(`left its code: ${reason}`, count)
  }
  return counts
}
