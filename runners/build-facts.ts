/** How a binary is asked for facts about its build. */
export interface BuildFacts {
  readonly args: readonly string[]
  /** Returns the fact in a line, by name; null for none. */
  factOf(line: string): readonly [name: string, value: string] | null
}

/** Reads lines of a word and the rest, such as `deno 2.9.6 (stable, release, x86_64-unknown-linux-gnu)`. */
export function wordAndRest(line: string): readonly [string, string] | null {
  const [, name, value] = /^(\w+) (.+)$/.exec(line) ?? []
  return name === undefined || value === undefined ? null : [name, value.trim()]
}

/** Returns what reads the version of a binary, and after it that of its engine, which is the same where none is printed. */
export function versionBy(pattern: RegExp) {
  return (stdout: string): { readonly version: string; readonly engineVersion: string } | null => {
    const [, version, engineVersion = version] = pattern.exec(stdout) ?? []
    return version === undefined || engineVersion === undefined ? null : { version, engineVersion }
  }
}
