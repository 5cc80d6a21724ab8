import { hash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type ScriptOptions, startScript } from '@steelyard/launcher'
import { LoadError, type LoadFaultKind } from '../checks/load-fault.ts'
import type { LoadResponse } from '../checks/probe.ts'
import type { LimitedTurnOptions, LoadTurn, LoadTurnOptions } from '../turn/load-turn.ts'

export type LoadCommand =
  | { readonly type: 'probe'; readonly url: string; readonly timeoutMs: number }
  | { readonly type: 'turn'; readonly options: LimitedTurnOptions }

/** The result of a command, null once the process is ready; or why there is none. */
export type LoadReply =
  | { readonly result: LoadResponse | LoadTurn | null }
  | { readonly kind: LoadFaultKind | 'generator'; readonly message: string }

const TIMEOUT_MS = 10_000

/** Added to the limit of a turn for slow machines. */
const GRACE_MS = 10_000

interface LoadLimitOptions extends Pick<LoadTurnOptions, 'profile' | 'durationMs'> {
  /** How long the canned body is. */
  readonly bytes: number
  /** The core on which the canned server runs; null for all. */
  readonly serverCore: number | null
}

/** A process that sends load and measures the responses. One command at a time. */
export interface LoadProcess extends AsyncDisposable {
  readonly pid: number
  /** Sends one request; LoadError when no response comes within `timeoutMs`, by default 10 s. */
  probe(url: string, timeoutMs?: number): Promise<LoadResponse>
  /**
   * Checks one response by status, length and digest, then sends load for `durationMs`. The connections of `heavy` and
   * `moderate` are kept for the next turn of the same server until the process ends. Rejects with a LoadError when
   * that first response is wrong or missing, when nothing was answered in the window, or when the process died. Other
   * faults are counted in the result.
   */
  turn(options: LoadTurnOptions): Promise<LoadTurn>
  /**
   * Measures the highest rate of this generator: a turn against its own server on `serverCore`, which only responds with
   * `bytes` bytes. Where that server is slower than the generator, the limit is too low and `generatorBound` warns earlier.
   */
  limit(options: LoadLimitOptions): Promise<LoadTurn>
  /** Kills the process and waits for its end; so does its disposal. */
  stop(): Promise<void>
}

/** Starts the load process, whose folder is removed with it; LoadError when it ends before it is ready. */
export async function startLoad(options: ScriptOptions): Promise<LoadProcess> {
  const { directory } = options
  const child = startScript<LoadReply>(new URL('load-main.ts', import.meta.url), [], options)
  const stop = async () => {
    await child.kill()
    rmSync(directory, { recursive: true, force: true })
  }
  const received = async () => {
    const reply = await child.next()
    if (reply !== null) return reply
    const { code, signal } = await child.exited
    const how = `the load generator ended (${signal ?? `exit code ${code}`})`
    throw new LoadError('generator', `${how}\n${child.output()}`.trimEnd())
  }
  const ask = async <Result>(command: LoadCommand, limitMs: number): Promise<Result> => {
    const next = received()
    child.send(command)
    using _timer = setTimeout(() => child.kill(), limitMs)
    const reply = await next
    if ('kind' in reply) throw new LoadError(reply.kind, reply.message)
    return reply.result as Result
  }
  const turn = (options: LoadTurnOptions) => {
    const { durationMs, timeoutMs = TIMEOUT_MS } = options
    // The probe, the opening or lead-in, and the end may each take as long as a request may.
    const limitMs = durationMs + 3 * timeoutMs + GRACE_MS
    return ask<LoadTurn>({ type: 'turn', options: { ...options, timeoutMs } }, limitMs)
  }
  await using starting = new AsyncDisposableStack()
  starting.defer(stop)
  await received()
  starting.move()
  return {
    pid: child.pid ?? 0,
    probe: (url, timeoutMs = TIMEOUT_MS) => ask({ type: 'probe', url, timeoutMs }, timeoutMs + GRACE_MS),
    turn,
    async limit({ profile, durationMs, bytes, serverCore }) {
      const script = new URL('canned-server.ts', import.meta.url)
      const own = { core: serverCore, directory: join(directory, 'canned') }
      await using server = startScript<number>(script, [String(bytes)], own)
      const port = await server.next()
      if (port === null)
        throw new LoadError('generator', `the canned server ended\n${server.output()}`.trimEnd())
      const url = `http://127.0.0.1:${port}/`
      const sha256 = hash('sha256', Buffer.alloc(bytes, 'x'))
      const expected = { status: 200, bytes, sha256 }
      const serverPids = server.pid === undefined ? [] : [server.pid]
      return await turn({ url, profile, durationMs, expected, serverPids })
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}
