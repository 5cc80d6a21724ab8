import { tickingClock } from '@steelyard/harness/clock'
import { dateNow, NewPromise } from '@steelyard/harness/intrinsics'
import { type Bundle, lazyContender, serveLines } from '../serve.ts'
import { lackingOf } from '../shells/lacking.ts'
import { markedLine } from '../shells/marked-line.ts'
import { mailReader } from './read-mail.ts'

/** Made by `script.ts`, around this file. */
declare const steelyard: {
  readonly bundle: () => Bundle
  readonly list: () => readonly number[]
}

declare const gc: (() => void) | undefined
declare const setTimeout: ((callback: () => void, ms: number) => void) | undefined
// Kept before a suite can replace them.
const { print } = globalThis as unknown as { readonly print: (text: string) => void }
const timeout = setTimeout

/** More than a pipe holds: printing it ends when the host reads on, which it does to give the next command. */
const FILLER = ' '.repeat(70_000)

const readLine = mailReader(steelyard.list, () => print(FILLER))
const channel = {
  readLine,
  writeLine: (text: string) => print(markedLine(text)),
  turn: () => new NewPromise<void>(resolve => (timeout ? timeout(resolve, 0) : resolve())),
}

const { bundle } = steelyard
const load = () => new NewPromise<Bundle>(resolve => resolve(bundle()))
const heap = gc && { heap: { collect: gc, externalBytes: () => null } }
// Hermes's only clock has whole milliseconds.
const clock = tickingClock(() => dateNow() * 1e6, 1e6)
const contender = lackingOf(lazyContender(load, clock, { ...heap }))

void serveLines(channel, contender, { type: 'hello', pid: null, hardwareConcurrency: null })
