import { hash } from 'node:crypto'
import { basename, dirname, join, resolve } from 'node:path'
import type { ServerApp, ServerBeside, ServerPool } from '@steelyard/harness'
import type { DescribedApp, SourcedApp } from '@steelyard/harness/protocol'
import {
  LaunchError,
  type ServerProcess,
  type ServerApp as StartedApp,
  type Target,
} from '@steelyard/launcher'
import type { BackgroundLoad, ExpectedResponse, LoadProfile, LoadResponse } from '@steelyard/load'
import { type LaunchContext, targetOf } from '../launch/launch-context.ts'
import type { ContenderPlan, ParamValues } from '../plan/plan.ts'
import { preparedApp } from './prepared-apps.ts'

/** Everything that is known of a server before it is started. */
export interface ServerSpec {
  readonly plan: ContenderPlan
  readonly target: Target
  readonly app: StartedApp
  /** What it is started with, the target's own included. */
  readonly environment: Readonly<Record<string, string>>
  /** Begins with a slash. */
  readonly path: string
  /** Set where it is several processes behind a router. */
  readonly pool: ServerPool | null
  /** Whether it may run on every core. */
  readonly isOnAllCores: boolean
  readonly background: ServerBeside | null
  /** Absolute path of the listener that it calls. */
  readonly upstream: string | null
}

/** What a server runs as where neither the suite nor the target says otherwise: as in production. */
const ENVIRONMENT = { NODE_ENV: 'production' }

/**
 * Returns what a contender is started as, its app bundled; LaunchError when the app cannot be built, was not prepared, or
 * says nothing of this runtime.
 */
export async function serverSpec(plan: ContenderPlan, context: LaunchContext): Promise<ServerSpec> {
  const spec = specWithoutApp(plan, context)
  const { described, target } = spec
  if ('sourced' in described) throw new RangeError('only the starts of such an app are measured')
  const app = await appOf(described, target, plan, context)
  return { ...spec, app, pool: described.pool ?? null, isOnAllCores: described.cores === 'all' }
}

/** Returns all that is known of a server but its app. */
export function specWithoutApp(plan: ContenderPlan, context: LaunchContext) {
  const { suite } = context
  const { server } = suite.description
  const target = targetOf(plan, context)
  const described = server?.apps[plan.caseId]
  if (!server || !described) throw new RangeError(`no server ${plan.caseId}`)
  return {
    plan,
    target,
    described,
    environment: { ...ENVIRONMENT, ...described.environment, ...target.spec.environment },
    background: server.beside,
    upstream: server.upstream && resolve(dirname(suite.file), server.upstream),
    path: server.path.replaceAll(/\{(\w+)\}/g, (word, name) => String(plan.params[name] ?? word)),
  }
}

/** Returns what a server is started with, from files as they were written. */
export async function startOptions(
  { target, environment }: Pick<ServerSpec, 'target' | 'environment'>,
  app: StartedApp,
  core: number | readonly number[] | null,
  { workspace, compatibilityDate }: LaunchContext,
) {
  const { server, name } = target.runner
  const entry =
    server.entry === null
      ? ''
      : await workspace.entryOf({ name: `the server of ${name}`, entry: server.entry })
  await workspace.restore([entry, app.kind === 'module' ? app.file : join(app.directory, app.file)])
  const directory = await workspace.newFolder()
  return { target, app, core, compatibilityDate, environment, entry, directory }
}

async function appOf(
  described: Exclude<DescribedApp, SourcedApp>,
  target: Target,
  plan: ContenderPlan,
  context: LaunchContext,
): Promise<StartedApp> {
  if ('prepared' in described) return startedApp(described, target, context)
  if ('module' in described) {
    return { kind: 'module', file: await builtFile(described.module, plan, context) }
  }
  const file = await builtFile(described.script, plan, context)
  return { kind: 'script', directory: dirname(file), file: basename(file), args: [] }
}

async function builtFile(path: string, plan: ContenderPlan, context: LaunchContext): Promise<string> {
  try {
    return (await context.workspace.appOf(resolve(dirname(context.suite.file), path), plan.params)).file
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw new LaunchError('failed', `was not built: ${error.message.replace(/\.$/, '')}`)
  }
}

async function startedApp(
  { prepared, start }: Extract<ServerApp, { readonly prepared: string }>,
  target: Target,
  { suite }: LaunchContext,
): Promise<StartedApp> {
  const { name } = target.runner
  const how = start[name]
  if (how === undefined) throw new LaunchError('failed', `does not say how it is started on ${name}`)
  const { directory } = await preparedApp(suite, prepared)
  return 'module' in how
    ? { kind: 'module', file: join(directory, how.module) }
    : { kind: 'script', directory, file: how.script, args: how.args ?? [] }
}

/** A server that has started and answered right. */
export interface ReadyServer {
  readonly spec: ServerSpec
  readonly process: ServerProcess
  /** Its router and its upstream, where they share the core of the load generator. */
  readonly helperPids: readonly number[]
  readonly profile: LoadProfile
  readonly url: string
  readonly answer: LoadResponse
  /** What every later answer must be. */
  readonly expected: ExpectedResponse
  readonly background: BackgroundLoad | null
}

/** Returns the background load of a server at `url`, which has no path. */
export function backgroundLoad(background: ServerBeside, url: string): BackgroundLoad {
  const { path, body, ratePerSecond, fromMs, durationMs } = background
  const expected = {
    status: 200,
    bytes: Buffer.byteLength(body),
    sha256: hash('sha256', body),
  }
  return { url: `${url}${path}`, ratePerSecond, fromMs, durationMs, expected }
}

/** Whether the timed requests are those of the background load. */
export function isBackgroundTimed({ plan, background }: ServerSpec): boolean {
  return background !== null && plan.params.requests === background.name
}

/** Returns the share of a core that a load is to use: 0.5 for `busy-50`; null for loads of other kinds. */
export function busyShareOf({ load }: ParamValues): number | null {
  const percent = /^busy-(\d+)$/.exec(String(load))?.[1]
  return percent === undefined ? null : Number(percent) / 100
}
