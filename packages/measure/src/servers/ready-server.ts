import type { ServerProcess } from '@steelyard/launcher'
import type { BackgroundLoad, LoadProfile, LoadResponse } from '@steelyard/load'
import type { ServerSpec } from './server-app.ts'

/** A server that has started and answered right. */
export interface ReadyServer {
  readonly spec: ServerSpec
  readonly process: ServerProcess
  /** Process ids of all its processes. */
  readonly pids: readonly number[]
  readonly profile: LoadProfile
  readonly url: string
  readonly answer: LoadResponse
  readonly background: BackgroundLoad | null
}
