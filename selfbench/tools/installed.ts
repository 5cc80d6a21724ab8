import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export function packageFolder(name: string): string {
  return join(import.meta.dirname, '../node_modules', name)
}

/** Returns the version of an installed package; throws when it is not installed. */
export function packageVersion(name: string): string {
  return JSON.parse(readFileSync(join(packageFolder(name), 'package.json'), 'utf8')).version
}
