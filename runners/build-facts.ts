/** How a binary is made to tell how it was built. */
export interface BuildFacts {
  readonly args: readonly string[]
  /** Returns the fact that a line tells, by name; null for none. */
  factOf(line: string): readonly [name: string, value: string] | null
}

/** For what prints a word and then the rest, such as `deno 2.9.6 (stable, release, x86_64-unknown-linux-gnu)`. */
export function wordAndRest(line: string): readonly [string, string] | null {
  const [, name, value] = /^(\w+) (.+)$/.exec(line) ?? []
  return name === undefined || value === undefined ? null : [name, value.trim()]
}
