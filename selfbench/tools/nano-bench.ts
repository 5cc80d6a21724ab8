import { join } from 'node:path'
import { packageFolder, packageVersion } from './installed.ts'
import { benchFile, outputFile, outputOf, readOutput, requestVariable } from './request.ts'
import type { Tool } from './tool.ts'

/** The parts of its JSON (schemaVersion 1) that are read here; times in milliseconds. */
interface NanoBenchOutput {
  readonly results: readonly {
    readonly samples: readonly number[]
    readonly summary: Readonly<Record<'median' | 'mean' | 'lo' | 'hi', number>>
  }[]
  readonly significance?: { readonly different: boolean }
}

const SAMPLES = 100
/** Pause between samples. */
const PAUSE_MS = 5
/** nano-bench's batches are the first of 1, 2, 5, 10 … that take the requested time: between 1 and 2.5 times it. */
const MEAN_OVERSHOOT = 1.6
const NS_PER_MS = 1e6

export const nanoBench: Tool = {
  name: 'nano-bench',
  runtimes: ['node'],
  headline: 'median',
  rule: 'its Mann-Whitney U test over the samples, p < 0.05 (only with both cases in one file)',
  timing: '--ms per sample, so that 100 samples of each side take the time',
  overheadSeconds: 0.6,
  version: () => packageVersion('nano-benchmark'),
  prepare: async request => ({
    file: request.binary,
    args: [
      join(packageFolder('nano-benchmark'), 'bin/nano-bench.js'),
      benchFile('nano-bench.js'),
      '--ms',
      String(sampleMs(request.seconds / request.sides.length)),
      '--samples',
      String(SAMPLES),
      '--seed',
      String(request.seed),
      '--json',
      outputFile(request),
    ],
    environment: requestVariable(request),
  }),
  async read(request) {
    const { results, significance } = await readOutput<NanoBenchOutput>(request)
    const readings = results.map(({ samples, summary: { median, mean, lo, hi } }) => {
      // nano-bench prints no smallest time, but its JSON has the samples.
      const costs = Object.entries({ median, mean, lo, hi, min: Math.min(...samples) })
      return {
        costNs: Object.fromEntries(costs.map(([statistic, ms]) => [statistic, ms * NS_PER_MS])),
        intervalNs: null,
      }
    })
    return outputOf(readings, ({ costNs: a }, { costNs: b }) => {
      if (significance === undefined) return null
      if (!significance.different) return 'same'
      return (b.median ?? 0) > (a.median ?? 0) ? 'slower' : 'faster'
    })
  },
}

/** Whole milliseconds: the option takes no fraction. */
function sampleMs(secondsEach: number): number {
  return Math.max(1, Math.floor(((secondsEach * 1000) / SAMPLES - PAUSE_MS) / MEAN_OVERSHOOT))
}
