import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { CommandServer, type Ended } from './command-server.ts'

const BIN = fileURLToPath(new URL('../bin/steelyard.js', import.meta.url))

/** Hashes of the runtimes' binaries, which take longer to make than some tests. */
const HASHES = fileURLToPath(new URL('../../../node_modules/.cache/hashes-for-tests', import.meta.url))

export type { Ended }

/** The command as a user starts it, in a folder of its own with its own temporary files (and so its own lock). */
export class Bench {
  readonly directory: string = mkdtempSync(join(os.tmpdir(), 'steelyard-cli-'))
  readonly #running = new Set<ChildProcess>()
  #shared: CommandServer | undefined

  constructor() {
    const kept = join(this.directory, 'cache', 'steelyard')
    for (const folder of [HASHES, kept]) mkdirSync(folder, { recursive: true })
    symlinkSync(HASHES, join(kept, 'files'))
  }

  /** Where what is kept goes. */
  get state(): string {
    return join(this.directory, 'state')
  }

  get environment(): NodeJS.ProcessEnv {
    return {
      ...process.env,
      TMPDIR: this.directory,
      XDG_CACHE_HOME: join(this.directory, 'cache'),
      XDG_STATE_HOME: this.state,
      NO_COLOR: '1',
      FORCE_COLOR: undefined,
    }
  }

  /** Temporary files that a run has left. */
  leftovers(): string[] {
    return readdirSync(this.directory).filter(name => name.startsWith('steelyard'))
  }

  /** Files of the runs that can be resumed. */
  journals(): string[] {
    const folder = join(this.directory, 'cache', 'steelyard', 'journals')
    return existsSync(folder) ? readdirSync(folder).map(name => join(folder, name)) : []
  }

  /** What the journals hold: the plan of a suite or stage, then what was measured of it. */
  measured(): readonly (readonly (string | number)[])[] {
    return this.journals().flatMap(file => {
      const [, ...lines] = linesIn(file).slice(0, -1)
      return lines.map(line => JSON.parse(JSON.parse(line).key))
    })
  }

  /** How many launches the journals hold. */
  launches(): number {
    return this.measured().filter(([, kind]) => kind === 'launch').length
  }

  /** Resolves once a run has finished that many launches. Its lines of progress come too rarely for that. */
  async launched(count: number): Promise<void> {
    while (this.launches() < count) await sleep(20)
  }

  start(args: readonly string[], prefix: readonly string[] = []): ChildProcess {
    const [file = '', ...rest] = [...prefix, process.execPath, BIN, ...args]
    const child = spawn(file, rest, {
      cwd: this.directory,
      env: this.environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    this.#running.add(child)
    child.once('close', () => this.#running.delete(child))
    return child
  }

  run(...args: string[]): Promise<Ended> {
    return ended(this.start(args))
  }

  /** Runs in one process for all, one after the other: for a command that only reads, plans or refuses. */
  runShared(...args: string[]): Promise<Ended> {
    return this.runSharedWith({}, ...args)
  }

  runSharedWith(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Ended> {
    this.#shared ??= new CommandServer(this.directory, this.environment)
    return this.#shared.run(args, environment)
  }

  /** Ends what still runs: a test that failed has not waited for it, and its file would never end. */
  async remove(): Promise<void> {
    const closing = [...this.#running].map(child => {
      killGroup(child)
      return once(child, 'close')
    })
    await Promise.all([...closing, this.#shared?.close()])
    rmSync(this.directory, { recursive: true, force: true })
  }
}

/** A journal is removed when its run is done, and renamed when it is resumed. */
function linesIn(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** Returns a command in a folder that is removed when the test ends. */
export function newBench(t: TestContext): Bench {
  const bench = new Bench()
  t.after(() => bench.remove())
  return bench
}

/** Processes of the group may go on when the one that leads it has ended. */
function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It has ended meanwhile.
  }
}

/** Resolves to everything a process has said, once it has ended and closed its streams. */
export function ended(child: ChildProcess): Promise<Ended> {
  const said = { stdout: '', stderr: '' }
  child.stdout?.on('data', data => (said.stdout += data))
  child.stderr?.on('data', data => (said.stderr += data))
  return new Promise(resolve => child.once('close', code => resolve({ code, ...said })))
}

/** Resolves once the process has said something that matches, on either stream; fails when it ends without. */
export function said(child: ChildProcess, pattern: RegExp): Promise<void> {
  let text = ''
  return new Promise((resolve, reject) => {
    const look = (data: unknown) => {
      text += data
      if (pattern.test(text)) resolve()
    }
    child.stdout?.on('data', look)
    child.stderr?.on('data', look)
    child.once('close', () => reject(new Error(`It ended and said nothing like ${pattern}: ${text}`)))
  })
}

/** Pids of processes whose command line names the folder: contenders that a run has started there. */
export function processesOf(directory: string): string[] {
  return readdirSync('/proc').filter(name => {
    if (!/^\d+$/.test(name)) return false
    try {
      return readCommandLine(name).includes(directory)
    } catch {
      return false
    }
  })
}

function readCommandLine(pid: string): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
}
