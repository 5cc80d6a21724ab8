import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const SERVER = fileURLToPath(new URL('fixtures/command-server.ts', import.meta.url))

/** A command that has ended. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/**
 * Runs commands that only read, plan or refuse, one after the other in one process: starting one for each takes most of
 * their time. Exit codes and streams are those of the command; what depends on the process runs in one of its own.
 */
export class CommandServer {
  readonly #child: ChildProcess
  #last: Promise<unknown> = Promise.resolve()

  constructor(directory: string, environment: NodeJS.ProcessEnv) {
    this.#child = fork(SERVER, {
      cwd: directory,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
  }

  /** @param environment what differs from that of the process */
  run(args: readonly string[], environment: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const next = this.#last.then(() => this.#runNow(args, environment))
    this.#last = next.catch(() => {})
    return next
  }

  async close(): Promise<void> {
    const exit = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await exit
  }

  async #runNow(args: readonly string[], environment: NodeJS.ProcessEnv): Promise<Ended> {
    const ended = new AbortController()
    const exit = once(this.#child, 'exit', { signal: ended.signal }).then(([code]) => {
      throw new Error(`The process of the commands ended with code ${code} while it ran: ${args.join(' ')}`)
    })
    this.#child.send({ args, environment })
    try {
      const [message] = await Promise.race([once(this.#child, 'message', { signal: ended.signal }), exit])
      return message as Ended
    } finally {
      ended.abort()
      exit.catch(() => {})
    }
  }
}
