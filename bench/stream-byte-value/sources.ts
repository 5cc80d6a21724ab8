/** What a source delivers, and when: one chunk per pull, after an await in every pull, or all in `start`. */
export interface Delivery {
  readonly chunks: readonly Uint8Array[]
  readonly pull: 'sync' | 'async' | 'start'
}

/** An underlying source, without its `type`. */
interface Source<C> {
  start?(controller: C): void
  pull?(controller: C): void | Promise<void>
}

/** What a source uses of either kind of controller. */
interface Controller {
  enqueue(chunk: Uint8Array<ArrayBuffer>): void
  close(): void
}

interface ByteController extends Controller {
  readonly byobRequest: { readonly view: ArrayBufferView | null; respond(bytes: number): void } | null
}

/**
 * Returns a source that enqueues its chunks and closes after the last. Every chunk is a fresh copy, because
 * a byte stream takes the buffer away from its source.
 */
export function enqueuing(delivery: Delivery): Source<Controller> {
  const { chunks } = delivery
  let next = 0
  return paced(delivery, controller => {
    const chunk = chunks[next++]
    if (chunk) controller.enqueue(chunk.slice())
    if (next === chunks.length) controller.close()
  })
}

/**
 * Returns a source that copies into the buffer the stream offers: one chunk per pull, or what fits of it.
 * In `start` there is no offer yet, so there it enqueues.
 */
export function filling(delivery: Delivery): Source<ByteController> {
  if (delivery.pull === 'start') return enqueuing(delivery)
  const { chunks } = delivery
  let next = 0
  let offset = 0
  return paced(delivery, controller => {
    const { byobRequest } = controller
    // With a high water mark of 0 the stream pulls only for a read, so there is always an offer.
    if (!byobRequest) throw new Error('the stream pulled without offering a buffer')
    const view = byobRequest.view as Uint8Array
    const chunk = chunks[next] as Uint8Array
    const part = chunk.subarray(offset, offset + view.byteLength)
    view.set(part)
    byobRequest.respond(part.byteLength)
    offset += part.byteLength
    if (offset < chunk.byteLength) return
    offset = 0
    if (++next === chunks.length) controller.close()
  })
}

/** Returns a source that delivers one chunk when its turn comes. */
function paced<C>({ chunks, pull }: Delivery, deliver: (controller: C) => void): Source<C> {
  switch (pull) {
    case 'sync':
      return { pull: deliver }
    case 'async':
      return {
        async pull(controller) {
          await Promise.resolve()
          deliver(controller)
        },
      }
    case 'start':
      return {
        start(controller) {
          for (const _ of chunks) deliver(controller)
        },
      }
  }
}
