import os from 'node:os'
import { removeLeftovers, startGuard } from '@steelyard/launcher'
import { counted, PROGRAM } from '@steelyard/text'
import { stderr } from '../output/streams.ts'
import { watchInterruption } from './interruption.ts'
import { acquireLock } from './lock.ts'

const STOPPED = `Ended: something stopped the run (SIGSTOP). To go on: ${PROGRAM} resume`

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
export async function measuring(
  work: (signal: AbortSignal) => Promise<number>,
  check: (signal: AbortSignal) => Promise<void> = async () => {},
): Promise<number> {
  using _guard = startGuard(STOPPED)
  using interruption = watchInterruption()
  const { signal } = interruption
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
    return await work(signal)
  } finally {
    release()
  }
}
