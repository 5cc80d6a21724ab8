import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Command, Reply } from '@steelyard/harness/protocol'
import { pinPrefix } from './affinity.ts'
import { cleanEnvironment } from './binary-facts.ts'
import { type Channel, listeningPort, openPipes, openWebSocket } from './channel.ts'
import { type Child, deepestDescendant, type Exit, startChild } from './child.ts'
import { Conversation, readReply } from './conversation.ts'
import { type CpuClock, cpuClockOf } from './cpu-clock.ts'
import { findExecutable } from './executables.ts'
import { LaunchError } from './launch-error.ts'
import { watchMemory } from './memory-watch.ts'
import type { Target } from './resolve-target.ts'
import { type SchedulingReader, schedulingOf } from './scheduling.ts'
import { withRemedy } from './shortage.ts'

/** What a contender may use before it counts as hung or hungry. */
export interface Limits {
  readonly startMs: number
  /** For every command: a batch, or setup with the first call. */
  readonly commandMs: number
  /** Resident set of the measured process. */
  readonly memoryBytes: number
}

export const LIMITS: Limits = { startMs: 15_000, commandMs: 20_000, memoryBytes: 2e9 }

const EXIT_GRACE_MS = 200

const DOING: Readonly<Record<Command['type'], string>> = {
  load: 'load',
  source: 'make its app',
  clock: 'read its clock',
  prepare: 'end setup and its first call',
  'lead-in': 'end a lead-in',
  run: 'end a batch',
  'run-empty': 'end an empty batch',
  measure: 'end its measurement',
  recheck: 'check its last value',
  calls: 'end its single calls',
  heap: 'tell of its heap',
}

export interface LaunchOptions {
  readonly target: Target
  /** Absolute paths of the runner's bundled entry and of the suite's bundle. */
  readonly entry: string
  readonly bundle: string
  /** A folder of this contender's own, made and removed here: working directory, home and pipes. */
  readonly directory: string
  /** The core it may run on; null for all. */
  readonly core: number | null
  /** The date every workerd of the run supports; null for other runtimes. */
  readonly compatibilityDate: string | null
  readonly limits?: Limits
  /** Makes the engine tell what it does, which costs time. */
  readonly trace?: LaunchTrace
  /** Makes the engine write there, by absolute path, what it does to functions, which costs time. */
  readonly codeTraceFile?: string
}

/** What an engine is asked to tell, and who hears it. */
export interface LaunchTrace {
  /** Flags, as a target gives them. */
  readonly flags: readonly string[]
  /** Told every line printed on either stream. */
  readonly onLine: (line: string) => void
}

/** A reply, and the host's time from sending the command to having its reply. */
export interface Exchange {
  readonly reply: Exclude<Reply, { type: 'failed' }>
  readonly hostNs: number
}

/** A runtime that has started and answers commands. */
export interface ContenderProcess {
  readonly target: Target
  readonly pid: number
  readonly hardwareConcurrency: number | null
  readonly cpuNs: CpuClock
  readonly scheduling: Omit<SchedulingReader, 'close'>
  /**
   * Sends a command and awaits its reply.
   *
   * @throws LaunchError when the suite's code failed, the process died, or a limit was passed, which kills it
   */
  exchange(command: Command): Promise<Exchange>
  /** Kills the process group, waits for its end and removes the folder. */
  kill(): Promise<void>
}

/**
 * Starts one contender and waits until it says hello.
 *
 * @throws LaunchError when it exits, hangs or cannot be started
 */
