import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export function packageFolder(name: string): string {
  return fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url))
}

/** Returns the version of an installed package; throws when it is not installed. */
export function packageVersion(name: string): string {
  return JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8')).version
}
