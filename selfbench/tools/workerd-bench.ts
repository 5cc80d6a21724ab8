import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { configText } from '@steelyard/runners/workerd/config'
import { build } from 'esbuild'
import { benchFile, foreignReadings, outputFile, outputOf, requestVariable } from './request.ts'
import type { Tool } from './tool.ts'
import { byIntervals } from './verdicts.ts'

/** Any date that the build knows will do: the cases use nothing that depends on it. */
const COMPATIBILITY_DATE = '2025-09-01'

export const workerdBench: Tool = {
  name: 'workerd bench',
  runtimes: ['workerd'],
  headline: 'median',
  rule: 'none; read here as: the 95 % intervals of the medians do not touch',
  timing: 'minTime, an equal share for each side, after its own warm-up of 200 ms; --no-startup',
  overheadSeconds: 2,
  version: () => null,
  async prepare(request) {
    const outfile = join(request.directory, 'bench.mjs')
    await build({ entryPoints: [benchFile('workerd-bench.js')], outfile, bundle: true, format: 'esm' })
    const config = join(request.directory, 'bench.capnp')
    const worker = {
      modules: { 'bench.mjs': 'bench.mjs' },
      flags: [],
      compatibilityDate: COMPATIBILITY_DATE,
    }
    await writeFile(config, configText({ ...worker, environment: requestVariable(request) }))
    return {
      file: request.binary,
      args: ['bench', config, '--no-startup', '--format', 'json', '--output', outputFile(request)],
      environment: {},
    }
  },
  async read(request) {
    const printed = await readFile(outputFile(request), 'utf8')
    // workerd's headline is the median, and the importer's the mean.
    const readings = foreignReadings(printed, 'workerd-bench').map(({ costNs }) => ({
      costNs,
      intervalNs: [costNs.medianLow ?? Number.NaN, costNs.medianHigh ?? Number.NaN] as const,
    }))
    return outputOf(readings, byIntervals)
  },
}
