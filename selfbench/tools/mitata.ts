import { packageVersion } from './installed.ts'
import { benchCommand, outputOf, readOutput } from './request.ts'
import type { Tool } from './tool.ts'
import { byPrintedAverages } from './verdicts.ts'

export const mitata: Tool = {
  name: 'mitata',
  runtimes: ['node'],
  headline: 'avg',
  rule: 'its summary names one as faster, by a factor of the averages to two decimals (1 is taken for the same)',
  timing: 'min_cpu_time, an equal share for each side',
  overheadSeconds: 0.2,
  version: () => packageVersion('mitata'),
  prepare: async request => benchCommand(request, 'mitata.js'),
  read: async request => outputOf(await readOutput(request), byPrintedAverages),
}
