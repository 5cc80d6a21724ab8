import type { Sampling } from '@steelyard/harness/protocol'

/** Sends one command of the Chrome DevTools Protocol, and returns its result. */
export type Post = (method: string, params?: Readonly<Record<string, unknown>>) => Promise<unknown>

/** Returns what has an engine sample its stack or its allocations, also those that the collector has freed since. */
export function inspectorSampler(post: Post) {
  let of: Sampling['of'] = 'stack'
  return {
    async start(sampling: Sampling) {
      of = sampling.of
      if (sampling.of === 'allocations') {
        await post('HeapProfiler.startSampling', {
          samplingInterval: sampling.intervalBytes,
          includeObjectsCollectedByMajorGC: true,
          includeObjectsCollectedByMinorGC: true,
        })
        return
      }
      await post('Profiler.enable')
      await post('Profiler.setSamplingInterval', { interval: sampling.intervalUs })
      await post('Profiler.start')
    },
    /** Returns the profile. */
    async stop(): Promise<unknown> {
      const result = await post(of === 'stack' ? 'Profiler.stop' : 'HeapProfiler.stopSampling')
      const profile = (result as { readonly profile?: unknown } | undefined)?.profile ?? null
      // Each sample has a line of its own, which nothing reads.
      return of === 'stack' ? profile : { head: (profile as { readonly head?: unknown } | null)?.head }
    },
  }
}
