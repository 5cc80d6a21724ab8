import type { ResultStatus } from '@steelyard/record'

/** Returns a status as it reads in a sentence. */
export function statusWord(status: ResultStatus): string {
  return status === 'timeout' ? 'timed out' : status
}
