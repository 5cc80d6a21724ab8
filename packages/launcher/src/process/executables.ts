import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Returns the absolute path of a program on the host's PATH, or null. */
export function findExecutable(name: string): string | null {
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(directory, name)
    try {
      accessSync(file, constants.X_OK)
      return file
    } catch {}
  }
  return null
}
