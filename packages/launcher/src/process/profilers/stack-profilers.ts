import type { Profiler } from '@steelyard/harness/contender'
import type { Command, ReplyTo } from '@steelyard/harness/protocol'
import { inspectorSampler, type Post } from '@steelyard/runners'
import { LaunchError } from '../launch-error.ts'

/** Returns a profiler that has the contender profile itself. */
export function insideProfiler(
  exchange: <C extends Command>(command: C) => Promise<{ readonly reply: ReplyTo<C['type']> }>,
): Profiler {
  return {
    async start(sampling) {
      await exchange({ type: 'profile', sampling })
    },
    stop: async () => (await exchange({ type: 'end-profile' })).reply.text,
  }
}

/**
 * Returns a profiler that asks the inspector of workerd's service `main`, by the Chrome DevTools Protocol.
 *
 * @param limit begins to watch it, as for the command that does the same
 */
export function socketProfiler(
  port: number,
  limit: (command: 'profile' | 'end-profile') => NodeJS.Timeout,
): Profiler & { close(): void } {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/main`)
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  const opened = Promise.withResolvers<void>()
  opened.promise.catch(() => {})
  const fail = () => {
    const error = closed()
    opened.reject(error)
    for (const { reject } of waiting.values()) reject(error)
  }
  socket.addEventListener('open', () => opened.resolve())
  socket.addEventListener('error', fail)
  socket.addEventListener('close', fail)
  socket.addEventListener('message', ({ data }) => {
    // An event of the inspector has no id, and answers nothing.
    const { id, error, result } = { ...JSON.parse(String(data)) }
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asked?.resolve(result)
    else asked?.reject(new LaunchError('crashed', `refused its inspector: ${JSON.stringify(error)}`))
  })
  let asked = 0
  const post: Post = async (method, params = {}) => {
    await opened.promise
    // What is sent after its end is never answered.
    if (socket.readyState !== WebSocket.OPEN) throw closed()
    const answer = Promise.withResolvers<unknown>()
    waiting.set(++asked, answer)
    socket.send(JSON.stringify({ id: asked, method, params }))
    return answer.promise
  }
  const sampler = inspectorSampler(post)
  return {
    async start(sampling) {
      using _limit = limit('profile')
      await sampler.start(sampling)
    },
    async stop() {
      using _limit = limit('end-profile')
      return JSON.stringify(await sampler.stop())
    },
    close: () => socket.close(),
  }
}

function closed(): LaunchError {
  return new LaunchError('crashed', 'closed its inspector')
}
