import { Worker } from 'node:worker_threads'

/** A thread of this process, which keeps it alive only while a message of the thread is awaited. */
interface Thread<Sent, Received> {
  hasEnded(): boolean
  /** Sends a message, and returns the next that comes. One at a time. */
  ask(message: Sent): Promise<Received>
  /**
   * Returns the next message.
   *
   * @throws Error when the thread has ended, or ends first
   */
  next(): Promise<Received>
  /** Ends the thread at once. */
  end(): Promise<void>
}

/** Starts a thread that runs a file. */
export function startThread<Sent, Received>(file: URL): Thread<Sent, Received> {
  const worker = new Worker(file)
  worker.unref()
  let end: Error | null = null
  // What follows is its exit.
  worker.once('error', error => {
    end = error as Error
  })
  worker.once('exit', () => {
    end ??= new Error('its thread has ended')
  })
  const next = async () => {
    if (end !== null) throw end
    const { promise, resolve, reject } = Promise.withResolvers<Received>()
    const onExit = () => reject(end)
    worker.once('message', resolve).once('exit', onExit)
    worker.ref()
    try {
      return await promise
    } finally {
      worker.off('message', resolve).off('exit', onExit)
      worker.unref()
    }
  }
  return {
    hasEnded: () => end !== null,
    next,
    ask(message) {
      const reply = next()
      worker.postMessage(message)
      return reply
    },
    async end() {
      await worker.terminate()
    },
  }
}
