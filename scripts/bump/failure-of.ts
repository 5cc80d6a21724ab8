import { LaunchError } from '../../packages/launcher/src/index.ts'
import { LoadError } from '../../packages/load/src/index.ts'

/** Returns what a runtime failed with, in one line; null when the work was done. What is no failure of its is thrown. */
export async function failureOf(work: () => Promise<unknown>): Promise<string | null> {
  try {
    await work()
    return null
  } catch (error) {
    if (!(error instanceof LaunchError || error instanceof LoadError)) throw error
    return error.message.split('\n')[0] ?? ''
  }
}

/** The same; what is declared possible may fail once, since a loaded machine makes a start too slow. */
export async function failureUnless(
  declared: string | null,
  work: () => Promise<unknown>,
): Promise<string | null> {
  const failure = await failureOf(work)
  return failure === null || declared !== null ? failure : failureOf(work)
}
