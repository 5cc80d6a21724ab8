import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Returns the version of an installed package, from the manifest above its main module. */
export function packageVersion(name: string): string {
  for (let folder = dirname(fileURLToPath(import.meta.resolve(name))); ; folder = dirname(folder)) {
    const manifest = readManifest(join(folder, 'package.json'))
    if (manifest?.name === name && manifest.version !== undefined) return manifest.version
    if (folder === dirname(folder)) throw new Error(`no manifest of ${name}`)
  }
}

function readManifest(file: string): { readonly name?: string; readonly version?: string } | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
