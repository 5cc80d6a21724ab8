import type { ContenderProcess } from '@steelyard/launcher'
import { type KnownContender, warmUpSideLaunch } from '../functions/known-contender.ts'
import type { LaunchContext } from '../launch/launch-context.ts'
import { type PrepareOptions, prepare, recheck } from '../launch/prepare.ts'
import { reserveCore } from '../launch/reserve-core.ts'

/**
 * Runs a contender alone on a core, warmed up, and checks its output again afterwards. Its times are not used.
 *
 * @param probe finds something out about the warm process, which is killed afterwards
 * @throws LaunchError when the contender is lost
 */
export async function inSideLaunch<T>(
  known: KnownContender,
  context: LaunchContext,
  options: Omit<PrepareOptions, 'core'>,
  probe: (process: ContenderProcess) => Promise<T>,
): Promise<T> {
  // It starts on one core as in a timed launch, so that it makes as many threads.
  const prepared = await prepare(known.plan, context, { ...options, core: await reserveCore(context) })
  try {
    await warmUpSideLaunch(prepared.process, known)
    const found = await probe(prepared.process)
    await recheck(prepared)
    return found
  } finally {
    await prepared.process.kill()
  }
}
