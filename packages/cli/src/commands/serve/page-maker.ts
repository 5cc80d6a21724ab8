import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { RecordEntry } from '@steelyard/report'
import type { PageFrame } from '@steelyard/report/pictures'
import type { PageReply, PageRequest } from './page-worker.ts'

/** Reads records and makes their pages, one after the other. */
export interface PageMaker {
  /** Returns what a list says of a record; null for a file that holds something else. Throws for a damaged one. */
  entryOf(file: string): Promise<RecordEntry | null>
  /** Returns the page of a record. Throws where it cannot be read. */
  pageOf(file: string, frame: PageFrame): Promise<string>
  close(): Promise<void>
}

/** A record may be anybody's: its page is made in so much time and memory, or not at all. */
const MOST_MS = 60_000
const MOST_HEAP_MB = 1024

const WORKER = new URL('./page-worker.ts', import.meta.url)

/** Starts the thread when it is first needed, and again after one that took too much. */
export function startPageMaker(): PageMaker {
  let worker: Worker | null = null
  let last: Promise<unknown> = Promise.resolve()
  let isClosed = false

  function ask(request: PageRequest): Promise<PageReply> {
    const reply = last.then(() => askNow(request))
    last = reply.catch(() => {})
    return reply
  }

  async function askNow(request: PageRequest): Promise<PageReply> {
    if (isClosed) throw new Error('Cannot make a page: the server has ended.')
    worker ??= new Worker(WORKER, { resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB } })
    const asked = worker
    try {
      const reply = once(asked, 'message', { signal: AbortSignal.timeout(MOST_MS) })
      asked.postMessage(request)
      const [message] = await reply
      return message as PageReply
    } catch (error) {
      worker = null
      await asked.terminate()
      throw error
    }
  }

  return {
    async entryOf(file) {
      const reply = await ask({ kind: 'entry', file, frame: null })
      if ('entry' in reply) return reply.entry
      throw new Error('fault' in reply ? reply.fault : 'no entry')
    },
    async pageOf(file, frame) {
      const reply = await ask({ kind: 'page', file, frame })
      if ('page' in reply) return reply.page
      throw new Error('fault' in reply ? reply.fault : 'no page')
    },
    async close() {
      isClosed = true
      await worker?.terminate()
    },
  }
}
