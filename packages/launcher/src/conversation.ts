import type { Reply } from '@steelyard/harness/protocol'
import { LaunchError } from './launch-error.ts'

interface Received {
  readonly text: string
  /** On the host's clock, milliseconds. */
  readonly atMs: number
}

interface Waiting {
  resolve(received: Received): void
  reject(error: LaunchError): void
}

/** The replies of one contender, awaited one at a time; after a failure every wait ends with it. */
export class Conversation {
  readonly #inbox: Received[] = []
  #waiting: Waiting | null = null
  #failure: LaunchError | null = null

  /** Takes one message as it arrives. */
  readonly receive = (text: string): void => {
    const received = { text, atMs: performance.now() }
    if (this.#waiting === null) this.#inbox.push(received)
    else this.#settle().resolve(received)
  }

  /** Ends the conversation; only the first failure counts. */
  fail(error: LaunchError): void {
    this.#failure ??= error
    if (this.#waiting !== null) this.#settle().reject(this.#failure)
  }

  /** Resolves to the next message. */
  next(): Promise<Received> {
    return new Promise((resolve, reject) => {
      const received = this.#inbox.shift()
      if (received !== undefined) resolve(received)
      else if (this.#failure !== null) reject(this.#failure)
      else this.#waiting = { resolve, reject }
    })
  }

  #settle(): Waiting {
    const waiting = this.#waiting
    if (waiting === null) throw new Error('nobody waits')
    this.#waiting = null
    return waiting
  }
}

/** Reads a reply; a reply that says what failed in the suite's code is thrown. */
export function readReply(text: string): Exclude<Reply, { type: 'failed' }> {
  const reply = parse(text)
  if (reply.type === 'failed') throw new LaunchError('failed', failureText(reply), reply.stack)
  return reply
}

function parse(text: string): Reply {
  try {
    return JSON.parse(text) as Reply
  } catch {
    throw new LaunchError('crashed', `spoke something that is no reply: ${text.slice(0, 80)}`)
  }
}

function failureText({ phase, message }: Extract<Reply, { type: 'failed' }>): string {
  const firstLine = message.split('\n')[0]
  switch (phase) {
    case 'load':
      return `threw while it was loaded: ${firstLine}`
    case 'setup':
      return `threw in setup: ${firstLine}`
    case 'case':
    case 'run':
      return `threw: ${firstLine}`
    case 'verify':
      return `failed its check: ${firstLine}`
  }
}
