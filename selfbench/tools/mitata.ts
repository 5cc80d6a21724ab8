import { packageVersion } from './installed.ts'
import { benchFile, readOutput, requestVariable } from './request.ts'
import type { Tool } from './tool.ts'
import { byPrintedFactor } from './verdicts.ts'

export const mitata: Tool = {
  name: 'mitata',
  runtimes: ['node'],
  headline: 'avg',
  rule: 'its summary names one as faster, by a factor of the averages to two decimals (1 is taken for the same)',
  timing: 'min_cpu_time, an equal share for each side',
  takesSeconds: true,
  overheadSeconds: 0.2,
  version: () => packageVersion('mitata'),
  prepare: async request => ({
    file: request.binary,
    args: [benchFile('mitata.js')],
    environment: requestVariable(request),
  }),
  async read(request) {
    const stats = await readOutput<Record<string, number>[]>(request)
    const [a, b] = stats
    return {
      readings: stats.map(costNs => ({ costNs, intervalNs: null })),
      verdict: a?.avg && b?.avg ? byPrintedFactor(a.avg, b.avg) : null,
      ratios: null,
    }
  },
}
