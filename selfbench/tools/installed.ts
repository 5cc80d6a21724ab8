import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the folder of an installed package, found from a module of it; throws when it is not installed. */
export function packageFolder(name: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.resolve(name))); ; folder = dirname(folder)) {
    const manifest = readManifest(folder)
    if (manifest?.name === name) return folder
    if (folder === dirname(folder)) throw new Error(`there is no package.json of ${name}`)
  }
}

/** Returns the version of an installed package; throws when it is not installed. */
export function packageVersion(name: string): string {
  return readManifest(packageFolder(name))?.version ?? 'unknown'
}

function readManifest(folder: string): { name?: string; version?: string } | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  } catch {
    return null
  }
}
