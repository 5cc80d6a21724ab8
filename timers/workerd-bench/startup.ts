import { dirname, join, relative } from 'node:path'
import { configText } from '@steelyard/runners/workerd/config'
import { type BenchReport, failureIn } from './report.ts'

/** What workerd says of one part of starting a worker in a new isolate of a process that runs. */
export interface StartupPhase {
  readonly medianNs: number
  /** Its own interval of the median. */
  readonly lowerNs: number
  readonly upperNs: number
  /** Number of isolates that it started. */
  readonly n: number
}

/** In workerd's words. ES modules are loaded in `worker`: it grows with their size, `script` does not. */
export const STARTUP_PHASES = ['isolate', 'script', 'worker', 'total'] as const
export type StartupPhases = Readonly<Record<(typeof STARTUP_PHASES)[number], StartupPhase>>

export interface StartupOptions {
  /** A folder of this command's own. */
  readonly directory: string
  /** Absolute path of the bundled app. */
  readonly app: string
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly compatibilityDate: string
  readonly quick: boolean
}

/** How `workerd bench` is made to time the starts of an app, and where it leaves what it finds. */
export interface StartupCommand {
  readonly args: readonly string[]
  /** Files to write before the start, by absolute path. */
  readonly files: Readonly<Record<string, string>>
  /** Absolute path. */
  readonly report: string
}

/** Nothing is timed in a service that registers nothing; what this one registers is left out by the pattern. */
const ENTRY = `import app from './bundle.mjs'
export default { ...app, bench(controller) { controller.run('nothing', () => {}) } }
`

/** Returns the command that times the starts of an app, in a process of its own. */
export function startupCommand(options: StartupOptions): StartupCommand {
  const { directory, app, flags, environment, compatibilityDate, quick } = options
  const config = join(directory, 'startup.capnp')
  const report = join(directory, 'startup.json')
  return {
    args: [
      ...['bench', config, 'main/startup:*', '--format=json', `--output=${report}`],
      ...(quick ? ['--quick'] : []),
    ],
    files: {
      [join(directory, 'startup.mjs')]: ENTRY,
      [config]: configText({
        entry: 'startup.mjs',
        // Embedded files are found relative to the file that names them.
        bundle: relative(dirname(config), app),
        v8Flags: flags,
        compatibilityDate,
        environment,
      }),
    },
    report,
  }
}

/**
 * Returns the phases that `workerd bench --format=json` tells.
 *
 * @throws Error with the first line of what failed; SyntaxError when the text is no such report
 */
export function readStartupPhases(text: string): StartupPhases {
  const groups = (JSON.parse(text) as BenchReport).groups ?? []
  const failure = failureIn(groups)
  if (failure !== null) throw new Error(failure)
  const cases = groups.flatMap(group => group.cases ?? [])
  const phases = STARTUP_PHASES.map(phase => {
    const metric = cases.find(({ name }) => name === `startup:${phase}`)?.wallNs
    if (metric === undefined) throw new SyntaxError(`the report of workerd bench has no startup:${phase}`)
    const { median: medianNs, medianLow: lowerNs, medianHigh: upperNs, samples } = metric
    return [phase, { medianNs, lowerNs, upperNs, n: samples.length }] as const
  })
  return Object.fromEntries(phases) as StartupPhases
}
