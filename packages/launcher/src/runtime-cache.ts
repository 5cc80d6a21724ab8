import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Runner, RuntimeName } from '@steelyard/runners'
import semver from 'semver'
import { cacheFolder, writableCacheFolder } from './cache-folder.ts'

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
const PARTIAL = '.partial-'

/** Returns where a version of a runtime is, or would be. */
export function runtimeFolder(runtime: RuntimeName, version: string): string {
  return join(cacheFolder('runtimes'), runtime, version)
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
  const names = await readdir(join(cacheFolder('runtimes'), runtime)).catch(() => [])
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
 * Puts a version of a runtime in its place at once: whoever looks finds all of it or nothing. When another command was
 * faster, what that one put there stays.
 *
 * @param fill makes the folder's content, and returns what is known of it
 */
export async function putInPlace(
  runner: Runner,
  version: string,
  fill: (folder: string) => Promise<InstalledFacts>,
): Promise<void> {
  const home = await writableCacheFolder(join('runtimes', runner.name))
  await removePartial(runner.name)
  const partial = join(home, `${PARTIAL}${process.pid}-${randomUUID()}`)
  try {
    await mkdir(partial)
    const facts = await fill(partial)
    await writeFile(join(partial, FACTS), `${JSON.stringify(facts, null, 2)}\n`)
    const place = runtimeFolder(runner.name, version)
    await rename(partial, place).catch(async () => {
      if ((await findInstalled(runner.name, version)) !== null) return
      // What is there is no installed runtime.
      await rm(place, { recursive: true, force: true })
      await rename(partial, place)
    })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
}

/** Takes an installed version away: out of sight at once, so that nobody finds half of it. */
export async function removeInstalled({ runtime, folder }: InstalledRuntime): Promise<void> {
  const away = join(cacheFolder('runtimes'), runtime, `${PARTIAL}${process.pid}-${randomUUID()}`)
  await rename(folder, away)
  await rm(away, { recursive: true, force: true })
}

/** Removes what commands that were killed have left behind. */
export async function removePartial(runtime: RuntimeName): Promise<void> {
  const home = join(cacheFolder('runtimes'), runtime)
  for (const name of await readdir(home).catch(() => [])) {
    if (name.startsWith(PARTIAL) && !isAlive(Number(name.slice(PARTIAL.length).split('-')[0]))) {
      await rm(join(home, name), { recursive: true, force: true })
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
