import { dirname, resolve } from 'node:path'
import type { DescribedApp } from '@steelyard/harness/protocol'
import {
  bundleApp,
  bundleAppText,
  bundleSizes,
  LaunchError,
  LIMITS,
  type SuiteBundle,
} from '@steelyard/launcher'
import type { StartedBundleRecord } from '@steelyard/record'
import type { Workspace } from '../launch/workspace.ts'
import type { LoadedSuite } from '../plan/load-suite.ts'
import type { ContenderPlan, ParamValues } from '../plan/plan.ts'
import { UsageError } from '../plan/usage-error.ts'

export interface AppBundle extends StartedBundleRecord {
  /** Absolute path. */
  readonly file: string
}

/**
 * Bundles the app of every case with every choice of parameters, and measures the size of the bundles. Equal texts share
 * one bundle.
 *
 * @returns by contender; the same bundle for all targets
 * @throws UsageError in one sentence when an app cannot be made or bundled
 */
export async function bundleApps(
  contenders: readonly ContenderPlan[],
  suite: LoadedSuite,
  workspace: Workspace,
): Promise<ReadonlyMap<ContenderPlan, AppBundle>> {
  const made = new Map<string, AppBundle>()
  const bundles = new Map<ContenderPlan, AppBundle>()
  const makers = new SourceMaker(suite, workspace)
  try {
    for (const contender of contenders) {
      const key = JSON.stringify([contender.caseId, contender.params])
      const bundle =
        made.get(key) ?? (await makeBundle(contender, suite, makers, workspace, [...made.values()]))
      made.set(key, bundle)
      bundles.set(contender, bundle)
    }
  } catch (error) {
    throw asUsageError(error, suite)
  } finally {
    await makers.close()
  }
  return bundles
}

async function makeBundle(
  { caseId, params }: ContenderPlan,
  suite: LoadedSuite,
  makers: SourceMaker,
  workspace: Workspace,
  others: readonly AppBundle[],
): Promise<AppBundle> {
  const app = suite.description.server?.apps[caseId]
  const isMinified = params.minify === true
  const bundle = await bundleOf(app, { caseId, params, isMinified }, suite, makers)
  const { sha256, text } = bundle
  const same = others.find(other => other.sha256 === sha256)
  if (same !== undefined) return same
  const { file } = await workspace.writeBundle(bundle)
  return { file, sha256, isMinified, ...(await bundleSizes(text)) }
}

async function bundleOf(
  app: DescribedApp | undefined,
  { caseId, params, isMinified }: { caseId: string; params: ParamValues; isMinified: boolean },
  suite: LoadedSuite,
  makers: SourceMaker,
): Promise<SuiteBundle> {
  const directory = dirname(suite.file)
  if (app !== undefined && 'module' in app) {
    return bundleApp(resolve(directory, app.module), params, { minify: isMinified })
  }
  const text = await makers.sourceOf(caseId, params)
  return bundleAppText({ text, name: `the app ${caseId}`, directory }, { minify: isMinified })
}

/** Asks the suite for the texts of its apps, in one process of the pinned Node that is started when it is first asked. */
class SourceMaker {
  readonly #suite: LoadedSuite
  readonly #workspace: Workspace
  #process: ReturnType<Workspace['launch']> | null = null

  constructor(suite: LoadedSuite, workspace: Workspace) {
    this.#suite = suite
    this.#workspace = workspace
  }

  async sourceOf(caseId: string, params: ParamValues): Promise<string> {
    this.#process ??= this.#started()
    const { reply } = await (await this.#process).exchange({ type: 'source', caseId, params })
    return reply.text
  }

  async #started() {
    const options = { core: null, compatibilityDate: null, limits: LIMITS }
    return this.#workspace.launch(await this.#workspace.loader(), this.#suite.bundle, options)
  }

  async close(): Promise<void> {
    await (await this.#process?.catch(() => null))?.kill()
  }
}

function asUsageError(error: unknown, { description: { name } }: LoadedSuite): unknown {
  if (error instanceof SyntaxError) return new UsageError(error.message)
  if (!(error instanceof LaunchError)) return error
  return new UsageError(
    `Cannot make the apps of ${name}: the suite ${error.message}. Correct it and run again.`,
  )
}
