import type { ResultRecord } from '@steelyard/record'

/** Returns a status as it reads in a sentence. */
export function statusWord({ status, error }: Pick<ResultRecord, 'status' | 'error'>): string {
  if (error?.code === 'not-measured') return 'not measured'
  return status === 'timeout' ? 'timed out' : status
}
