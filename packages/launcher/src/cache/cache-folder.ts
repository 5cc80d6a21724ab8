import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { makeFolders } from '@steelyard/record/make-folders'
import { LaunchError } from '../process/launch-error.ts'
import { userFolder } from './user-folder.ts'

/** Returns a folder of Steelyard in the user's cache, which may be removed at any time. */
export function cacheFolder(name: string): string {
  return userFolder('XDG_CACHE_HOME', name)
}

/**
 * Returns such a folder, made when it is not there.
 *
 * @throws LaunchError in one sentence when it cannot be written
 */
export async function writableCacheFolder(name: string): Promise<string> {
  const folder = cacheFolder(name)
  try {
    await makeFolders(folder)
    await access(folder, constants.W_OK)
    return folder
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new LaunchError(
      'start',
      `Cannot write to the cache folder ${folder}: ${code}. Set XDG_CACHE_HOME to a folder that can be written.`,
    )
  }
}
