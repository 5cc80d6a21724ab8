import { benchCommand, foreignReadings, outputOf } from './request.ts'
import type { Tool } from './tool.ts'
import { byPrintedAverages } from './verdicts.ts'

const OPTIONS = ['--json', '--no-config', '--no-lock', '--no-remote', '--allow-env=SELFBENCH']

export const denoBench: Tool = {
  name: 'deno bench',
  runtimes: ['deno'],
  headline: 'avg',
  rule: 'its summary names one as faster, by a factor of the averages to two decimals (1 is taken for the same)',
  timing: 'about 0.5 s for each case, always: the command is given again until the time is used up',
  choosesTime: true,
  overheadSeconds: 0,
  version: () => null,
  async prepare(request) {
    const command = benchCommand(request, 'deno-bench.js', 'bench', ...OPTIONS)
    return { ...command, environment: { ...command.environment, DENO_NO_UPDATE_CHECK: '1' } }
  },
  read: async (_, child) => outputOf(foreignReadings(child.stdout(), 'deno-bench'), byPrintedAverages),
}
