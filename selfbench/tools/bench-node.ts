import { packageVersion } from './installed.ts'
import { benchCommand, outputOf, readOutput } from './request.ts'
import type { Reading, Tool, ToolVerdict } from './tool.ts'

interface BenchNodeOutput {
  readonly readings: readonly Reading[]
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
    const { readings, difference } = await readOutput<BenchNodeOutput>(request)
    return outputOf(readings, () => difference)
  },
}
