import { packageVersion } from './installed.ts'
import { benchCommand, outputOf, readOutput } from './request.ts'
import type { Tool } from './tool.ts'
import { byIntervals } from './verdicts.ts'

/** Latencies in milliseconds, with the margin of error of the mean. */
type Latency = Readonly<Record<string, number>> & { readonly mean: number; readonly moe: number }

const NS_PER_MS = 1e6

export const tinybench: Tool = {
  name: 'tinybench',
  runtimes: ['node'],
  headline: 'mean',
  rule: 'none; read here as: the 95 % intervals of the means do not touch',
  timing: 'time, an equal share for each side, after its own warm-up of 250 ms',
  overheadSeconds: 0.8,
  version: () => packageVersion('tinybench'),
  prepare: async request => benchCommand(request, 'tinybench.js'),
  async read(request) {
    const readings = (await readOutput<Latency[]>(request)).map(({ moe, ...latency }) => ({
      costNs: Object.fromEntries(Object.entries(latency).map(([name, ms]) => [name, ms * NS_PER_MS])),
      intervalNs: [(latency.mean - moe) * NS_PER_MS, (latency.mean + moe) * NS_PER_MS] as const,
    }))
    return outputOf(readings, byIntervals)
  },
}
