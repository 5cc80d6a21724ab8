import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Command } from '@steelyard/runners'
import { pinPrefix } from '../machine/affinity.ts'
import { type CpuClock, cpuClockOf, total } from '../machine/cpu-clock.ts'
import { makeNamedPipes } from '../machine/named-pipes.ts'
import { residentBytes } from '../machine/proc.ts'
import { listeningPorts, openPortPipe } from '../process/channel/ports.ts'
import { type Child, processTree, signalGroup, startChild } from '../process/child.ts'
import { cleanStart } from '../process/clean-environment.ts'
import { exitError } from '../process/exit-error.ts'
import { LaunchError } from '../process/launch-error.ts'
import type { LaunchOptions } from '../process/launch-options.ts'
import type { Limits } from '../process/limits/limits.ts'
import { watchMemory } from '../process/limits/memory-watch.ts'
import { withRemedy } from '../process/limits/os-limits.ts'

export type ServerApp =
  /** An ES module whose default export has `fetch`, by absolute path: started on the runtime's own server. */
  | { readonly kind: 'module'; readonly file: string }
  /**
   * A script that listens by itself, run in its folder. In its arguments and environment `{port}` stands for a free
   * loopback port, on which it must listen.
   */
  | {
      readonly kind: 'script'
      readonly directory: string
      /** Relative to the folder. */
      readonly file: string
      readonly args: readonly string[]
    }

export interface ServerOptions extends Pick<LaunchOptions, 'target' | 'compatibilityDate'> {
  readonly app: ServerApp
  /** The core on which it runs, or several; null for those of this process. */
  readonly core: number | readonly number[] | null
  /** Absolute path of the bundled entry of the runtime's server; '' where it has none. */
  readonly entry: string
  /** A folder for this server alone, made and removed here: home, pipe and configuration. */
  readonly directory: string
  /** Variables that the target's environment may override. */
  readonly environment?: Readonly<Record<string, string>>
  readonly limits: Pick<Limits, 'startMs' | 'memoryBytes'>
}

export interface ServerProcess extends AsyncDisposable {
  /** Those that it consisted of when it listened or, later, at the last `findProcesses`. */
  readonly pids: readonly number[]
  readonly port: number
  /** Address without a path, and without a slash at the end. */
  readonly url: string
  /** On the clock of `performance.now()`: just before the process was started, and when it was known to listen. */
  readonly spawnedAtMs: number
  readonly listeningAtMs: number
  readonly cpuNs: CpuClock
  /** Resident sets of its processes together; null where the platform does not report it. */
  residentBytes(): number | null
  /** Finds its processes again, since a script may start others after it listens: all are there once an answer came. */
  findProcesses(): void
  /** Why the process is gone, unless we killed it: it ended, or passed the memory limit. Never rejects. */
  readonly lost: Promise<LaunchError>
  /** Stops the whole process group where it is. */
  pause(): void
  resume(): void
  /** Kills the process group, waits for its end and removes the folder; so does its disposal. */
  kill(): Promise<void>
}

const POLL_MS = 5

/**
 * Starts an app on a target's own server, on a free loopback port, and waits until it listens.
 *
 * @throws LaunchError when it exits, hangs, has no `fetch`, or cannot be started
 */
