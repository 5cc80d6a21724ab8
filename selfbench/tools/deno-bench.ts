import { benchFile, requestVariable } from './request.ts'
import type { Tool } from './tool.ts'
import { byPrintedFactor } from './verdicts.ts'

/** The parts of `deno bench --json` that are read here; nanoseconds. */
interface DenoBenchOutput {
  readonly benches: readonly {
    readonly results: readonly { readonly ok?: Readonly<Record<string, number>> & { readonly avg: number } }[]
  }[]
}

const STATISTICS = ['avg', 'min', 'max', 'p75', 'p99', 'p995', 'p999']

export const denoBench: Tool = {
  name: 'deno bench',
  runtimes: ['deno'],
  headline: 'avg',
  rule: 'its summary names one as faster, by a factor of the averages to two decimals (1 is taken for the same)',
  timing: 'about 0.5 s for each case, always: the command is given again until the time is used up',
  takesSeconds: false,
  overheadSeconds: 0,
  version: () => null,
  prepare: async request => ({
    file: request.binary,
    args: [
      'bench',
      '--json',
      '--no-config',
      '--no-lock',
      '--no-remote',
      '--allow-env=SELFBENCH',
      benchFile('deno-bench.js'),
    ],
    environment: { ...requestVariable(request), DENO_NO_UPDATE_CHECK: '1' },
  }),
  async read(_request, child) {
    const { benches } = JSON.parse(child.stdout()) as DenoBenchOutput
    const stats = benches.map(({ results }) => results[0]?.ok)
    const [a, b] = stats
    return {
      readings: stats.map(ok => ({
        costNs: Object.fromEntries(STATISTICS.map(name => [name, ok?.[name] ?? Number.NaN])),
        intervalNs: null,
      })),
      verdict: a && b ? byPrintedFactor(a.avg, b.avg) : null,
      ratios: null,
    }
  },
}
