import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { findExecutable } from './executables.ts'

export interface ChildOptions {
  readonly file: string
  readonly args: readonly string[]
  /** Words before the command line, e.g. those that pin it to a core; each runs the next by exec. */
  readonly prefix?: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly directory: string
  /** Opens descriptor 3 for what the process writes there. */
  readonly control?: boolean
}

/** How a process ended. */
export interface Exit {
  readonly code: number | null
  readonly signal: string | null
  /** Set when it could not be started at all. */
  readonly error: Error | null
}

/** A process in a group of its own, whose output is read and whose end is certain. */
export interface Child {
  readonly pid: number | undefined
  readonly control: Readable | null
  readonly exited: Promise<Exit>
  /** Everything printed so far on both streams, the last 4 KB of each. */
  output(): string
  /** The last 4 KB of standard output, and all of it when there is less. */
  stdout(): string
  /** Kills the whole group and waits for the end. May be called twice. */
  kill(): Promise<void>
}

const TAIL_LENGTH = 4096

const alive = new Set<ChildProcess>()

// The last chance: nothing asynchronous runs any more.
process.on('exit', () => {
  for (const child of alive) killGroup(child)
})

/** Kills every process that is still alive and waits for the ends. */
export async function killAll(): Promise<void> {
  await Promise.all(
    [...alive].map(child => {
      killGroup(child)
      return new Promise(resolve => child.once('close', resolve))
    }),
  )
}

/** Starts a process. A file that cannot be started is an exit with an error, not an exception. */
export function startChild(options: ChildOptions): Child {
  const words = [...deathPrefix(), ...(options.prefix ?? []), options.file, ...options.args]
  const [file = options.file, ...args] = words
  const child = spawn(file, args, {
    cwd: options.directory,
    env: options.environment,
    // A group of its own, so that killing reaches whatever a wrapper script has started.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe', ...(options.control ? (['pipe'] as const) : [])],
  })
  const exited = awaitExit(child)
  const stdout = tailOf(child.stdout)
  const stderr = tailOf(child.stderr)
  return {
    pid: child.pid,
    control: (child.stdio[3] as Readable | undefined) ?? null,
    exited,
    output: () => [stdout(), stderr()].filter(text => text !== '').join('\n'),
    stdout,
    async kill() {
      killGroup(child)
      await exited
    },
  }
}

/** Returns the deepest descendant of a process: the runtime itself, where a wrapper script started it. */
export function deepestDescendant(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
    const last = children.split(' ').at(-1)
    return last ? deepestDescendant(Number(last)) : pid
  } catch {
    return pid
  }
}

/** Where the platform has it, the kernel kills a contender whose host has died, even one in an endless loop. */
function deathPrefix(): string[] {
  const setpriv = process.platform === 'linux' ? findExecutable('setpriv') : null
  return setpriv === null ? [] : [setpriv, '--pdeathsig', 'KILL']
}

function awaitExit(child: ChildProcess): Promise<Exit> {
  alive.add(child)
  return new Promise(resolve => {
    const end = (exit: Exit) => {
      killGroup(child)
      alive.delete(child)
      resolve(exit)
    }
    child.once('error', error => end({ code: null, signal: null, error }))
    child.once('exit', (code, signal) => {
      // A grandchild may hold the streams open; it dies with the group, and then 'close' comes.
      killGroup(child)
      child.once('close', () => end({ code, signal, error: null }))
    })
  })
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    // Already gone.
  }
}

function tailOf(stream: Readable | null): () => string {
  let tail = Buffer.alloc(0)
  stream?.on('data', (bytes: Buffer) => {
    tail = Buffer.concat([tail, bytes.subarray(-TAIL_LENGTH)]).subarray(-TAIL_LENGTH)
  })
  stream?.on('error', () => {})
  return () => tail.toString('utf8').trim()
}
