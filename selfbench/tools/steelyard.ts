import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { steelyardVersion } from '@steelyard/cli/src/version.ts'
import { type RunRecord, readRecord, stalledShare } from '@steelyard/record'
import { mean, median, quantile } from '@steelyard/stats'
import { countOf, outputFile } from './request.ts'
import type { Command, Output, Reading, Request, Tool } from './tool.ts'

const BIN = 'packages/cli/bin/steelyard.js'
const BENCH = 'selfbench/benches/steelyard.bench.ts'

/** A checkout of Steelyard, and additional options for its command. */
export interface Checkout {
  /** Absolute path. */
  readonly root: string
  readonly options: readonly string[]
}

/** Returns Steelyard as another checkout has it. Its record must be one that this checkout can read. */
export function steelyardOf(checkout: Checkout): Tool {
  return { ...TOOL, prepare: async request => commandOf(request, checkout) }
}

const TOOL: Omit<Tool, 'prepare'> = {
  name: 'steelyard',
  runtimes: ['node', 'deno', 'bun', 'workerd'],
  headline: 'ratio',
  rule: 'its verdict: faster or slower beyond ±1 %',
  timing: '--time, with a precision that is never reached',
  takesSeconds: true,
  // It pins and relaunches by itself.
  hasVariants: false,
  comparesIntervals: false,
  // It ranks no case without work, such as the empty one, but the record has what was timed.
  refusalCode: 1,
  overheadSeconds: 3,
  version: () => steelyardVersion().version,
  async read(request): Promise<Output> {
    const record = await readRecord(outputFile(request))
    const timedSeconds = timedSecondsOf(record)
    if (request.sides.length === 1) {
      return { readings: [timedOf(record)], verdict: null, ratios: null, timedSeconds }
    }
    const wrong = record.results.find(({ wallNs }) => wallNs === null)
    if (wrong) throw new Error(reasonOf(wrong))
    const comparison = record.comparisons.find(({ paired }) => paired)
    return {
      readings: readingsOf(record),
      verdict: comparison?.verdict ?? null,
      timedSeconds,
      ratios: comparison
        ? {
            ratio: comparison.ratio.value,
            'ratio as timed': (comparison.asTimed ?? comparison).ratio.value,
            'median ratio': comparison.medianRatio?.value ?? Number.NaN,
            'fastest ratio': fastestRatioOf(record),
          }
        : null,
      ...(comparison ? { ratioInterval: [comparison.ratio.lower, comparison.ratio.upper] } : {}),
      ...(comparison?.withoutStalls ? { stalledShare: stalledShare(comparison.withoutStalls) } : {}),
    }
  },
}

export const steelyard: Tool = steelyardOf({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  options: [],
})

/** One side is compared with itself on two uses of a target; two sides are two cases on one target. */
function commandOf(request: Request, { root, options }: Checkout): Command {
  const [bin = '', bench = ''] = [BIN, BENCH].map(file => join(root, file))
  return { file: process.execPath, args: [bin, bench, ...argumentsOf(request), ...options], environment: {} }
}

function argumentsOf(request: Request): string[] {
  const { sides, seconds, runtime, seed } = request
  const [a, b] = sides
  if (a === undefined) throw new RangeError('Cannot measure no sides. Give one or two.')
  const factors = [a.factor, b?.factor ?? a.factor]
  for (const side of sides) countOf(side)
  const isSame = b !== undefined && b.case === a.case && b.factor === a.factor
  const apart = b !== undefined && !isSame
  return [
    ...(apart ? ['--case', 'a', '--case', 'b', '--by', 'cases'] : ['--case', 'a', '--by', 'targets']),
    ...(isSame ? ['--runtime', runtime, '--runtime', runtime] : ['--runtime', runtime]),
    ...['--param', `work=${a.case}`, '--param', `a=${factors[0]}`, '--param', `b=${factors[1]}`],
    ...['--time', String(seconds), '--precision', '0.0001', '--seed', String(seed)],
    ...['--no-save', '--json', outputFile(request)],
  ]
}

/** Returns the time of all timed batches of a record, those of both sides together. */
function timedSecondsOf({ results }: RunRecord): number {
  const batchesNs = results.flatMap(({ launches }) =>
    launches.map(
      ({ wallNs, iterationsPerBatch }) => wallNs.reduce((sum, ns) => sum + ns, 0) * iterationsPerBatch,
    ),
  )
  return batchesNs.reduce((sum, ns) => sum + ns, 0) / 1e9
}

function reasonOf(result: RunRecord['results'][number] | undefined): string {
  return result?.error ? JSON.stringify(result.error) : 'too little time for two launches'
}

/** The mean over launches of what was timed, also of a case that is reported as optimized away. */
function timedOf({ results: [result] }: RunRecord): Reading {
  const launches = result?.launches.map(({ wallNs }) => mean(wallNs)) ?? []
  if (launches.length === 0) throw new Error(reasonOf(result))
  return { costNs: { ratio: mean(launches) }, intervalNs: null }
}

/** The share of a launch's batches that counts as its fastest. */
const FASTEST_SHARE = 0.05

/**
 * Steelyard does not print this: the samples of its record, read as the tools do that print the time of the fastest calls.
 * Of each launch the ratio of the times that the fastest batches stay under; of those the median.
 */
export function fastestRatioOf({ results: [base, head] }: Pick<RunRecord, 'results'>): number {
  const baseLaunches = new Map(base?.launches.map(({ launch, wallNs }) => [launch, wallNs]))
  const ratios = (head?.launches ?? []).flatMap(({ launch, wallNs }) => {
    const baseNs = baseLaunches.get(launch) ?? []
    if (wallNs.length === 0 || baseNs.length === 0) return []
    return quantile(wallNs, FASTEST_SHARE) / quantile(baseNs, FASTEST_SHARE)
  })
  return ratios.length === 0 ? Number.NaN : median(ratios)
}

function readingsOf(record: RunRecord): Reading[] {
  return record.results.map(({ wallNs }) => ({
    costNs: { ratio: wallNs?.value ?? Number.NaN },
    intervalNs: wallNs === null ? null : [wallNs.lower, wallNs.upper],
  }))
}
