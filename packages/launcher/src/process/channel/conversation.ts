import { LaunchError } from '../launch-error.ts'

interface Received {
  readonly text: string
  /** On the host's clock, milliseconds. */
  readonly atMs: number
}

/**
 * The replies of one contender, awaited one at a time; after a failure every wait ends with it. An unexpected
 * message is a failure: it may be the next reply, written in advance.
 */
export class Conversation {
  #waiting: PromiseWithResolvers<Received> | null = null
  #failure: LaunchError | null = null
  readonly #failed = Promise.withResolvers<LaunchError>()

  /** Resolves to the first failure. */
  readonly failed: Promise<LaunchError> = this.#failed.promise

  readonly receive = (text: string): void => {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting !== null) waiting.resolve({ text, atMs: performance.now() })
    else this.fail(new LaunchError('crashed', 'spoke although it was not asked'))
  }

  /** Ends the conversation; only the first failure counts. */
  fail(error: LaunchError): void {
    this.#failure ??= error
    this.#failed.resolve(this.#failure)
    this.#waiting?.reject(this.#failure)
    this.#waiting = null
  }

  next(): Promise<Received> {
    if (this.#failure !== null) return Promise.reject(this.#failure)
    this.#waiting = Promise.withResolvers<Received>()
    return this.#waiting.promise
  }
}
