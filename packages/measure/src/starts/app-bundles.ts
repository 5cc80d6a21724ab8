import { dirname, resolve } from 'node:path'
import {
  bundleApp,
  bundleAppText,
  bundleSizes,
  type ContenderProcess,
  LaunchError,
  LIMITS,
  type SuiteBundle,
} from '@steelyard/launcher'
import type { StartedBundleRecord } from '@steelyard/record'
import type { Workspace } from '../launch/workspace.ts'
import type { LoadedSuite } from '../plan/load-suite.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { UsageError } from '../plan/usage-error.ts'

export interface AppBundle extends StartedBundleRecord {
  /** Absolute path. */
  readonly file: string
}

/**
 * Bundles the app of every case with every choice of parameters, the same for all targets, and measures the size of the
 * bundles; UsageError in one sentence when an app cannot be made or bundled.
 */
export async function bundleApps(
  contenders: readonly ContenderPlan[],
  suite: LoadedSuite,
  workspace: Workspace,
): Promise<ReadonlyMap<ContenderPlan, AppBundle>> {
  const made = new Map<string, AppBundle>()
  const bundles = new Map<ContenderPlan, AppBundle>()
  await using started = new AsyncDisposableStack()
  let maker: ContenderProcess | null = null
  // The suite makes the texts of its apps in a process of the pinned Node.
  const startMaker = async () => {
    const options = { core: null, compatibilityDate: null, limits: LIMITS }
    return started.use(await workspace.launch(await workspace.loader(), suite.bundle, options))
  }
  const bundleOf = async ({ caseId, params }: ContenderPlan, minify: boolean): Promise<SuiteBundle> => {
    const app = suite.description.server?.apps[caseId]
    const directory = dirname(suite.file)
    if (app && 'module' in app) return bundleApp(resolve(directory, app.module), params, minify)
    maker ??= await startMaker()
    const { text } = (await maker.exchange({ type: 'source', caseId, params })).reply
    return bundleAppText(text, `the app ${caseId}`, directory, minify)
  }
  try {
    for (const contender of contenders) {
      const key = JSON.stringify([contender.caseId, contender.params])
      const isMinified = contender.params.minify === true
      let bundle = made.get(key)
      if (bundle === undefined) {
        const { file, sha256, text } = await workspace.writeBundle(await bundleOf(contender, isMinified))
        bundle = { file, sha256, isMinified, ...(await bundleSizes(text)) }
      }
      made.set(key, bundle)
      bundles.set(contender, bundle)
    }
  } catch (error) {
    if (error instanceof SyntaxError) throw new UsageError(error.message)
    if (!(error instanceof LaunchError)) throw error
    const { name } = suite.description
    throw new UsageError(
      `Cannot make the apps of ${name}: the suite ${error.message}. Correct it and run again.`,
    )
  }
  return bundles
}
