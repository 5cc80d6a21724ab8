import type { SuiteDescription } from '@steelyard/harness/protocol'
import { bundleSuite, LaunchError, LIMITS, type Target } from '@steelyard/launcher'
import type { Workspace, WrittenBundle } from '../launch/workspace.ts'
import { UsageError } from './usage-error.ts'

export interface LoadedSuite {
  /** Absolute path of the suite file. */
  readonly file: string
  readonly description: SuiteDescription
  readonly bundle: WrittenBundle
}

/** A suite file is the user's code: it has this long to load. */
const LOAD_LIMITS = { ...LIMITS, startMs: 10_000, commandMs: 10_000 }

/**
 * Bundles a suite and asks it, in a process of its own, what it is.
 *
 * @param target the pinned Node
 * @throws UsageError in one sentence when the file cannot be read as a suite
 */
export async function loadSuite(
  file: string,
  name: string,
  workspace: Workspace,
  target: Target,
): Promise<LoadedSuite> {
  try {
    const bundle = await workspace.writeBundle(await bundleSuite(file))
    const loader = await workspace.launch(target, bundle, {
      core: null,
      compatibilityDate: null,
      limits: LOAD_LIMITS,
    })
    try {
      const { reply } = await loader.exchange({ type: 'load' })
      return { file, description: reply.suite, bundle }
    } finally {
      await loader.kill()
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(error.message)
    if (!(error instanceof LaunchError)) throw error
    const what = error.failure === 'timeout' ? 'it did not finish loading within 10 s' : `it ${error.message}`
    throw new UsageError(`Cannot load the suite ${name}: ${what}. Correct the file and run again.`)
  }
}
