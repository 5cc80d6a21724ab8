import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { noteUse, readManifest } from '../cache/cache-entry.ts'
import { cacheFolder } from '../cache/cache-folder.ts'
import { type PrepareInputs, readInputs } from './prepare-inputs.ts'
import { RECIPE } from './prepare-recipe.ts'

/** The manifest of a made app, stored next to it. */
export interface PreparedFacts {
  readonly inputsSha256: string
  readonly nodeVersion: string
  /** The packages that its own package.json names, and the versions that the lockfile chose. */
  readonly packages: Readonly<Record<string, string>>
  readonly sizeBytes: number
}

/** An app that was made and is whole. */
export interface PreparedApp {
  readonly name: string
  /** Absolute path. */
  readonly directory: string
  readonly facts: PreparedFacts
}

export const PREPARED = 'prepared'

export function appFolder(suiteFile: string, name: string): string {
  return join(dirname(suiteFile), 'apps', name)
}

/** Returns the folders from which the apps of a suite are made, by name. */
export async function preparableApps(suiteFile: string): Promise<ReadonlyMap<string, string>> {
  const home = appFolder(suiteFile, '')
  const names = (await readdir(home).catch(() => [])).sort()
  return new Map(
    names.filter(name => existsSync(join(home, name, RECIPE))).map(name => [name, join(home, name)]),
  )
}

/**
 * Returns the app made from what is in its folder now, or null.
 *
 * @throws LaunchError in one sentence when the folder has no recipe
 */
export async function findPrepared(folder: string): Promise<PreparedApp | null> {
  const name = basename(folder)
  return readPrepared(name, await readInputs(folder, name))
}

/** Returns where an app is, or would be, in the folder of all that were made. */
export function preparedName(name: string, { sha256 }: PrepareInputs): string {
  return `${name}-${sha256.slice(0, 32)}`
}

export async function readPrepared(name: string, inputs: PrepareInputs): Promise<PreparedApp | null> {
  const directory = join(cacheFolder(PREPARED), preparedName(name, inputs))
  const facts = await readManifest<PreparedFacts>(directory)
  const isWhole = inputs.recipe.outputs.every(output => existsSync(join(directory, output)))
  if (facts?.inputsSha256 !== inputs.sha256 || !isWhole) return null
  await noteUse(directory)
  return { name, directory, facts }
}
