import { packageVersion } from './installed.ts'
import { benchCommand, outputOf, readOutput } from './request.ts'
import type { Tool, ToolVerdict } from './tool.ts'

interface BenchNodeOutput {
  /** `min` and `max` in nanoseconds per operation. */
  readonly sides: readonly { readonly opsSec: number; readonly min: number; readonly max: number }[]
  /** b against a, in operations per second. */
  readonly difference: ToolVerdict | null
}

export const benchNode: Tool = {
  name: 'bench-node',
  runtimes: ['node'],
  headline: 'ops/sec',
  rule: "its t-test over 30 repeats in the process, p < 0.05 (asked for by 'ttest'; only with both cases in one file)",
  timing: 'maxTime, an equal share for each side and each of the 30 repeats of its t-test',
  overheadSeconds: 0.5,
  version: () => packageVersion('bench-node'),
  prepare: async request => benchCommand(request, 'bench-node.js', '--allow-natives-syntax'),
  async read(request) {
    const { sides, difference } = await readOutput<BenchNodeOutput>(request)
    const readings = sides.map(({ opsSec, min, max }) => ({
      costNs: { 'ops/sec': 1e9 / opsSec, min, max },
      intervalNs: null,
    }))
    return outputOf(readings, () => difference)
  },
}
