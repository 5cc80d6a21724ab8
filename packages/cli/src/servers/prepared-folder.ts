import { existsSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { LaunchError } from '@steelyard/launcher'

/** Returns where apps that take long to build are kept, one folder for each suite. */
export function preparedRoot(suite: string): string {
  const cache = process.env.XDG_CACHE_HOME || join(os.homedir(), '.cache')
  return join(cache, 'steelyard', 'prepared', suite)
}

/**
 * Returns the folder of an app that was prepared.
 *
 * @throws LaunchError when it is not there
 */
export function preparedFolder(suite: string, name: string): string {
  const folder = join(preparedRoot(suite), name)
  if (existsSync(folder)) return folder
  throw new LaunchError('failed', `was not prepared: run 'bench prepare ${suite}' first`)
}
