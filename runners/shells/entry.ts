import { dateNow, NewPromise, uncurried } from '@steelyard/harness/intrinsics'
import { type Bundle, lazyContender, serveLines } from '../serve.ts'
import { clockOf } from './finest-clock.ts'
import { lackingOf } from './lacking.ts'
import { markedLine } from './marked-line.ts'
import { sha256Hex } from './sha256.ts'

/** Globals of the shells beyond the language; each shell has some of them. */
interface ShellGlobals {
  readonly print: (text: string) => void
  readonly readline?: () => string | null | undefined
  readonly read?: (file: string, kind: 'binary') => Uint8Array | ArrayBuffer
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
    open(file: string, mode: string): QuickFile | null
  }
  /** SpiderMonkey's, and QuickJS's. */
  readonly os?: {
    readonly file?: { readonly readFile: (file: string, kind: 'binary') => Uint8Array }
    readonly now?: () => number
    readonly setTimeout?: (callback: () => void, ms: number) => unknown
  }
}

interface QuickFile {
  seek(offset: number, whence: number): number
  tell(): number
  read(buffer: ArrayBuffer, offset: number, length: number): number
  close(): void
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

const SEEK_END = 2

function bytesOf(file: string): Uint8Array {
  if (os?.file) return os.file.readFile(file, 'binary')
  if (!std) {
    const bytes = shell.read?.(file, 'binary') ?? new ArrayBuffer(0)
    return bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes
  }
  const opened = std.open(file, 'rb')
  if (opened === null) throw new Error(`cannot read ${file}`)
  opened.seek(0, SEEK_END)
  const bytes = new ArrayBuffer(opened.tell())
  opened.seek(0, 0)
  opened.read(bytes, 0, bytes.byteLength)
  opened.close()
  return new Uint8Array(bytes)
}

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
const source = {
  sha256: () => sha256Hex(bytesOf(bundle)),
  load: () => import(bundle) as Promise<Bundle>,
}
const contender = lackingOf(lazyContender(source, clock, { ...heap }), () => bytesOf(bundle))

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
