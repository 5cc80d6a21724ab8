import {
  LaunchError,
  LIMITS,
  moveProcess,
  type ServerProcess,
  startServer,
  widthRatioOf,
} from '@steelyard/launcher'
import { type LoadProcess, type LoadTurn, startLoad } from '@steelyard/load'
import { type PoolProcess, startPool } from '@steelyard/routing'
import { type ContenderLaunch, ContenderLost, type WarmUp } from '@steelyard/schedule'
import type { LaunchContext } from '../launch/launch-context.ts'
import { type LostMembers, withWidths } from '../launch/launch-members.ts'
import type { ContenderPlan } from '../plan/plan.ts'
import { checkServerAnswer } from './check-answer.ts'
import type { GeneratorLimits } from './generator-limits.ts'
import { asLaunchError, checkFaults, lossOf } from './loss.ts'
import type { AloneTimes } from './routing.ts'
import {
  backgroundLoad,
  isBackgroundTimed,
  type ReadyServer,
  serverSpec,
  startOptions,
} from './server-app.ts'
import { configurationOf, loadProfileOf, loadRecordOf, type ServerLaunch, windowOf } from './server-launch.ts'
import { type TurnPacing, turnOrder } from './turn-pacing.ts'
import { startUpstream } from './upstream.ts'
import { warmUpServer } from './warm-up-server.ts'

/** Samples of every server of a group, or the servers that were lost and why. */
export type ServersLaunch =
  | { readonly launches: readonly (ContenderLaunch & { readonly server: ServerLaunch })[] }
  | LostMembers

/** A request that waits for longer is abandoned. */
export const ANSWER_LIMIT_MS = 10_000

const OWN_LISTENER = 'a script of its own'

/** What sends load, and the cores of servers and of what is not theirs; null for all. */
export interface Loading {
  readonly load: LoadProcess
  readonly core: number | null
  readonly loadCore: number | null
}

/** Starts the load on one core, leaves another to servers, and ends the load after the work. */
export async function withLoad<Result>(
  { workspace, cores, random }: LaunchContext,
  work: (loading: Loading) => Promise<Result>,
): Promise<Result> {
  const [core = null, loadCore = core] = random.shuffle([...cores])
  await moveProcess(process.pid, loadCore === null ? [] : [loadCore])
  await using load = await startLoad({ core: loadCore, directory: await workspace.newFolder() })
  return await work({ load, core, loadCore })
}

/** Starts every server of a group, lets them take turns under load, all but one of them stopped, and ends them all. */
export function launchServers(
  members: readonly ContenderPlan[],
  pacing: TurnPacing,
  context: LaunchContext,
  found: { readonly limits: GeneratorLimits; readonly aloneTimes: AloneTimes },
): Promise<ServersLaunch> {
  return withLoad(context, async loading => {
    const lost: [number, LaunchError][] = []
    const servers: ReadyServer[] = []
    try {
      // One after another, so that each has the core for its start.
      for (const [index, plan] of members.entries()) {
        try {
          servers[index] = await startReady(plan, loading, context)
        } catch (error) {
          lost.push([index, asLaunchError(error)])
        }
      }
      if (lost.length > 0) return { lost }
      return { launches: await takeTurns(servers, pacing, loading, context, found) }
    } catch (error) {
      if (!(error instanceof ContenderLost)) throw error
      lost.push([error.contender, LaunchError.of(error.cause)])
      return { lost }
    } finally {
      await Promise.all(servers.map(one => one?.process.kill()))
    }
  })
}

