import type { CodeRecord, FunctionRecord } from '@steelyard/record'

/** What differs in what the engine did to one function. */
export interface CodeDifference {
  /** Empty for functions without a name. */
  readonly name: string
  /** What was done: `optimised by Maglev`, `left optimised code: wrong map`. */
  readonly what: string
  readonly base: number
  readonly head: number
}

/** Returns only what differs, by function, what was optimised before what was left. */
export function codeDifferences(base: CodeRecord, head: CodeRecord): CodeDifference[] {
  const byName = (code: CodeRecord) => new Map(code.functions.map(each => [each.name, each]))
  const [ofBase, ofHead] = [byName(base), byName(head)]
  const names = Array.from(new Set([...ofBase.keys(), ...ofHead.keys()])).sort()
  return names.flatMap(name => {
    const [one, other] = [ofBase.get(name), ofHead.get(name)]
    return [
      ...countsApart(name, 'optimised by', one?.optimised, other?.optimised),
      ...countsApart(name, 'left optimised code:', one?.deoptimised, other?.deoptimised),
    ]
  })
}

function countsApart(
  name: string,
  verb: string,
  base: FunctionRecord['optimised'] = {},
  head: FunctionRecord['optimised'] = {},
): CodeDifference[] {
  return Array.from(new Set([...Object.keys(base), ...Object.keys(head)]))
    .sort()
    .map(how => ({ name, what: `${verb} ${how}`, base: base[how] ?? 0, head: head[how] ?? 0 }))
    .filter(counts => counts.base !== counts.head)
}
