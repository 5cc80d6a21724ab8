import type { Policy } from './policy.ts'

/** The header of a response that names its process, by index. */
export const PROCESS_HEADER = 'x-steelyard-process'

/** The task of a router, as JSON on its command line. */
export interface RouterTask {
  readonly policy: Policy
  readonly delayMs: number
  readonly servers: readonly { readonly port: number; readonly pid: number }[]
}
