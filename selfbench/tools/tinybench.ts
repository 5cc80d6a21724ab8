import { packageVersion } from './installed.ts'
import { benchCommand, outputOf, readOutput } from './request.ts'
import type { Tool } from './tool.ts'
import { byIntervals } from './verdicts.ts'

export const tinybench: Tool = {
  name: 'tinybench',
  runtimes: ['node'],
  headline: 'mean',
  rule: 'none; read here as: the 95 % intervals of the means do not touch',
  timing: 'time, an equal share for each side, after its own warm-up of 250 ms',
  overheadSeconds: 0.8,
  version: () => packageVersion('tinybench'),
  prepare: async request => benchCommand(request, 'tinybench.js'),
  read: async request => outputOf(await readOutput(request), byIntervals),
}
