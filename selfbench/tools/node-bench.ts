import { readFile } from 'node:fs/promises'
import { benchFile, outputFile, requestVariable } from './request.ts'
import type { Reading, Tool } from './tool.ts'
import { byIntervals } from './verdicts.ts'

/** What the JSON reporter writes for a finished benchmark; rates in operations per second. */
interface Complete {
  readonly type: 'bench:complete'
  readonly data: {
    readonly name: string
    readonly summary: {
      readonly mean: number
      readonly median: number
      readonly min: number
      readonly max: number
      readonly confidenceInterval: { readonly lower: number; readonly upper: number }
    }
  }
}

const NS_PER_SECOND = 1e9

export const nodeBench: Tool = {
  name: 'node:bench',
  runtimes: ['node'],
  headline: 'mean rate',
  rule: 'none; read here as: the 95 % intervals of the mean rates do not touch',
  timing: 'samples of 10 ms until an equal share for each side is used up (context.done())',
  takesSeconds: true,
  overheadSeconds: 0.3,
  version: () => null,
  prepare: async request => ({
    file: request.binary,
    args: [
      '--experimental-bench',
      '--bench',
      '--bench-reporter=json',
      `--bench-reporter-destination=${outputFile(request)}`,
      benchFile('node-bench.js'),
    ],
    environment: requestVariable(request),
  }),
  async read(request) {
    const lines = (await readFile(outputFile(request), 'utf8')).trim().split('\n')
    const readings = lines
      .map(line => JSON.parse(line) as Complete | { readonly type: 'other' })
      .filter(event => event.type === 'bench:complete')
      .map(({ data }) => readingOf(data))
    const [a, b] = readings
    return { readings, verdict: a && b ? byIntervals(a, b) : null, ratios: null }
  },
}

/** Rates become costs; the highest rate is the lowest cost. */
function readingOf({ summary }: Complete['data']): Reading {
  const { mean, median, min, max, confidenceInterval } = summary
  return {
    costNs: {
      'mean rate': NS_PER_SECOND / mean,
      'median rate': NS_PER_SECOND / median,
      'max rate': NS_PER_SECOND / max,
      'min rate': NS_PER_SECOND / min,
    },
    // A rate that may be 0 is a cost without an end.
    intervalNs: [
      NS_PER_SECOND / confidenceInterval.upper,
      confidenceInterval.lower > 0 ? NS_PER_SECOND / confidenceInterval.lower : Number.MAX_VALUE,
    ],
  }
}
