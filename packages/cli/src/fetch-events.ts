import type { ResolveEvents } from '@steelyard/launcher'
import { ProgressLine } from './progress.ts'

/** Tells people on standard error what is being fetched; how far it is only on a terminal. */
export function fetchEvents(signal: AbortSignal | null): ResolveEvents {
  const line = process.stderr.isTTY ? new ProgressLine(process.stderr) : null
  return {
    signal,
    onWarning: sentence => process.stderr.write(`${sentence}\n`),
    onProgress: text => (text === null ? line?.clear() : line?.show(text)),
  }
}
