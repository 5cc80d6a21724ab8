import { setTimeout as sleep } from 'node:timers/promises'
import type { Collection, HeapTrace, LaunchTrace } from '@steelyard/launcher'

/** What was written before a reply has then reached this process too. */
const DRAIN_MS = 1

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
    await sleep(DRAIN_MS)
    const taken = this.#collections
    this.#collections = []
    return taken
  }
}
