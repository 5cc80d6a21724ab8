import { dateNow, NewPromise, uncurried } from '@steelyard/harness/intrinsics'
import { type Bundle, lazyContender, serveLines } from '../serve.ts'
import { clockOf } from './finest-clock.ts'
import { lackingOf } from './lacking.ts'
import { markedLine } from './marked-line.ts'

/** Globals of the shells beyond the language; each shell has some of them. */
interface ShellGlobals {
  readonly print: (text: string) => void
  readonly readline?: () => string | null | undefined
  readonly quit?: (code: number) => void
  readonly gc?: () => void
  readonly fullGC?: () => void
  readonly setTimeout?: (callback: () => void, ms: number) => unknown
  readonly preciseTime?: () => number
  readonly performance?: { readonly now: () => number }
  readonly scriptArgs?: readonly string[]
  readonly arguments?: readonly string[]
  /** QuickJS's. */
  readonly std?: {
    readonly in: { getline(): string | null }
    readonly out: { flush(): void }
    readonly exit: (code: number) => void
    readonly gc: () => void
  }
  /** QuickJS's. */
  readonly os?: {
    readonly now?: () => number
    readonly setTimeout?: (callback: () => void, ms: number) => unknown
  }
}

// Kept before a suite can replace them.
const shell = globalThis as unknown as ShellGlobals
const { print, readline, std, os, performance, preciseTime } = shell
const input = std?.in
const getLine = input && uncurried(input.getline)
const output = std?.out
const flush = output && uncurried(output.flush)
const timeout = shell.setTimeout ?? os?.setTimeout
const now = performance && uncurried(performance.now)
const osNow = os?.now

const [bundle = ''] = (shell.scriptArgs ?? shell.arguments ?? []).slice(-1)
const clock = clockOf(
  [
    preciseTime && (() => preciseTime() * 1e9),
    now && (() => now(performance) * 1e6),
    // Milliseconds in QuickJS. Its fork QuickJS-ng counts microseconds here, and has the clock above.
    osNow && (() => osNow() * 1e6),
  ],
  () => dateNow() * 1e6,
)
const collect = shell.fullGC ?? shell.gc ?? std?.gc
const heap = collect && { heap: { collect, externalBytes: () => null } }
const load = () => import(bundle) as Promise<Bundle>
const contender = lackingOf(lazyContender(load, clock, { ...heap }))

const channel = {
  // Some return undefined at the end, or throw.
  readLine(): string | null {
    try {
      return (getLine ? getLine(input) : readline?.()) ?? null
    } catch {
      return null
    }
  },
  writeLine(text: string) {
    print(markedLine(text))
    flush?.(output)
  },
  turn: () => new NewPromise<void>(resolve => (timeout ? void timeout(resolve, 0) : resolve())),
}

serveLines(channel, contender, { type: 'hello', pid: null, hardwareConcurrency: null }).then(() =>
  (shell.quit ?? std?.exit)?.(0),
)
