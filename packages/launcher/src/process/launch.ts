import { randomInt } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Profiler } from '@steelyard/harness/contender'
import type { Command, ReplyTo } from '@steelyard/harness/protocol'
import { type CpuClock, cpuClockOf } from '../machine/cpu-clock.ts'
import { monotonicOf } from '../machine/monotonic.ts'
import { orNull } from '../machine/or-null.ts'
import { processStat } from '../machine/proc.ts'
import { type SchedulingReader, schedulingOf } from '../machine/scheduling.ts'
import type { Descriptors } from '../referee/turns.ts'
import type { Target } from '../targets/resolve-target.ts'
import { unchanged } from './bundle-file.ts'
import { MOST_ID } from './channel/channel.ts'
import { Conversation } from './channel/conversation.ts'
import { COMMANDS, readHello, readReply } from './channel/replies.ts'
import { type Child, processTree } from './child.ts'
import { exitError } from './exit-error.ts'
import { LaunchError } from './launch-error.ts'
import type { LaunchOptions } from './launch-options.ts'
import { LIMITS, type Limits } from './limits/limits.ts'
import { watchMemory } from './limits/memory-watch.ts'
import { insideProfiler, socketProfiler } from './profilers/stack-profilers.ts'
import { connect, startContender } from './start-contender.ts'

const EXIT_GRACE_MS = 200

/** Two clocks of one machine that are read one after the other, in fractions of a millisecond. */
const CLOCK_SLACK_NS = 5000

/** A reply, and the host's time from sending the command to having its reply. */
interface Exchange<Type extends Command['type'] = Command['type']> {
  readonly reply: ReplyTo<Type>
  readonly hostNs: number
  /** When the command was sent, in nanoseconds of CLOCK_MONOTONIC. */
  readonly sentNs: number
}

/** A runtime that has started and answers commands. */
export interface ContenderProcess extends AsyncDisposable {
  readonly target: Target
  readonly pid: number
  readonly hardwareConcurrency: number | null
  readonly cpuNs: CpuClock
  readonly scheduling: Omit<SchedulingReader, 'close'>
  /**
   * Sends a command and awaits its reply.
   *
   * @throws LaunchError when the suite's code failed, what came back is no valid reply, the process died, or a limit was
   *   passed, which kills it
   */
  exchange<C extends Command>(command: C): Promise<Exchange<C['type']>>
  /** Lends the channel to another thread: nothing may be exchanged until the loan ends. Null where it cannot be lent. */
  lend(): Loan | null
  /** Samples its stack or its allocations, only where the launch was asked for that. The profile is not checked. */
  readonly profiler: Profiler
  /** Kills the process group, waits for its end and removes the folder; so does its disposal. */
  kill(): Promise<void>
}

/** A channel that is lent, until it is disposed of. */
export interface Loan extends Disposable {
  readonly descriptors: Descriptors
  /** The largest error of the runtime's clock. */
  readonly clockSlackNs: number
  /** For every command; then `timeOut` is due. */
  readonly commandMs: number
  /** Resolves when the contender is lost: it ended, passed a limit, or `timeOut` was called. */
  readonly lost: Promise<LaunchError>
  /** Loses the contender because it has ended its end of the channel. */
  end(): void
  /** Loses the contender because it has not executed a command in time, and kills it. */
  timeOut(command: Command['type']): void
}

/**
 * Starts one contender and waits for its hello message.
 *
 * @throws LaunchError when it exits, hangs or cannot be started
 */
