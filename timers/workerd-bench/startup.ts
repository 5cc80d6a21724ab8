import { dirname, join, relative } from 'node:path'
import { configText } from '@steelyard/runners/workerd/config'
import { groupsOf } from './report.ts'

/** In workerd's words. ES modules are loaded in `worker`: it grows with their size, `script` does not. */
export const STARTUP_PHASES = ['isolate', 'script', 'worker', 'total'] as const

export interface StartupOptions {
  /** A folder for this command alone. */
  readonly directory: string
  /** Absolute path of the bundled app. */
  readonly app: string
  readonly flags: readonly string[]
  readonly environment: Readonly<Record<string, string>>
  readonly compatibilityDate: string
  readonly quick: boolean
}

/** A service that registers nothing is not timed; the pattern leaves out what this one registers. */
const ENTRY = `import app from './bundle.mjs'
export default { ...app, bench(controller) { controller.run('nothing', () => {}) } }
`

/**
 * Returns the command that times the starts of an app, in a separate process: its arguments, the files to write before it,
 * and the absolute path of its report.
 */
export function startupCommand(options: StartupOptions) {
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
        // Embedded files are found relative to the file that names them.
        modules: { 'entry.mjs': 'startup.mjs', 'bundle.mjs': relative(dirname(config), app) },
        flags,
        compatibilityDate,
        environment,
      }),
    },
    report,
  }
}

/**
 * Returns the phases in the output of `workerd bench --format=json`: medians over new isolates with workerd's own intervals.
 *
 * @throws Error with the first line of what failed; SyntaxError when the text is no such report
 */
export function readStartupPhases(text: string) {
  const cases = groupsOf(text).flatMap(group => group.cases ?? [])
  const phases = STARTUP_PHASES.map(phase => {
    const metric = cases.find(({ name }) => name === `startup:${phase}`)?.wallNs
    if (metric === undefined) throw new SyntaxError(`the report of workerd bench has no startup:${phase}`)
    const { median: medianNs, medianLow: lowerNs, medianHigh: upperNs, samples } = metric
    return [phase, { medianNs, lowerNs, upperNs, n: samples.length }] as const
  })
  return Object.fromEntries(phases) as Record<(typeof STARTUP_PHASES)[number], (typeof phases)[number][1]>
}
