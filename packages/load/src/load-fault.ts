/** What went wrong with a request. */
export type LoadFaultKind =
  | 'refused'
  | 'reset'
  | 'timeout'
  | 'wrong-status'
  | 'wrong-bytes'
  | 'no-ports'
  | 'no-files'
  | 'other'

/** One kind of fault of a turn. */
export interface LoadFault {
  readonly kind: LoadFaultKind
  readonly count: number
  /** One sentence for people: what happened how often, and an example of what was found. */
  readonly message: string
}
