import type { Params, ParamValue } from './params.ts'
import type { Gaps } from './suite.ts'

/** A case of somebody else's file, ready to be called in this process. */
export interface MadeCase {
  /** The function that is timed; a promise that it returns is awaited. */
  readonly run: (state: unknown) => unknown
  readonly state: unknown
  /** What the file wants to be done when the case has been timed. */
  readonly end?: () => unknown
}

/** What the host must know of a case of somebody else's file. */
export interface AdoptedCase {
  /** Its name in the file, after those of the groups it is in. */
  readonly title: string
}

/** A suite made of somebody else's benchmark file. A case is made in the process that measures it. */
export interface AdoptedSuite {
  readonly kind: 'adopted'
  readonly name: string
  readonly question: string
  /** The dialect that the file is written in. */
  readonly dialect: string
  readonly params: Params
  readonly baseline: string
  /** By kebab-case id. */
  readonly cases: Readonly<Record<string, AdoptedCase>>
  readonly unsupported: Readonly<Record<string, Gaps>>
  readonly make: (
    caseId: string,
    params: Readonly<Record<string, ParamValue>>,
  ) => MadeCase | Promise<MadeCase>
}