export async function startServer(options: ServerOptions): Promise<ServerProcess> {
  const { target, directory, core, limits, app } = options
  mkdirSync(directory, { recursive: true })
  const start = await startOf(options)
  const started = cleanStart(target.binary, start.command, join(directory, 'home'))
  const spawnedAtMs = performance.now()
  const child = startChild({
    ...started,
    prefix: pinPrefix(core),
    directory: app.kind === 'script' ? app.directory : started.directory,
    control: start.portSource === 'control',
  })
  const kill = async () => {
    await child.kill()
    start.pipe?.destroy()
    rmSync(directory, { recursive: true, force: true })
  }
  const { promise: lost, resolve: lose } = Promise.withResolvers<LaunchError>()
  void child.exited.then(exit => lose(exitError(exit, child.output())))
  await using starting = new AsyncDisposableStack()
  starting.defer(kill)
  const port = await listening(start, child, lost, limits.startMs)
  const listeningAtMs = performance.now()
  let pids = processTree(child.pid ?? 0)
  let clocks = pids.map(cpuClockOf)
  watchMemory(child, () => pids, limits, lose)
  starting.move()
  return {
    get pids() {
      return pids
    },
    findProcesses() {
      pids = processTree(child.pid ?? 0)
      clocks = pids.map(cpuClockOf)
    },
    port,
    url: `http://127.0.0.1:${port}`,
    spawnedAtMs,
    listeningAtMs,
    cpuNs: () => total(clocks.map(clock => clock())),
    residentBytes: () => total(pids.map(residentBytes)),
    lost,
    pause: () => signalGroup(child, 'SIGSTOP'),
    resume: () => signalGroup(child, 'SIGCONT'),
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

/** How one server is started, and how it reports its port. */
interface Start {
  readonly command: Command
  readonly portSource: 'pipe' | 'control' | 'port'
  readonly pipe: Socket | null
  /** Chosen before the start; null where the server chooses. */
  readonly port: number | null
}

async function startOf(options: ServerOptions): Promise<Start> {
  const { target, app, entry, directory, compatibilityDate } = options
  const { runner, spec } = target
  const environment = { ...options.environment, ...spec.environment }
  if (app.kind === 'script') {
    const { script } = runner.server
    if (script === null) throw new LaunchError('start', `has no scripts: ${runner.name} runs modules only`)
    const port = await freePort()
    const withPort = (text: string) => text.replaceAll('{port}', String(port))
    const command = script({
      ...{ file: join(app.directory, app.file), args: app.args.map(withPort), flags: spec.flags },
      environment: Object.fromEntries(
        Object.entries(environment).map(([name, value]) => [name, withPort(value)]),
      ),
    })
    return { command, portSource: 'port', pipe: null, port }
  }
  const port = join(directory, 'port')
  const { portSource } = runner.server
  if (portSource === 'pipe') makeNamedPipes([port])
  return {
    portSource,
    pipe: portSource === 'pipe' ? openPortPipe(port) : null,
    port: null,
    command: runner.server.command({
      ...{ entry, app: app.file, flags: spec.flags, environment, port, compatibilityDate },
    }),
  }
}

/** Resolves to the port once the server listens on it. */
async function listening(
  { portSource, pipe, port }: Start,
  child: Child,
  lost: Promise<LaunchError>,
  startMs: number,
): Promise<number> {
  const { promise: failed, reject } = Promise.withResolvers<never>()
  using _timer = setTimeout(
    () => reject(new LaunchError('timeout', `did not listen within ${startMs / 1000} s`, child.output())),
    startMs,
  )
  void lost.then(reject)
  const source = portSource === 'control' ? child.control : pipe
  const waiting = new AbortController()
  try {
    const reported =
      source === null
        ? portAccepts(port ?? 0, waiting.signal)
        : listeningPorts(source).then(ports => ports.port)
    return await Promise.race([reported, failed])
  } finally {
    waiting.abort()
  }
}

/** Resolves once a process accepts connections on a loopback port. */
async function portAccepts(port: number, signal: AbortSignal): Promise<number> {
  while (!signal.aborted && !(await takesConnections(port))) await sleep(POLL_MS)
  return port
}

/** Rejects with a LaunchError when ports or files have run out. */
async function takesConnections(port: number): Promise<boolean> {
  const socket = connect({ port, host: '127.0.0.1' })
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    const { message } = error as Error
    const explained = withRemedy(message)
    if (explained !== message) throw new LaunchError('failed', `could not be asked: ${explained}`)
    return false
  } finally {
    socket.destroy()
  }
}

/** Returns a loopback port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening').catch(({ message }: Error) => {
    throw new LaunchError('start', `had no port to listen on: ${withRemedy(message)}`)
  })
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
