import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

const UNLESS_SET = { XDG_CACHE_HOME: '.cache', XDG_STATE_HOME: '.local/state' } as const

/**
 * Returns Steelyard's folder for the purpose of the variable: cache, or data that is kept.
 *
 * Follows the XDG base directory specification, which ignores a relative path in these variables.
 */
export function userFolder(
  variable: keyof typeof UNLESS_SET,
  name: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const home = environment[variable] ?? ''
  return join(isAbsolute(home) ? home : join(homedir(), UNLESS_SET[variable]), 'steelyard', name)
}
