import { watchInterruption } from './interruption.ts'
import { acquireLock } from './lock.ts'

/** Measures when nobody else does on this machine, until the end or an interruption. */
export async function measuring(work: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const interruption = watchInterruption()
  const release = await acquireLock(
    pid => process.stderr.write(`Waiting: another run (process ${pid}) is measuring on this machine.\n`),
    interruption.signal,
  )
  try {
    return await work(interruption.signal)
  } finally {
    release()
    interruption.dispose()
  }
}
