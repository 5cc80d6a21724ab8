import type { Params, ParamValue } from '@steelyard/harness'
import type { MadeCase } from '@steelyard/harness/adopted'

export interface RegisteredCase {
  /** Names of the groups it is in, the outermost first, then its own. */
  readonly path: readonly string[]
  /** Whether the file compares the others with it. */
  readonly isBaseline?: boolean
  /** Why it cannot be measured in this process; null or absent where it can be. */
  readonly unsupported?: string | null
  /** Parameters, the default values first; absent where it has none. */
  readonly params?: Params
  /** Combinations of them that the file leaves out. */
  readonly leftOut?: readonly Readonly<Record<string, ParamValue>>[]
  /** Makes the case in the process that measures it, untimed. */
  readonly make: (params: Readonly<Record<string, ParamValue>>) => MadeCase | Promise<MadeCase>
}

/** What a file has registered in this process. */
export const registry: {
  readonly cases: RegisteredCase[]
  /** Whether the file has asked for its cases to be run. */
  hasRun: boolean
  /** Does what is left to do when the file was loaded, with what it exports; set by a shim. */
  finish: (exported: unknown) => void | Promise<void>
} = { cases: [], hasRun: false, finish: () => {} }

/** Every runtime has it. */
declare const setTimeout: (callback: () => void, ms: number) => unknown

const TURNS_OF_PROMISES = 1000
const POLL_MS = 5
const LONGEST_WAIT_MS = 3000
/** For a file that registers cases and leaves it to others to run them. */
const WAIT_WITH_CASES_MS = 200

/**
 * Waits until the file has asked for its cases to be run, which an async function that nothing awaits may do later, and
 * then for as long as promises alone take.
 */
export async function awaitRun(hasCases: () => boolean): Promise<void> {
  await turns()
  for (let waitedMs = 0; !registry.hasRun; waitedMs += POLL_MS) {
    if (waitedMs >= (hasCases() ? WAIT_WITH_CASES_MS : LONGEST_WAIT_MS)) return
    await eventLoopTurn(POLL_MS)
  }
  await turns()
}

/** Lets the event loop turn, and waits `ms` milliseconds. */
export async function eventLoopTurn(ms: number): Promise<void> {
  await new Promise<void>(resolve => {
    setTimeout(resolve, ms)
  })
}

async function turns(): Promise<void> {
  for (let turn = 0; turn < TURNS_OF_PROMISES; turn++) await undefined
}