export async function launch(options: LaunchOptions): Promise<ContenderProcess> {
  const { target, entry, bundle, limits = LIMITS } = options
  const checkUnchanged = await unchanged(entry, bundle)
  const conversation = new Conversation()
  const hello = conversation.next()
  // Where it is never awaited, the failure is thrown by what comes before.
  hello.catch(() => {})
  const { child, pipes } = await startContender(options, conversation).catch(error => {
    orNull(() => rmSync(options.directory, { recursive: true, force: true }))
    throw error
  })
  const { ended, timeOut, overdue } = endingsOf(child, conversation)
  const overdueIn = (command: Command['type']) => overdue(limits.commandMs, COMMANDS[command].doing)
  let channel = pipes
  let inspector: ReturnType<typeof socketProfiler> | null = null
  let returned: Promise<void> = Promise.resolve()
  const kill = async () => {
    await child.kill()
    // The referee gives the descriptors back soon; closed before, another file could get their numbers.
    await returned
    channel?.close()
    channel = null
    inspector?.close()
    // Synchronous, since the end of an asynchronous removal was once never reported. A suite may leave what cannot be removed.
    orNull(() => rmSync(options.directory, { recursive: true, force: true }))
  }
  await using starting = new AsyncDisposableStack()
  starting.defer(kill)
  using _timer = overdue(limits.startMs, 'start')
  if (channel === null) {
    const connected = await connect(child, conversation, hello, ended)
    channel = connected.channel
    if (connected.inspectorPort !== null) inspector = socketProfiler(connected.inspectorPort, overdueIn)
  }
  const said = readHello((await hello).text)
  // In a namespace of its own it has another number than here.
  const pid = ownPid(options.confinement === undefined ? said.pid : null, child)
  const clockSlackNs = CLOCK_SLACK_NS + 2 * target.runner.declaredResolutionNs
  const exchange: ContenderProcess['exchange'] = async command => {
    using _limit = overdueIn(command.type)
    const id = randomInt(MOST_ID)
    const received = conversation.next()
    const sentMs = performance.now()
    channel?.send(JSON.stringify({ ...command, id }))
    const { text, atMs } = await received
    const hostNs = (atMs - sentMs) * 1e6
    const reply = readReply(command, text, { id, hostNs, clockSlackNs })
    if (command.type === 'load') checkUnchanged()
    return { reply, hostNs, sentNs: monotonicOf(sentMs) }
  }
  const lend = (): Loan | null => {
    const descriptors = channel?.lend() ?? null
    if (descriptors === null) return null
    const { promise, resolve } = Promise.withResolvers<void>()
    returned = promise
    return {
      descriptors,
      clockSlackNs,
      commandMs: limits.commandMs,
      lost: conversation.failed,
      end: () => void ended(),
      timeOut: command => timeOut(limits.commandMs, COMMANDS[command].doing),
      [Symbol.dispose]() {
        channel?.takeBack()
        resolve()
      },
    }
  }
  starting.move()
  return {
    target,
    pid,
    hardwareConcurrency: said.hardwareConcurrency,
    cpuNs: cpuClockOf(pid),
    scheduling: watched(pid, child, conversation, limits),
    kill,
    [Symbol.asyncDispose]: kill,
    exchange,
    lend,
    profiler: inspector ?? insideProfiler(exchange),
  }
}

/**
 * Returns the pid of the process that runs the contender, by what it said itself if it did.
 *
 * @throws LaunchError when that is no process of its own
 */
function ownPid(said: number | null, child: Child): number {
  const pid = said ?? processTree(child.pid ?? 0).at(-1) ?? 0
  if (isWithin(pid, child.pid ?? 0)) return pid
  throw new LaunchError('crashed', `named process ${pid} as its own, which it did not start`)
}

/** Whether a process is another one or its descendant; true too where that is not reported, and for one that has ended. */
function isWithin(pid: number, ancestor: number): boolean {
  for (let at = pid; at !== ancestor; ) {
    const parent = processStat(at)?.parent
    if (parent === undefined) return true
    if (parent <= 1) return false
    at = parent
  }
  return true
}

/** Returns the ways in which a contender is lost whatever it replies. */
function endingsOf(child: Child, conversation: Conversation) {
  void child.exited.then(exit => conversation.fail(exitError(exit, child.output())))
  /** Loses and kills it because it has not done something in time. */
  const timeOut = (ms: number, doing: string) => {
    conversation.fail(new LaunchError('timeout', `did not ${doing} within ${ms / 1000} s`, child.output()))
    void child.kill()
  }
  return {
    // A worker cannot end the process, but it can end the request that the launch happens in. When the process ends,
    // the socket may close first; how the process ended says more.
    async ended() {
      await Promise.race([child.exited, sleep(EXIT_GRACE_MS, undefined, { ref: false })])
      conversation.fail(new LaunchError('crashed', 'ended its request', child.output()))
    },
    timeOut,
    /** Starts a timer that fails the contender and kills it; the caller clears the timer when the reply comes. */
    overdue: (ms: number, doing: string) => setTimeout(timeOut, ms, ms, doing),
  }
}

/** Watches memory and scheduling of a process until it exits. */
function watched(pid: number, child: Child, conversation: Conversation, limits: Limits) {
  watchMemory(
    child,
    () => [pid],
    limits,
    error => conversation.fail(error),
  )
  const scheduling = schedulingOf(pid)
  void child.exited.then(() => scheduling.close())
  return scheduling
}
