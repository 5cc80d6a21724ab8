import type { Policy } from './policy.ts'

/** The descriptor on which the router tells its port. */
export const CHANNEL = 3

/** The header in which an answer says which process gave it, by index. */
export const PROCESS_HEADER = 'x-steelyard-process'

/** What a router is started for, as JSON on its command line. */
export interface RouterTask {
  readonly policy: Policy
  readonly servers: readonly { readonly port: number; readonly pid: number }[]
}
