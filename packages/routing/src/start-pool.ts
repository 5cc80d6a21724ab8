import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { ServerPool } from '@steelyard/harness'
import {
  type LaunchError,
  portOf,
  type ServerOptions,
  type ServerProcess,
  signalGroup,
  startScript,
  startServer,
} from '@steelyard/launcher'
import { total } from '@steelyard/launcher/cpu-clock'
import type { RouterTask } from './policy.ts'

export interface PoolOptions extends ServerOptions, ServerPool {
  /** The core on which the router runs; null for all. */
  readonly routerCore: number | null
}

/** Processes of one target behind a router, used as if they were one server. */
export interface PoolProcess extends ServerProcess {
  readonly routerPid: number | undefined
}

/**
 * Starts processes of an app, all on the same core, and a router in front of them; LaunchError as `startServer`. Figures
 * of the pool cover its processes together, without the router: CPU time, memory, the loss of the first that is lost. Its
 * port is that of the router.
 */
export async function startPool(options: PoolOptions): Promise<PoolProcess> {
  const { processes, policy, delayMs = 0, mbitPerSecond = null, routerCore, directory } = options
  const spawnedAtMs = performance.now()
  const started = await Promise.allSettled(
    Array.from({ length: processes }, (_, index) =>
      startServer({ ...options, directory: join(directory, `server-${index}`) }),
    ),
  )
  const servers = started.flatMap(result => (result.status === 'fulfilled' ? [result.value] : []))
  await using starting = new AsyncDisposableStack()
  starting.defer(async () => {
    await Promise.all(servers.map(server => server.kill()))
    rmSync(directory, { recursive: true, force: true })
  })
  const failed = started.find(result => result.status === 'rejected')
  if (failed) throw failed.reason
  const ports = servers.map(({ port, pids }) => ({ port, pid: pids.at(-1) ?? 0 }))
  const task: RouterTask = { policy, delayMs, mbitPerSecond, servers: ports }
  const router = startScript<number>(new URL('router-main.ts', import.meta.url), [JSON.stringify(task)], {
    core: routerCore,
    directory: join(directory, 'router'),
  })
  starting.defer(() => router.kill())
  const port = await portOf(router, 'has no router')
  const running = starting.move()
  const kill = () => running.disposeAsync()
  return {
    routerPid: router.pid,
    get pids() {
      return servers.flatMap(({ pids }) => pids)
    },
    findProcesses() {
      for (const server of servers) server.findProcesses()
    },
    port,
    url: `http://127.0.0.1:${port}`,
    spawnedAtMs,
    listeningAtMs: performance.now(),
    cpuNs: () => total(servers.map(server => server.cpuNs())),
    residentBytes: () => total(servers.map(server => server.residentBytes())),
    lost: Promise.race<LaunchError>(servers.map(server => server.lost)),
    pause() {
      signalGroup(router, 'SIGSTOP')
      for (const server of servers) server.pause()
    },
    resume() {
      for (const server of servers) server.resume()
      signalGroup(router, 'SIGCONT')
    },
    kill,
    [Symbol.asyncDispose]: kill,
  }
}
