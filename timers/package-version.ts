import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** findPackageJSON of node:module is younger than the oldest Node that starts the command. */
export function packageVersion(name: string): string {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? []
  const manifest = folders.map(folder => `${folder}/${name}/package.json`).find(file => existsSync(file))
  if (manifest === undefined) throw new Error(`no manifest of ${name}`)
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}
