import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cFunctions } from './c-functions.ts'

const OWNER_ONLY = 0o600

/**
 * Makes named pipes that only this user may open.
 *
 * @throws Error when one cannot be made, for example because there is such a file
 */
export async function makeNamedPipes(files: readonly string[]): Promise<void> {
  const calls = cFunctions('mkfifo')
  const left = calls === null ? files : files.filter(file => calls.mkfifo(file, OWNER_ONLY) !== 0)
  // A process takes 5 ms, and says what is wrong.
  if (left.length > 0) await promisify(execFile)('mkfifo', ['-m', '600', ...left])
}
