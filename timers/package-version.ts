import { readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'

export function packageVersion(name: string): string {
  const manifest = findPackageJSON(name, import.meta.url)
  if (manifest === undefined) throw new Error(`no manifest of ${name}`)
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}
