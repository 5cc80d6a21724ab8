import { setTimeout as sleep } from 'node:timers/promises'

const DRAIN_MS = 1

/** Resolves when what a contender had written before its reply has reached this process too. */
export async function drained(): Promise<void> {
  await sleep(DRAIN_MS)
}
