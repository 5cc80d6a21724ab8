import { parentPort } from 'node:worker_threads'
import { NoRecordError, readRecord } from '@steelyard/record'
import { type RecordEntry, recordEntryOf } from '@steelyard/report'
import { type PageFrame, renderHtml } from '@steelyard/report/pictures'

/** What the thread is asked for: what a list says of a record, or its page. */
export interface PageRequest {
  readonly kind: 'entry' | 'page'
  readonly file: string
  readonly frame: PageFrame | null
}

/** Null for a file that holds something else. */
export type PageReply =
  | { readonly entry: RecordEntry | null }
  | { readonly page: string }
  | { readonly fault: string }

parentPort?.on('message', (request: PageRequest) => {
  void replyTo(request).then(reply => parentPort?.postMessage(reply))
})

async function replyTo({ kind, file, frame }: PageRequest): Promise<PageReply> {
  try {
    const record = await readRecord(file)
    return kind === 'entry' ? { entry: recordEntryOf(record) } : { page: renderHtml([record], frame) }
  } catch (error) {
    if (error instanceof NoRecordError && kind === 'entry') return { entry: null }
    return { fault: (error as Error).message }
  }
}
