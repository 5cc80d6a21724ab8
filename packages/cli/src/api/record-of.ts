import { parseWellFormed } from '@steelyard/harness/well-formed'
import { type RunRecord, validateRecord } from '@steelyard/record'
import { NO_CONFIG } from '../config/no-config.ts'
import { hostNode, startCommand } from './host-node.ts'
import type { Listening } from './listening.ts'

/**
 * Runs a command that measures, and returns its record.
 *
 * @throws Error with what the command says when there is no record, or when the pinned Node cannot be had
 */
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
  const [record, text] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr, onText),
    new Promise((resolve, reject) => child.once('close', resolve).once('error', reject)),
  ])
  signal?.removeEventListener('abort', stop)
  if (record === '') throw new Error(text.trim() || 'The command ended without a record.')
  return validateRecord(parseWellFormed(record))
}

async function textOf(
  stream: NodeJS.ReadableStream | null,
  onText: (text: string) => void = () => {},
): Promise<string> {
  let whole = ''
  stream?.setEncoding('utf8')
  for await (const chunk of stream ?? []) {
    whole += chunk
    onText(String(chunk))
  }
  return whole
}
