import type { Clock } from '@steelyard/harness/clock'
import { type Abilities, type Contender, failureOf } from '@steelyard/harness/contender'
import { indexOfText, NewPromise, parseJson, textSlice } from '@steelyard/harness/intrinsics'
import { jsonText } from '@steelyard/harness/json-text'
import type { Command, Numbered, Reply } from '@steelyard/harness/protocol'

/** The exports of a bundle: the suite, and the harness that it was bundled with. */
export interface Bundle {
  readonly default: unknown
  /** Makes the suite of an adopted benchmark file; absent in the bundle of a suite. */
  readonly adopted?: () => Promise<unknown>
  readonly createContender: (definition: unknown, clock: Clock, abilities?: Abilities) => Contender
}

/** Lines between the host and a contender that blocks while it waits, so that it uses no CPU. */
export interface LineChannel {
  /** Blocks until a line is there; null when the host has gone. */
  readLine(): string | null
  writeLine(text: string): void
  /** Lets the event loop turn once, so that what a batch left behind happens before the next. */
  turn(): Promise<void>
}

/** Returns the contender of a bundle that is imported by the first command. */
export function lazyContender(load: () => Promise<Bundle>, clock: Clock, abilities: Abilities): Contender {
  let contender: Contender | null = null
  return async (command, reply) => {
    try {
      if (contender === null) {
        const bundle = await load()
        const suite = bundle.adopted === undefined ? bundle.default : await bundle.adopted()
        contender = bundle.createContender(suite, clock, abilities)
      }
    } catch (error) {
      return reply(failureOf(error, 'load'))
    }
    await contender(command, reply)
  }
}

const UNFINISHED: Reply = {
  type: 'failed',
  phase: 'run',
  message:
    'what it was asked to do has not ended although it was awaited: something replaced how promises work',
  stack: '',
}

/** Executes the command in a line and gives the line of its reply. No promise's value is used: a suite can intercept it. */
export async function replyToLine(
  line: string,
  contender: Contender,
  give: (line: string) => void,
): Promise<void> {
  const { id, ...command } = parseJson(line) as Command & Numbered
  let said: Reply | undefined
  await new NewPromise<void>(resolve => {
    void contender(command as Command, reply => {
      said ??= reply
      resolve()
    })
  })
  give(jsonText({ ...(said ?? UNFINISHED), id }))
}

/** Replies to the host's commands one by one until it is gone. */
export async function serveLines(channel: LineChannel, contender: Contender, hello: Reply): Promise<void> {
  let answer = jsonText(hello)
  channel.writeLine(answer)
  for (let line = channel.readLine(); line !== null; line = channel.readLine()) {
    await replyToLine(line, contender, text => {
      answer = text
    })
    await channel.turn()
    channel.writeLine(answer)
  }
}

/** Returns a function that cuts what `read` delivers into lines. `read` returns '' at the end. */
export function lineReader(read: () => string): () => string | null {
  let buffered = ''
  return () => {
    for (;;) {
      const end = indexOfText(buffered, '\n')
      if (end >= 0) {
        const line = textSlice(buffered, 0, end)
        buffered = textSlice(buffered, end + 1)
        return line
      }
      const text = read()
      if (text === '') return null
      buffered += text
    }
  }
}
