import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { RuntimeName } from '@steelyard/runners'
import semver from 'semver'
import { readManifest } from './cache-entry.ts'
import { cacheFolder } from './cache-folder.ts'

/** The manifest of an installed runtime, stored next to it. */
export interface InstalledFacts {
  readonly packageName: string
  readonly version: string
  readonly engineVersion: string
  /** The binary inside the folder, and its hash when it was installed. */
  readonly file: string
  readonly sha256: string
  /** Integrity of its package, as the registry reports it. */
  readonly integrity: string
  readonly sizeBytes: number
}

/** A runtime that was fetched from the registry. */
export interface InstalledRuntime {
  readonly runtime: RuntimeName
  readonly version: string
  readonly facts: InstalledFacts
  readonly folder: string
  /** Absolute path. */
  readonly binary: string
  /** ISO 8601. */
  readonly lastUsedAt: string
}

/** Returns an installed version of a runtime, or null. */
export async function findInstalled(runtime: RuntimeName, version: string): Promise<InstalledRuntime | null> {
  const folder = join(cacheFolder(runtimesHome(runtime)), version)
  const facts = await readManifest<InstalledFacts>(folder)
  const entry = await stat(folder).catch(() => null)
  if (facts === null || entry === null) return null
  const lastUsedAt = entry.mtime.toISOString()
  return { runtime, version, facts, folder, binary: join(folder, facts.file), lastUsedAt }
}

/** Returns every installed version of a runtime, the oldest first. */
export async function listInstalled(runtime: RuntimeName): Promise<readonly InstalledRuntime[]> {
  const names = await readdir(cacheFolder(runtimesHome(runtime))).catch(() => [])
  const versions = names.filter(name => semver.valid(name) !== null).sort(semver.compare)
  const found = await Promise.all(versions.map(version => findInstalled(runtime, version)))
  return found.filter(one => one !== null)
}

/** Returns the folder in the cache that has the versions of a runtime. */
export function runtimesHome(runtime: RuntimeName): string {
  return join('runtimes', runtime)
}
