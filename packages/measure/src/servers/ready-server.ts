import type { ServerProcess } from '@steelyard/launcher'
import type { LoadAnswer, LoadBeside, LoadProfile } from '@steelyard/load'
import type { ServerSeat } from './server-app.ts'

/** A server that has started and answered right. */
export interface ReadyServer {
  readonly seat: ServerSeat
  readonly process: ServerProcess
  /** Of all its processes. */
  readonly pids: readonly number[]
  readonly profile: LoadProfile
  readonly url: string
  readonly answer: LoadAnswer
  readonly beside: LoadBeside | null
}
