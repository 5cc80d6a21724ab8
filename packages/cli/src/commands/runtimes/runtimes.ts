import {
  type InstalledRuntime,
  listInstalled,
  removeEntry,
  removePartial,
  runtimesHome,
} from '@steelyard/launcher'
import { readTarget, UsageError } from '@steelyard/measure'
import { PACKAGED, runners } from '@steelyard/runners'
import { formatMemory, IS_PUBLISHED, NAME } from '@steelyard/text'

const NAMES = PACKAGED

/** Returns every downloaded runtime, by runtime and version. */
export async function fetchedRuntimes(): Promise<readonly InstalledRuntime[]> {
  return (await Promise.all(NAMES.map(listInstalled))).flat()
}

/** Returns the listing for people: a line for each, then the total size. */
export function runtimesText(all: readonly InstalledRuntime[]): string {
  if (all.length === 0)
    return IS_PUBLISHED
      ? 'No runtimes are downloaded. The first command that needs one downloads it.'
      : 'No runtimes are downloaded. A target with a version, such as node@24, downloads one.'
  const rows = all.map(one => [
    nameOf(one),
    `${runners[one.runtime].engineName} ${one.facts.engineVersion}`,
    formatMemory(one.facts.sizeBytes),
    `last used ${one.lastUsedAt.slice(0, 10)}`,
  ])
  const widths = [0, 1, 2].map(column => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const lines = rows.map(row => row.map((text, column) => text.padEnd(widths[column] ?? 0)).join('  '))
  return [...lines, '', `${all.length} versions, ${sizeOf(all)}`].join('\n')
}

/** Returns the listing as data. Sizes in bytes. */
export function runtimesData(all: readonly InstalledRuntime[]) {
  return all.map(({ runtime, version, lastUsedAt, facts }) => ({
    target: `${runtime}@${version}`,
    runtime,
    version,
    engine: { name: runners[runtime].engineName, version: facts.engineVersion },
    sizeBytes: facts.sizeBytes,
    sha256: facts.sha256,
    lastUsedAt,
  }))
}

/**
 * Removes downloaded runtimes: all, or those that `words` name (`node`, `node@18`, `node@18.0.0`).
 *
 * @returns what was removed, for people
 * @throws UsageError for a word that names no downloaded version; nothing is removed then
 */
export async function pruneRuntimes(words: readonly string[]): Promise<string> {
  const all = await fetchedRuntimes()
  const named = words.length === 0 ? all : [...new Set(words.flatMap(word => namedBy(word, all)))]
  for (const one of named) await removeEntry(runtimesHome(one.runtime), one.version)
  for (const name of NAMES) await removePartial(runtimesHome(name))
  return named.length === 0
    ? 'There was nothing to remove.'
    : `Removed ${named.map(nameOf).join(', ')}: ${sizeOf(named)} freed.`
}

function namedBy(word: string, all: readonly InstalledRuntime[]): readonly InstalledRuntime[] {
  const { runtime, version } = readTarget(word)
  const found = all.filter(
    one =>
      one.runtime === runtime &&
      (version === null || one.version === version || one.version.startsWith(`${version}.`)),
  )
  if (found.length > 0) return found
  throw new UsageError(
    `Cannot remove ${word}: no such version is downloaded. '${NAME} runtimes' lists those that are.`,
  )
}

function nameOf({ runtime, version }: InstalledRuntime): string {
  return `${runtime}@${version}`
}

function sizeOf(all: readonly InstalledRuntime[]): string {
  return formatMemory(all.reduce((sum, { facts }) => sum + facts.sizeBytes, 0))
}
