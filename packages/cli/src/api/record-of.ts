import { parseWellFormed } from '@steelyard/harness/well-formed'
import { type RunRecord, validateRecord } from '@steelyard/record'
import { NO_CONFIG } from '../config/no-config.ts'
import { hostNode, startCommand } from './host-node.ts'

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
  const child = startCommand(node, [NO_CONFIG, ...args], ['ignore', 'pipe', 'pipe'])
  const stop = () => child.kill('SIGINT')
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  const said: Record<'stdout' | 'stderr', string> = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      said[name] += chunk
      if (name === 'stderr') onText?.(chunk)
    })
  }
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject))
  signal?.removeEventListener('abort', stop)
  if (said.stdout === '') throw new Error(said.stderr.trim() || 'The command ended without a record.')
  return validateRecord(parseWellFormed(said.stdout))
}
