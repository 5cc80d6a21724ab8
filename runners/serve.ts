import type { Clock } from '@steelyard/harness/clock'
import type { Contender, Heap, Measure } from '@steelyard/harness/contender'
import type { Command, Reply } from '@steelyard/harness/protocol'

/** What a bundle exports: the suite, and the harness that the suite was bundled with. */
export interface Bundle {
  readonly default: unknown
  readonly createContender: (definition: unknown, clock: Clock, measure?: Measure, heap?: Heap) => Contender
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
export function lazyContender(
  importBundle: () => Promise<Bundle>,
  clock: Clock,
  { heap, measure }: { readonly heap?: Heap; readonly measure?: Measure },
): Contender {
  let contender: Contender | null = null
  return async command => {
    try {
      if (contender === null) {
        const bundle = await importBundle()
        contender = bundle.createContender(bundle.default, clock, measure, heap)
      }
      return await contender(command)
    } catch (error) {
      const { message, stack } = error instanceof Error ? error : new Error(String(error))
      return { type: 'failed', phase: 'load', message, stack: stack ?? message }
    }
  }
}

/** Answers the host's commands one by one until it is gone. */
export async function serveLines(channel: LineChannel, contender: Contender, hello: Reply): Promise<void> {
  channel.writeLine(JSON.stringify(hello))
  for (let line = channel.readLine(); line !== null; line = channel.readLine()) {
    const reply = await contender(JSON.parse(line) as Command)
    await channel.turn()
    channel.writeLine(JSON.stringify(reply))
  }
}

/** Returns a function that cuts what `read` delivers into lines. `read` returns '' at the end. */
export function lineReader(read: () => string): () => string | null {
  let buffered = ''
  return () => {
    for (;;) {
      const end = buffered.indexOf('\n')
      if (end >= 0) {
        const line = buffered.slice(0, end)
        buffered = buffered.slice(end + 1)
        return line
      }
      const text = read()
      if (text === '') return null
      buffered += text
    }
  }
}
