import type { Profiler } from '@steelyard/harness/contender'
import { NewPromise, stringifyJson } from '@steelyard/harness/intrinsics'
import { inspectorSampler } from './inspector-sampler.ts'

/** What a session is asked by and answers, of the Chrome DevTools Protocol. */
interface Session {
  connect(): void
  post(
    method: string,
    params: Readonly<Record<string, unknown>>,
    answer: (error: Error | null, result: unknown) => void,
  ): void
}

// A name that no types are looked up for: not every runtime's types have it.
const INSPECTOR: string = 'node:inspector'

/** Returns a profiler that samples by an inspector session of the program's own, which is opened when it is first used. */
export function sessionProfiler(): Profiler {
  let session: Session | null = null
  const post = (method: string, params: Readonly<Record<string, unknown>> = {}) =>
    new NewPromise<unknown>((resolve, reject) =>
      session?.post(method, params, (error, result) => (error ? reject(error) : resolve(result))),
    )
  const sampler = inspectorSampler(post)
  return {
    async start(sampling) {
      const { Session } = (await import(INSPECTOR)) as { readonly Session: new () => Session }
      session = new Session()
      session.connect()
      await sampler.start(sampling)
    },
    stop: async () => stringifyJson(await sampler.stop()),
  }
}
