import os from 'node:os'
import { removeLeftovers } from '@steelyard/launcher'
import { counted } from '@steelyard/text'
import { stderr } from '../output/streams.ts'
import { watchInterruption } from './interruption.ts'
import { acquireLock } from './lock.ts'

/** What goes on until its end or an interruption, and gives the exit code. */
type Work = (signal: AbortSignal) => Promise<number>

/** Plans while others may measure, until the end or an interruption. */
export async function planning(work: Work): Promise<number> {
  const interruption = watchInterruption()
  try {
    return await work(interruption.signal)
  } finally {
    interruption.dispose()
  }
}

/** Measures when nobody else does on this machine, until the end or an interruption. */
export async function measuring(work: Work): Promise<number> {
  const interruption = watchInterruption()
  const release = await acquireLock(
    (_, holder) => stderr.say(`Waiting: another run (${holder}) is measuring on this machine.\n`),
    interruption.signal,
  )
  const left = removeLeftovers(os.tmpdir())
  if (left > 0) stderr.say(`Ended ${counted(left, 'leftover')} of a killed run.\n`)
  try {
    return await work(interruption.signal)
  } finally {
    release()
    interruption.dispose()
  }
}
