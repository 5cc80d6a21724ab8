import { LaunchError } from '../launch-error.ts'

interface Received {
  readonly text: string
  /** On the host's clock, milliseconds. */
  readonly atMs: number
}

interface Waiting {
  resolve(received: Received): void
  reject(error: LaunchError): void
}

/**
 * The replies of one contender, awaited one at a time; after a failure every wait ends with it. An unexpected
 * message is a failure: it may be the next reply, written in advance.
 */
export class Conversation {
  #waiting: Waiting | null = null
  #failure: LaunchError | null = null
  readonly #failed = Promise.withResolvers<LaunchError>()

  /** Resolves to the first failure. */
  get failed(): Promise<LaunchError> {
    return this.#failed.promise
  }

  /** Takes one message as it arrives. */
  readonly receive = (text: string): void => {
    if (this.#waiting !== null) this.#settle().resolve({ text, atMs: performance.now() })
    else this.fail(new LaunchError('crashed', 'spoke although it was not asked'))
  }

  /** Ends the conversation; only the first failure counts. */
  fail(error: LaunchError): void {
    this.#failure ??= error
    this.#failed.resolve(this.#failure)
    if (this.#waiting !== null) this.#settle().reject(this.#failure)
  }

  /** Resolves to the next message. */
  next(): Promise<Received> {
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) reject(this.#failure)
      else this.#waiting = { resolve, reject }
    })
  }

  #settle(): Waiting {
    const waiting = this.#waiting
    if (waiting === null) throw new Error('no command waits for a reply')
    this.#waiting = null
    return waiting
  }
}
