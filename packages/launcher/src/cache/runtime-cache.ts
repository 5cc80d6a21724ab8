import { readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runner, RuntimeName } from '@steelyard/runners'
import semver from 'semver'
import { putInPlace, removePartial, takeAway } from './cache-entry.ts'
import { cacheFolder } from './cache-folder.ts'

/** What is known of an installed runtime, kept beside it. */
export interface InstalledFacts {
  readonly packageName: string
  readonly version: string
  readonly engineVersion: string
  /** The binary inside the folder, and its hash when it was installed. */
  readonly file: string
  readonly sha256: string
  /** Of the package that it came in, as the registry says. */
  readonly integrity: string
  readonly sizeBytes: number
}

/** A runtime that was fetched from the registry. */
export interface InstalledRuntime {
  readonly runtime: RuntimeName
  readonly version: string
  readonly facts: InstalledFacts
  readonly folder: string
  /** ISO 8601. */
  readonly lastUsedAt: string
}

const FACTS = 'steelyard.json'

/** Returns where a version of a runtime is, or would be. */
export function runtimeFolder(runtime: RuntimeName, version: string): string {
  return join(cacheFolder(homeOf(runtime)), version)
}

/** Returns an installed version of a runtime, or null. */
export async function findInstalled(runtime: RuntimeName, version: string): Promise<InstalledRuntime | null> {
  const folder = runtimeFolder(runtime, version)
  try {
    const file = join(folder, FACTS)
    const facts = JSON.parse(await readFile(file, 'utf8')) as InstalledFacts
    return { runtime, version, facts, folder, lastUsedAt: (await stat(file)).mtime.toISOString() }
  } catch {
    return null
  }
}

/** Returns every installed version of a runtime, the oldest first. */
export async function listInstalled(runtime: RuntimeName): Promise<readonly InstalledRuntime[]> {
  const names = await readdir(cacheFolder(homeOf(runtime))).catch(() => [])
  const versions = names.filter(name => semver.valid(name) !== null).sort(semver.compare)
  const found = await Promise.all(versions.map(version => findInstalled(runtime, version)))
  return found.filter(one => one !== null)
}

/** Notes that a runtime was used now. A cache that cannot be written stays as it is. */
export async function noteUse({ folder }: InstalledRuntime): Promise<void> {
  const now = new Date()
  await utimes(join(folder, FACTS), now, now).catch(() => {})
}

/**
 * Puts a version of a runtime in its place at once.
 *
 * @param fill makes the folder's content, and returns what is known of it
 */
export async function putRuntimeInPlace(
  runner: Runner,
  version: string,
  fill: (folder: string) => Promise<InstalledFacts>,
): Promise<void> {
  const isWhole = async () => (await findInstalled(runner.name, version)) !== null
  await putInPlace({ home: homeOf(runner.name), name: version, isWhole }, async folder => {
    const facts = await fill(folder)
    await writeFile(join(folder, FACTS), `${JSON.stringify(facts, null, 2)}\n`)
  })
}

/** Takes an installed version away. */
export async function removeInstalled({ runtime, version }: InstalledRuntime): Promise<void> {
  await takeAway(homeOf(runtime), version)
}

/** Removes what commands that were killed have left behind. */
export async function removePartialRuntimes(runtime: RuntimeName): Promise<void> {
  await removePartial(homeOf(runtime))
}

function homeOf(runtime: RuntimeName): string {
  return join('runtimes', runtime)
}
