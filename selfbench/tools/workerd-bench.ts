import { readFile, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { benchFile, foreignReadings, outputFile, outputOf, requestVariable } from './request.ts'
import type { Tool } from './tool.ts'
import { byIntervals } from './verdicts.ts'

/** Any date that the build knows will do: the cases use nothing that depends on it. */
const COMPATIBILITY_DATE = '2025-09-01'
const MODULES = [
  'benches/workerd-bench.js',
  'benches/request.js',
  'cases/index.js',
  'cases/spin.js',
  'cases/revive.js',
  'cases/hops.js',
]

export const workerdBench: Tool = {
  name: 'workerd bench',
  runtimes: ['workerd'],
  headline: 'median',
  rule: 'none; read here as: the 95 % intervals of the medians do not touch',
  timing: 'minTime, an equal share for each side, after its own warm-up of 200 ms; --no-startup',
  overheadSeconds: 2,
  version: () => null,
  async prepare(request) {
    const config = join(request.directory, 'bench.capnp')
    await writeFile(config, configText(request.directory, requestVariable(request).SELFBENCH))
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

function configText(directory: string, request: string): string {
  // Embedded files are found relative to the file that names them.
  const modules = MODULES.map(
    name =>
      `    (name = "${name}", esModule = embed ${quote(relative(directory, benchFile(`../${name}`)))}),`,
  )
  return `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = ( services = [ (name = "main", worker = .bench) ] );

const bench :Workerd.Worker = (
  modules = [
${modules.join('\n')}
  ],
  compatibilityDate = ${quote(COMPATIBILITY_DATE)},
  bindings = [ (name = "SELFBENCH", text = ${quote(request)}) ],
);
`
}

/** Cap'n Proto strings escape as JSON's do, for these texts. */
function quote(text: string): string {
  return JSON.stringify(text)
}
