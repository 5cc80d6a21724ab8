import type { Collection, HeapTrace, LaunchTrace } from '@steelyard/launcher'
import { drained } from '../launch/drained.ts'

/** Records the collections of one contender. */
export class HeapLog {
  #collections: Collection[] = []

  /** Returns what makes an engine report its collections, and records them. */
  traceOf({ flags, reader }: HeapTrace): LaunchTrace {
    const read = reader()
    return {
      flags,
      onLine: line => {
        const collection = read(line)
        if (collection !== null) this.#collections.push(collection)
      },
    }
  }

  /** Returns the collections since the last call, in their order. */
  async take(): Promise<Collection[]> {
    await drained()
    const taken = this.#collections
    this.#collections = []
    return taken
  }
}
