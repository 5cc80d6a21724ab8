import type { ResolveEvents } from '@steelyard/launcher'
import { ProgressLine } from './progress.ts'
import { stderr } from './streams.ts'

/** Reports downloads on standard error; their progress only on a terminal. */
export function fetchEvents(signal: AbortSignal | null): ResolveEvents {
  const line = stderr.isTTY ? new ProgressLine() : null
  return {
    signal,
    onWarning: sentence => stderr.say(`${sentence}\n`),
    onProgress: text => (text === null ? line?.clear() : line?.show(text)),
  }
}
