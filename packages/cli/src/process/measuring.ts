import { stderr } from '../output/streams.ts'
import { watchInterruption } from './interruption.ts'
import { acquireLock } from './lock.ts'

/** Measures when nobody else does on this machine, until the end or an interruption. */
export async function measuring(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const interruption = watchInterruption()
  const release = await acquireLock(
    (_, holder) => stderr.say(`Waiting: another run (${holder}) is measuring on this machine.\n`),
    interruption.signal,
  )
  try {
    return await work(interruption.signal)
  } finally {
    release()
    interruption.dispose()
  }
}
