import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

/** Returns the absolute path of a program on the host's PATH, or null. */
export function findExecutable(name: string): string | null {
  return (
    (process.env.PATH ?? '')
      .split(delimiter)
      .map(folder => resolve(folder, name))
      .find(isProgram) ?? null
  )
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
