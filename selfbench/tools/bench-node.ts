import { packageVersion } from './installed.ts'
import { benchCommand, readOutput } from './request.ts'
import type { Output, Tool } from './tool.ts'

export const benchNode: Tool = {
  name: 'bench-node',
  runtimes: ['node'],
  headline: 'ops/sec',
  rule: "its t-test over 30 repeats in the process, p < 0.05 (asked for by 'ttest'; only with both cases in one file)",
  timing: 'maxTime, an equal share for each side and each of the 30 repeats of its t-test',
  overheadSeconds: 0.5,
  version: () => packageVersion('bench-node'),
  prepare: async request => benchCommand(request, 'bench-node.js', '--allow-natives-syntax'),
  read: request => readOutput<Output>(request),
}
