import { setTimeout as sleep } from 'node:timers/promises'

/** Ctrl-C reaches a measured process too, and may reach it before it reaches us. */
const SIGNAL_GRACE_MS = 100

/** Returns whether what was just lost was lost to an interruption: its signal may come a little later. */
export async function abortedAfterGrace(signal: AbortSignal): Promise<boolean> {
  await sleep(SIGNAL_GRACE_MS)
  return signal.aborted
}
