import { realpath, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Runner } from '@steelyard/runners'
import { BinaryError } from '../process/launch-error.ts'
import { isExecutable } from './binary-facts.ts'

/**
 * Returns the binary at a path: the file itself, or where a build of this runtime leaves it in a folder.
 *
 * @throws BinaryError in one sentence: not there, not executable, or a folder without it
 */
export async function localBinary(runner: Runner, path: string): Promise<string> {
  const location = resolve(path)
  const isFolder = (await stat(location).catch(() => null))?.isDirectory() === true
  const file = isFolder ? await builtIn(location, runner) : location
  const wrong =
    file === null
      ? `there is none of ${runner.builtFiles.join(', ')} in that folder`
      : await notRunnable(file)
  if (file !== null && wrong === null) return realpath(file)
  throw new BinaryError(
    `Cannot run ${runner.name}=${path}: ${wrong}. Give the path of a ${runner.name} binary, or of a folder it was built in.`,
  )
}

async function builtIn(folder: string, { builtFiles }: Runner): Promise<string | null> {
  for (const name of builtFiles) {
    const file = join(folder, name)
    if ((await stat(file).catch(() => null))?.isFile()) return file
  }
  return null
}

async function notRunnable(file: string): Promise<string | null> {
  const info = await stat(file).catch(() => null)
  if (info === null) return 'there is no such file'
  if (!info.isFile()) return 'it is not a file'
  return (await isExecutable(file)) ? null : 'it is not executable'
}
