import { findExecutable } from '../machine/executables.ts'
import { startChild } from '../process/child.ts'
import { cleanEnvironment } from '../process/clean-environment.ts'

/**
 * Returns the words that start a program in an empty network namespace; empty where the platform has none or refuses
 * this user.
 */
export async function withoutNetwork(directory: string): Promise<readonly string[]> {
  const unshare = process.platform === 'linux' ? findExecutable('unshare') : null
  if (unshare === null) return []
  const prefix = [unshare, '--map-root-user', '--net', '--']
  const environment = cleanEnvironment(directory)
  const trial = startChild({ file: process.execPath, args: ['--version'], prefix, environment, directory })
  const { code } = await trial.exited
  return code === 0 ? prefix : []
}
