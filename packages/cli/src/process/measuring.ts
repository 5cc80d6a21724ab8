import os from 'node:os'
import { removeLeftovers, startGuard } from '@steelyard/launcher'
import { counted, PROGRAM } from '@steelyard/text'
import { stderr } from '../output/streams.ts'
import { watchInterruption } from './interruption.ts'
import { acquireLock } from './lock.ts'

/** Works while others may measure, until the end or an interruption. */
export async function untilInterrupted<Result>(
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  using interruption = watchInterruption()
  return await work(interruption.signal)
}

/**
 * Measures while no other run does on this machine, until the end or an interruption.
 *
 * @param check refuses, before another run is waited for, what would be refused after it
 */
export function measuring(
  work: (signal: AbortSignal) => Promise<number>,
  check?: (signal: AbortSignal) => Promise<void>,
): Promise<number> {
  return guarded('resume', signal => alone(signal, () => work(signal), check))
}

/**
 * Works until the end or an interruption, and leaves no process when it is killed, or stopped for some seconds.
 *
 * @param again the command that goes on then
 */
export async function guarded<Result>(
  again: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  using _guard = startGuard(`Ended: something stopped the run (SIGSTOP). To go on: ${PROGRAM} ${again}`)
  return await untilInterrupted(work)
}

/** Works while no other run measures on this machine, as `measuring` does. */
export async function alone<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
  check: (signal: AbortSignal) => Promise<void> = async () => {},
): Promise<Result> {
  const refused = new AbortController()
  let checking = Promise.resolve()
  const onWait = (_: number, holder: string) => {
    checking = check(signal).then(
      () => stderr.say(`Waiting: another run (${holder}) is measuring on this machine.\n`),
      (error: unknown) => refused.abort(error),
    )
  }
  const release = await acquireLock(onWait, AbortSignal.any([signal, refused.signal]))
  try {
    await checking
    refused.signal.throwIfAborted()
    const left = removeLeftovers(os.tmpdir())
    if (left > 0) stderr.say(`Ended ${counted(left, 'leftover')} of a killed run.\n`)
    return await work()
  } finally {
    release()
  }
}
