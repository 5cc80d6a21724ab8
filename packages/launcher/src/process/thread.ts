import { Worker } from 'node:worker_threads'

/** Starts a thread that runs a file, which keeps this process alive only while a message of it is awaited. */
export function startThread<Sent, Received>(file: URL) {
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
  /** Returns the next message; throws Error when the thread has ended, or ends first. */
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
    /** Sends a message, and returns the next that comes. One at a time. */
    ask(message: Sent) {
      const reply = next()
      worker.postMessage(message)
      return reply
    },
    /** Ends the thread at once. */
    async end() {
      await worker.terminate()
    },
  }
}
