import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { Duplex, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { findExecutable } from '../machine/executables.ts'
import { orNull } from '../machine/or-null.ts'
import { childIds, processIds, processStat } from '../machine/proc.ts'
import { lines } from './channel/lines.ts'
import { killMarked, MARK, nextChildMark } from './descendants.ts'

export interface ChildOptions {
  readonly file: string
  readonly args: readonly string[]
  /** Words before the command line, e.g. those that pin it to a core; each runs the next by exec. */
  readonly prefix?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly directory: string
  /** Receives every line printed on either stream. */
  readonly onLine?: (line: string) => void
  /** Receives everything printed, as it comes. */
  readonly onOutput?: (bytes: Buffer, stream: 'stdout' | 'stderr') => void
  /** Opens descriptor 3 for messages in both directions. */
  readonly control?: boolean
  /** Receives the messages of a script of ours, which takes those of `send`. */
  readonly onMessage?: (message: unknown) => void
  /**
   * Named pipes, open at their other ends, that take the place of its standard input and output; null for no input. What
   * it writes there is not in `output`.
   */
  readonly streams?: { readonly input: string | null; readonly output: string }
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null
  readonly signal: string | null
  /** Set when it could not be started at all. */
  readonly error: Error | null
}

/** A process in its own group, whose output is read and whose end is certain. */
export interface Child extends AsyncDisposable {
  readonly pid: number | undefined
  readonly control: Duplex | null
  readonly exited: Promise<Exit>
  /** Only to a script of ours; lost where it has ended. */
  send(message: object): void
  /** Everything printed so far on both streams, the last 4 KB of each. */
  output(): string
  /** The last 4 KB of standard output, and all of it when there is less. */
  stdout(): string
  /** Kills the whole group and waits for the end; so does its disposal. May be called twice. */
  kill(): Promise<void>
}

const TAIL_LENGTH = 4096

/** Only a process stuck in the kernel outlives SIGKILL for long, and we do not wait for that. */
const GROUP_LIMIT_MS = 1000
const GROUP_POLL_MS = 2
const STREAM_LIMIT_MS = 1000

/** Each with the mark of its descendants. */
const alive = new Map<ChildProcess, { readonly mark: string; readonly exited: Promise<Exit> }>()

// The last chance: nothing asynchronous runs any more.
process.on('exit', () => {
  for (const [child, { mark }] of alive) {
    signalGroup(child, 'SIGKILL')
    killMarked(mark)
  }
})

/** Kills every process that is still alive and waits for the ends. */
export async function killAll(): Promise<void> {
  for (const child of alive.keys()) signalGroup(child, 'SIGKILL')
  await Promise.all(Array.from(alive.values(), ({ exited }) => exited))
}

const KILLED_AGAIN_MS = 50

/** Kills every process from when the signal comes until it is disposed of: what was about to start then is killed too. */
export function killingFrom(signal: AbortSignal): Disposable {
  let timer: NodeJS.Timeout | undefined
  const onAbort = () => {
    void killAll()
    timer = setInterval(() => void killAll(), KILLED_AGAIN_MS)
  }
  signal.addEventListener('abort', onAbort)
  return {
    [Symbol.dispose]() {
      signal.removeEventListener('abort', onAbort)
      clearInterval(timer)
    },
  }
}

/** Starts a process. A file that cannot be started is an exit with an error, not an exception. */
export function startChild(options: ChildOptions): Child {
  const words = [...deathPrefix(), ...(options.prefix ?? []), options.file, ...options.args]
  const [file = options.file, ...args] = words
  const streams = openStreams(options.streams)
  const mark = nextChildMark()
  const child = spawn(file, args, {
    cwd: options.directory,
    env: { ...options.environment, [MARK]: mark },
    // A separate process group, so that killing reaches everything that a wrapper script has started.
    detached: true,
    stdio: [
      ...(streams ?? (['ignore', 'pipe'] as const)),
      'pipe',
      ...(options.control ? (['pipe'] as const) : []),
      ...(options.onMessage ? (['ipc'] as const) : []),
    ],
  })
  for (const descriptor of streams ?? []) closeSync(descriptor)
  const exited = awaitExit(child, mark)
  const stdout = tailOf(child.stdout)
  const stderr = tailOf(child.stderr)
  if (options.onLine) {
    for (const stream of [child.stdout, child.stderr]) {
      const take = lines(options.onLine)
      stream?.on('data', (bytes: Buffer) => take(bytes.toString('latin1')))
    }
  }
  if (options.onMessage) child.on('message', options.onMessage)
  const { onOutput } = options
  if (onOutput) {
    child.stdout?.on('data', (bytes: Buffer) => onOutput(bytes, 'stdout'))
    child.stderr?.on('data', (bytes: Buffer) => onOutput(bytes, 'stderr'))
  }
  const kill = async () => {
    signalGroup(child, 'SIGKILL')
    await exited
  }
  return {
    pid: child.pid,
    control: (child.stdio[3] as Duplex | undefined) ?? null,
    exited,
    send: message => void child.send(message, () => {}),
    output: () => [stdout(), stderr()].filter(text => text !== '').join('\n'),
    stdout,
    kill,
    [Symbol.asyncDispose]: kill,
  }
}

/** Waits for the end of a process; kills one that has not ended in time, which is late then, or whose end is asked for. */
export async function endWithin(
  child: Child,
  limitMs: number,
  asked?: AbortSignal,
): Promise<Exit & { readonly isLate: boolean }> {
  let isLate = false
  const stop = () => void child.kill()
  const timer = setTimeout(() => {
    isLate = true
    stop()
  }, limitMs)
  asked?.addEventListener('abort', stop)
  if (asked?.aborted) stop()
  const exit = await child.exited
  clearTimeout(timer)
  asked?.removeEventListener('abort', stop)
  return { ...exit, isLate }
}

/** Neither opening waits: this process has both pipes open in both directions. */
function openStreams(streams: ChildOptions['streams']): readonly [number, number] | null {
  return streams === undefined
    ? null
    : [openSync(streams.input ?? '/dev/null', 'r'), openSync(streams.output, 'w')]
}

/** Returns a process and its descendants; the last one is the runtime itself, where a wrapper script started it. */
export function processTree(pid: number): readonly number[] {
  return [pid, ...childIds(pid).flatMap(processTree)]
}

/** Where the platform supports it, the kernel kills a contender whose host has died, even one in an endless loop. */
function deathPrefix(): string[] {
  const setpriv = process.platform === 'linux' ? findExecutable('setpriv') : null
  return setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL']
}

function awaitExit(child: ChildProcess, mark: string): Promise<Exit> {
  const exited = new Promise<Exit>(resolve => {
    const end = async (exit: Exit) => {
      signalGroup(child, 'SIGKILL')
      await groupGone(child)
      await markedGone(mark)
      alive.delete(child)
      resolve(exit)
    }
    child.once('error', error => end({ code: null, signal: null, error }))
    child.once('exit', (code, signal) => {
      // A grandchild may hold the streams open; it dies with the group, and then 'close' comes. One that has left
      // the group is not waited for.
      signalGroup(child, 'SIGKILL')
      const closed = new Promise(resolveClosed => child.once('close', resolveClosed))
      // Open streams keep this process alive meanwhile; without them the timer must not.
      void Promise.race([closed, sleep(STREAM_LIMIT_MS, undefined, { ref: false })]).then(() => {
        for (const stream of child.stdio) stream?.destroy()
        return end({ code, signal, error: null })
      })
    })
  })
  alive.set(child, { mark, exited })
  return exited
}

/** Sends a signal to the whole group of a process, unless it is gone. */
export function signalGroup({ pid }: { readonly pid?: number | undefined }, signal: NodeJS.Signals): void {
  if (pid !== undefined) orNull(() => process.kill(-pid, signal))
}

/** Waits for the process's own children, whose exits are not reported to us. */
async function groupGone({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return
  const limit = performance.now() + GROUP_LIMIT_MS
  while (groupLives(pid) && performance.now() < limit) await sleep(GROUP_POLL_MS)
}

/** Descendants that left the group are killed where they are; one killed while it forks leaves another. */
async function markedGone(mark: string): Promise<void> {
  const limit = performance.now() + GROUP_LIMIT_MS
  while (killMarked(mark) > 0 && performance.now() < limit) await sleep(GROUP_POLL_MS)
}

/** A zombie counts as a member until its parent reaps it, but it is dead. */
function groupLives(group: number): boolean {
  if (orNull(() => process.kill(-group, 0)) === null) return false
  if (process.platform !== 'linux') return true
  return processIds().some(pid => {
    const stat = processStat(pid)
    return stat !== null && stat.group === group && stat.state !== 'Z'
  })
}

function tailOf(stream: Readable | null): () => string {
  let tail = Buffer.alloc(0)
  stream?.on('data', (bytes: Buffer) => {
    tail = Buffer.concat([tail, bytes.subarray(-TAIL_LENGTH)]).subarray(-TAIL_LENGTH)
  })
  stream?.on('error', () => {})
  return () => textOfTail(tail).trim()
}

/** Where something was cut off before it, the tail begins with what is left of a character, at most three bytes. */
function textOfTail(tail: Buffer): string {
  let start = 0
  if (tail.length === TAIL_LENGTH) while (start < 3 && ((tail[start] ?? 0) & 0xc0) === 0x80) start++
  return tail.toString('utf8', start)
}
