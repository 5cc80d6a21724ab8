import { printedLines } from './printed-lines.ts'
import type { Target } from './resolve-target.ts'

/** Returns what a build reports of how it was made, by name, without paths of this machine; older versions may report nothing. */
export async function buildFactsOf(
  { runner, binary }: Target,
  directory: string,
): Promise<Readonly<Record<string, string>>> {
  if (runner.buildFacts === undefined) return {}
  const { args, factOf } = runner.buildFacts
  const lines = await printedLines(binary, { args, environment: {} }, directory)
  const facts = lines.map(factOf).filter(fact => fact !== null)
  return Object.fromEntries(facts.map(([name, value]) => [name, withoutPaths(value)]))
}

/** The folders of building and installing are private, and differ without a meaning. */
function withoutPaths(value: string): string {
  return value.replace(/(?<![\w.])\/(?:[\w.@+-]+\/)+[\w.@+-]*/g, '<path>')
}

const VALUES_LIMIT_MS = 5000

/** Values of an engine's flags, by name. */
export type FlagValues = ReadonlyMap<string, string>

/**
 * Asks an engine for the values that all of its flags have once these are given, instead of the target's own.
 *
 * @param folder home of the binary, and the files that it needs
 * @param limitMs after which it is ended, and tells nothing
 * @returns null where it does not tell: older versions have no such list
 */
export async function flagValuesOf(
  { runner: { flagValues }, binary, spec: { environment } }: Target,
  flags: readonly string[],
  folder: string,
  limitMs = VALUES_LIMIT_MS,
): Promise<FlagValues | null> {
  if (flagValues === undefined) return null
  const command = flagValues.command({ flags, environment, folder })
  const lines = await printedLines(binary, command, folder, { limitMs })
  const values = lines.map(flagValues.valueOf).filter(value => value !== null)
  return values.length === 0 ? null : new Map(values)
}

/**
 * Returns the flags that a binary lists, without values and as a target gives them; empty when it lists none.
 *
 * @param folder home of the binary, and the files that it needs
 */
export async function knownFlags(
  { runner: { flagList }, binary }: Target,
  folder: string,
): Promise<readonly string[]> {
  const flags = new Set<string>()
  for (const command of flagList.commands(folder)) {
    const lines = await printedLines(binary, command, folder, { anyEnd: true })
    for (const flag of lines.flatMap(line => flagList.flagsOf(line) ?? [])) flags.add(flag)
  }
  return [...flags]
}

/** Whether a flag of a target is among those a binary knows, whatever its value; `--no-x` and `--nox` turn off `--x`. */
export function isKnownFlag(flag: string, known: readonly string[]): boolean {
  const names = new Set(known.map(nameOf))
  const name = nameOf(flag)
  return names.has(name) || (/^no/.test(name) && names.has(name.replace(/^no-?/, '')))
}

/** V8 takes `_` for `-`. */
function nameOf(flag: string): string {
  return flag.replace(/=.*$/s, '').replace(/^-+/, '').replaceAll('_', '-')
}
