import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { steelyardVersion } from '@steelyard/cli/src/version.ts'
import { readRecord } from '@steelyard/record'
import { mean } from '@steelyard/stats'
import { countOf, outputFile } from './request.ts'
import type { Output, Request, Tool } from './tool.ts'

const BIN = 'packages/cli/bin/steelyard.js'
const BENCH = 'selfbench/benches/steelyard.bench.ts'
/** Node's own default. A trial's empty temporary folder would cost 2 s of compiling that users pay in their first run alone. */
const NODE_COMPILE_CACHE = join(tmpdir(), 'node-compile-cache')

/** Returns Steelyard as a checkout has it. Its record must be one that this checkout can read. */
export function steelyardOf(root: string): Tool {
  return {
    name: 'steelyard',
    runtimes: ['node', 'deno', 'bun', 'workerd'],
    headline: 'ratio',
    rule: 'its verdict: faster or slower beyond ±1 %',
    timing: '--time, with a precision that is never reached',
    overheadSeconds: 1.2,
    version: () => steelyardVersion().version,
    async prepare(request) {
      const args = [join(root, BIN), join(root, BENCH), ...argumentsOf(request)]
      return { file: process.execPath, args, environment: { NODE_COMPILE_CACHE } }
    },
    async read(request): Promise<Output> {
      const record = await readRecord(outputFile(request))
      const wrong = record.results.find(({ launches }) => launches.length === 0)
      if (wrong) throw new Error(JSON.stringify(wrong.error ?? 'too little time for a launch'))
      const comparison = record.comparisons.find(({ paired }) => paired)
      return {
        readings: record.results.map(({ wallNs, launches }) => ({
          // With one launch the times alone are printed.
          costNs: { ratio: wallNs?.value ?? mean(launches[0]?.wallNs ?? []) },
          intervalNs: wallNs && [wallNs.lower, wallNs.upper],
        })),
        verdict: comparison?.verdict ?? 'inconclusive',
        ratios: comparison ? { ratio: comparison.ratio.value } : null,
        ...(comparison ? { ratioInterval: [comparison.ratio.lower, comparison.ratio.upper] } : {}),
      }
    },
  }
}

export const steelyard: Tool = steelyardOf(join(import.meta.dirname, '../..'))

/** One side is compared with itself on two uses of a target; two sides are two cases on one target. */
function argumentsOf(request: Request): string[] {
  const { sides, seconds, runtime, seed } = request
  const [a, b] = sides
  for (const side of sides) countOf(side)
  return [
    ...(a.factor === b.factor
      ? ['--case', 'a', '--by', 'targets', '--runtime', runtime, '--runtime', runtime]
      : ['--case', 'a', '--case', 'b', '--by', 'cases', '--runtime', runtime]),
    ...['--param', `work=${a.case}`, '--param', `a=${a.factor}`, '--param', `b=${b.factor}`],
    ...['--time', String(seconds), '--precision', '0.0001', '--seed', String(seed)],
    ...['--no-save', '--json', outputFile(request)],
  ]
}
