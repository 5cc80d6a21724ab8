import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { parseWellFormed } from '@steelyard/harness/well-formed'
import { type RunRecord, validateRecord } from '@steelyard/record'
import { NO_CONFIG } from '../config/no-config.ts'
import { COMMAND, hostNode } from './host-node.ts'

/** What stops a run early: an `AbortSignal`. */
export interface StopSignal {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** How a caller follows a measurement and ends it. */
export interface Listening {
  /** Called with what the command prints for people, as it comes. */
  readonly onText?: (text: string) => void
  /** Ends the measurement; what was measured until then is the record. */
  readonly signal?: StopSignal
}

/** Runs a command that measures, and returns its record. Error with what it says where there is none, or no pinned Node. */
export async function recordOf(args: readonly string[], { onText, signal }: Listening): Promise<RunRecord> {
  const node = await hostNode({
    onWarning: sentence => onText?.(`${sentence}\n`),
    onProgress: () => {},
    signal: null,
  })
  // A program says what it wants: what lies in its folder changes nothing.
  const child = spawn(node, [COMMAND, NO_CONFIG, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  const stop = () => child.kill('SIGINT')
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
    onText?.(chunk)
  })
  const [json] = await Promise.all([text(child.stdout), once(child, 'close')])
  signal?.removeEventListener('abort', stop)
  if (json === '') throw new Error(said.trim() || 'The command ended without a record.')
  return validateRecord(parseWellFormed(json))
}