export async function launch(options: LaunchOptions): Promise<ContenderProcess> {
  const { target, limits = LIMITS } = options
  const conversation = new Conversation()
  const { child, pipes } = await start(options, conversation)
  let channel = pipes
  const kill = async () => {
    await child.kill()
    channel?.close()
    channel = null
    // Not left to a thread of its own: once a removal was done and its end was never told.
    rmSync(options.directory, { recursive: true, force: true })
  }
  void child.exited.then(exit => conversation.fail(exitError(exit, child.output())))
  const overdue = (ms: number, doing: string) =>
    setTimeout(() => {
      conversation.fail(new LaunchError('timeout', `did not ${doing} within ${ms / 1000} s`, child.output()))
      void child.kill()
    }, ms)

  const timer = overdue(limits.startMs, 'start')
  try {
    const hello = conversation.next()
    channel ??= await connect(child, conversation, hello)
    const reply = readReply((await hello).text)
    if (reply.type !== 'hello') throw new LaunchError('start', 'spoke out of turn')
    const pid = reply.pid ?? deepestDescendant(child.pid ?? 0)
    const stopWatching = watchMemory(pid, limits.memoryBytes, bytes => {
      conversation.fail(overMemoryError(bytes, limits))
      void child.kill()
    })
    const scheduling = schedulingOf(pid)
    void child.exited.then(() => {
      stopWatching()
      scheduling.close()
    })

    const exchange = async (command: Command): Promise<Exchange> => {
      const limit = overdue(limits.commandMs, DOING[command.type])
      try {
        const answer = conversation.next()
        const sentMs = performance.now()
        channel?.send(JSON.stringify(command))
        const { text, atMs } = await answer
        return { reply: readReply(text), hostNs: (atMs - sentMs) * 1e6 }
      } finally {
        clearTimeout(limit)
      }
    }
    return {
      target,
      pid,
      hardwareConcurrency: reply.hardwareConcurrency,
      cpuNs: cpuClockOf(pid),
      scheduling,
      kill,
      exchange,
    }
  } catch (error) {
    await kill()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Makes the contender's folder, its pipes and files, and starts the process. */
async function start(
  { target, directory, entry, bundle, compatibilityDate, core, trace, codeTraceFile }: LaunchOptions,
  conversation: Conversation,
): Promise<{ child: Child; pipes: Channel | null }> {
  const { runner, spec, binary } = target
  const pipes = { commands: join(directory, 'commands'), replies: join(directory, 'replies') }
  const home = join(directory, 'home')
  const { environment } = spec
  const flags = [
    ...(trace?.flags ?? []),
    ...(codeTraceFile === undefined ? [] : (runner.codeTrace?.flags(codeTraceFile) ?? [])),
    ...spec.flags,
  ]
  const command = runner.command({ entry, bundle, flags, environment, pipes, compatibilityDate })
  mkdirSync(home, { recursive: true })
  if (runner.channel === 'pipes') await promisify(execFile)('mkfifo', [pipes.commands, pipes.replies])
  for (const [file, text] of Object.entries(command.files)) writeFileSync(file, text)
  return {
    pipes: runner.channel === 'pipes' ? openPipes(pipes.commands, pipes.replies, conversation.receive) : null,
    child: startChild({
      file: binary,
      args: command.args,
      prefix: [...pinPrefix(core), ...(trace ? lineByLine() : [])],
      ...(trace ? { onLine: trace.onLine } : {}),
      environment: { ...cleanEnvironment(home), ...command.environment },
      directory: home,
      control: runner.channel === 'websocket',
    }),
  }
}

/** Otherwise what a runtime prints waits in its buffer until that is full. */
function lineByLine(): string[] {
  const stdbuf = findExecutable('stdbuf')
  return stdbuf === null ? [] : [stdbuf, '--output=L']
}

/** Opens the web socket once the process listens, or rejects when it ends before. */
async function connect(child: Child, conversation: Conversation, hello: Promise<unknown>): Promise<Channel> {
  const opened = openSocket(child, conversation)
  const lost = new Promise<never>((_, reject) => hello.catch(reject))
  return Promise.race([opened, lost])
}

async function openSocket(child: Child, conversation: Conversation): Promise<Channel> {
  if (child.control === null) throw new LaunchError('start', 'has no control descriptor')
  // A worker cannot end the process, but it can end the request that the launch happens in. When the process ends,
  // the socket may close first; how the process ended says more.
  const ended = async () => {
    await Promise.race([child.exited, sleep(EXIT_GRACE_MS)])
    conversation.fail(new LaunchError('crashed', 'ended its request', child.output()))
  }
  return openWebSocket(await listeningPort(child.control), conversation.receive, ended)
}

/** Says how much memory was used, and how much might have been. */
export function overMemoryError(bytes: number, limits: Pick<Limits, 'memoryBytes'>): LaunchError {
  const [used, limit] = [bytes, limits.memoryBytes].map(value => `${(value / 1e9).toFixed(1)} GB`)
  return new LaunchError('memory', `used ${used} of memory, over the limit of ${limit}`)
}

/** Says how a process ended that was not to end, with the last line it printed that is no place in a stack. */
export function exitError({ code, signal, error }: Exit, output: string): LaunchError {
  if (error !== null) return new LaunchError('start', `could not be started: ${withRemedy(error.message)}`)
  const how = signal === null ? `exited with code ${code}` : `was killed by ${signal}`
  const last = output
    .split('\n')
    .filter(line => line.trim() !== '' && !/^\s+at /.test(line))
    .at(-1)
  return new LaunchError(
    'crashed',
    last === undefined ? how : `${how}: ${withRemedy(last.slice(0, 200))}`,
    output,
  )
}
