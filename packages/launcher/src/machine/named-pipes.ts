import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { cFunction } from './c-function.ts'

type MakeFifo = (path: string, mode: number) => number

const OWNER_ONLY = 0o600

let makeFifo: MakeFifo | null | undefined

/**
 * Makes named pipes that only this user may open.
 *
 * @throws Error when one cannot be made, for example because there is such a file
 */
export async function makeNamedPipes(files: readonly string[]): Promise<void> {
  makeFifo ??= cFunction<MakeFifo>('mkfifo', { arguments: ['string', 'u32'], return: 'i32' })
  const left = makeFifo === null ? files : files.filter(file => makeFifo?.(file, OWNER_ONLY) !== 0)
  // A process takes 5 ms, and says what is wrong.
  if (left.length > 0) await promisify(execFile)('mkfifo', ['-m', '600', ...left])
}
