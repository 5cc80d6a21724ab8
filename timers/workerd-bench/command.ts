import { dirname, join, relative } from 'node:path'
import { configText } from '@steelyard/runners/workerd/config'
import { type BenchRequest, FILES, MAILBOX } from './mailbox.ts'
import type { StartupOptions } from './startup.ts'

export interface BenchOptions extends Omit<StartupOptions, 'app' | 'quick'> {
  readonly request: BenchRequest
  /** Absolute paths of the bundled entry and of the suite's bundle. */
  readonly entry: string
  readonly bundle: string
  /** The CommonJS module that the bundle imports; absent where it imports none. */
  readonly script?: string
}

/** The worker's half, bundled before use. */
export const BENCH_ENTRY = new URL('entry.ts', import.meta.url)

/**
 * Returns the command that times one case of a bundle once, in a separate process: its arguments, the files to write before
 * it, and the absolute paths of its report and of the worker's replies.
 */
export function benchCommand(options: BenchOptions) {
  const { directory, request, entry, bundle, script, flags, environment, compatibilityDate } = options
  const config = join(directory, 'bench.capnp')
  const report = join(directory, 'report.json')
  // Embedded files are found relative to the file that names them.
  const embedded = (file: string) => relative(dirname(config), file)
  return {
    args: ['bench', config, '--format=json', `--output=${report}`, '--no-startup'],
    files: {
      [config]: configText({
        modules: { 'entry.mjs': embedded(entry), 'bundle.mjs': embedded(bundle) },
        script: script && embedded(script),
        flags,
        compatibilityDate,
        environment,
        folder: { name: MAILBOX, path: directory },
      }),
      [join(directory, FILES.request)]: JSON.stringify(request),
    },
    report,
    prepared: join(directory, FILES.prepared),
    rechecked: join(directory, FILES.rechecked),
  }
}
