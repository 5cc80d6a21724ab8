import { cFunctions } from './c-functions.ts'

const OWNER_ONLY = 0o600

/**
 * Makes named pipes that only this user may open.
 *
 * @throws Error when one cannot be made, for example because there is such a file
 */
export function makeNamedPipes(files: readonly string[]): void {
  const calls = cFunctions('mkfifo')
  for (const file of files) {
    if (calls?.mkfifo(file, OWNER_ONLY) !== 0) throw new Error(`Cannot make the named pipe ${file}.`)
  }
}
