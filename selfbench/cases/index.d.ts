export type CaseName = 'spin' | 'revive' | 'hops'

export interface Case {
  /** Size of the input at the factor 1. */
  readonly count: number
  readonly isAsync: boolean
  /** Returns the function that is timed, for an input of `count`. */
  readonly make: (count: number) => () => unknown
  /** Whether `value` (awaited) is right for an input of `count`. */
  readonly check: (value: unknown, count: number) => boolean
}

export const CASES: Readonly<Record<CaseName, Case>>