/** Starts a server, checks the answer to one request and leaves it stopped; LaunchError or LoadError when it is lost. */
export async function startReady(
  plan: ContenderPlan,
  { load, core, loadCore }: Loading,
  context: LaunchContext,
): Promise<ReadyServer> {
  const spec = await serverSpec(plan, context)
  const { app, pool, isOnAllCores } = spec
  await using starting = new AsyncDisposableStack()
  const directory = await context.workspace.newFolder()
  const upstream = starting.use(await startUpstream(spec.upstream, { core: loadCore, directory }))
  const environment = { ...spec.environment, ...upstream.environment }
  // A server inherits the core of this process otherwise, which is that of the load.
  const own = isOnAllCores ? context.cores : core
  const options = { ...(await startOptions({ ...spec, environment }, app, own, context)), limits: LIMITS }
  const started: ServerProcess & Partial<PoolProcess> = starting.use(
    pool === null
      ? await startServer(options)
      : await startPool({ ...options, ...pool, routerCore: loadCore }),
  )
  const url = `${started.url}${spec.path}`
  const answer = await load.probe(url, ANSWER_LIMIT_MS).catch(async error => {
    throw await lossOf(started, error)
  })
  const textOf = async () => (await fetch(url, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })).text()
  await checkServerAnswer(answer, textOf, plan, context).catch(async error => {
    throw error instanceof LaunchError ? error : await lossOf(started, error)
  })
  const areAlike = context.suite.description.server?.answer?.equal !== 'none'
  started.findProcesses()
  started.pause()
  const helpers = loadCore === null ? [] : [started.routerPid, upstream.pid]
  const helperPids = helpers.flatMap(pid => pid ?? [])
  const background = spec.background && backgroundLoad(spec.background, started.url)
  // The server ends first: work behind its answers would fail without the upstream.
  const running = starting.move()
  const kill = () => running.disposeAsync()
  const process = { ...started, kill, [Symbol.asyncDispose]: kill }
  return {
    spec,
    process,
    helperPids,
    url,
    answer,
    expected: { ...answer, sha256: areAlike ? answer.sha256 : null },
    background,
    profile: loadProfileOf(plan.params),
  }
}

async function takeTurns(
  started: readonly ReadyServer[],
  { warmUp, turnMs, rounds }: TurnPacing,
  { load, core }: Loading,
  { random }: LaunchContext,
  { limits, aloneTimes }: { readonly limits: GeneratorLimits; readonly aloneTimes: AloneTimes },
) {
  const servers = [...started]
  const group = started.map(({ spec }) => spec.plan)
  const orLost = async <Found>(index: number, find: (one: ReadyServer) => Promise<Found>) => {
    const one = servers[index]
    if (one === undefined) throw new RangeError(`no server ${index}`)
    try {
      return await find(one)
    } catch (error) {
      throw new ContenderLost(index, await lossOf(one.process, error))
    }
  }
  const turnOf = (index: number) => orLost(index, one => turn(one, load, turnMs))
  const warmUps: WarmUp[] = []
  // In random order: the load generator too is slow at first, and the first server gets fewer requests in the same time.
  for (const index of random.shuffle([...servers.keys()])) {
    warmUps[index] = await orLost(index, one => warmUpServer(one.profile, warmUp, ms => turn(one, load, ms)))
  }
  for (const index of servers.keys()) {
    servers[index] = await orLost(index, one => aloneTimes.keptBusy(one, load))
  }
  const turns: LoadTurn[][] = servers.map(() => [])
  const positions: number[][] = servers.map(() => [])
  const widthRatios: (number | null)[] = []
  for (const [position, index] of turnOrder(servers.length, rounds, random).entries()) {
    widthRatios.push(widthRatioOf(core))
    turns[index]?.push(await turnOf(index))
    positions[index]?.push(position)
  }
  const launches = []
  for (const [index, one] of servers.entries()) {
    const { profile, spec, process, answer } = one
    const own = turns[index] ?? []
    const server: ServerLaunch = {
      load: loadRecordOf(profile),
      listener: spec.app.kind === 'module' ? spec.target.runner.server.name : OWN_LISTENER,
      configuration: configurationOf(spec.environment, answer),
      startNs: Math.round((process.listeningAtMs - process.spawnedAtMs) * 1e6),
      residentBytes: process.residentBytes(),
      turns: own,
      limit: await orLost(index, () => limits.limitFor(profile, answer.bytes, load, core, group)),
      routing: await orLost(index, pool => aloneTimes.routingOf(pool, load)),
    }
    const [warmedUp] = warmUps.slice(index)
    if (warmedUp) launches.push({ ...windowOf(profile, own, positions[index] ?? [], warmedUp), server })
  }
  return withWidths(launches, core, widthRatios)
}

/** One turn of one server, which runs in it and in no other. The timed requests come first, the background load second. */
async function turn(one: ReadyServer, load: LoadProcess, durationMs: number): Promise<LoadTurn> {
  const { process, helperPids, url, profile, expected, background, spec } = one
  process.resume()
  try {
    const found = await load.turn({
      url,
      profile,
      durationMs,
      timeoutMs: ANSWER_LIMIT_MS,
      expected,
      serverPids: process.pids,
      helperPids,
      ...(background === null ? {} : { background }),
    })
    for (const each of [found, found.background ?? found]) checkFaults(each)
    if (found.background === undefined || !isBackgroundTimed(spec)) return found
    const { background: timed, ...other } = found
    return { ...timed, background: other }
  } finally {
    process.pause()
  }
}
