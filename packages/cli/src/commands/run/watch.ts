import { suiteInputs } from '@steelyard/launcher'
import { type SuiteWord, select, UsageError } from '@steelyard/measure'
import { counted } from '@steelyard/text'
import { shown } from '../../output/shown-path.ts'
import { stderr } from '../../output/streams.ts'
import { ABANDONED } from '../../process/early-end.ts'
import { EXIT } from '../../process/exit-code.ts'
import { watchInterruption } from '../../process/interruption.ts'
import { changedSince, type Readings, readingsOf } from './watched-files.ts'

/** Measures once; a run that `changed` ends leaves no record. Resolves to the exit code. */
export type RunOnce = (changed: AbortSignal) => Promise<number>

const MOST_NAMED = 3

/**
 * Runs, and runs again whenever a suite file or a file that it imports has changed, until it is interrupted. A change
 * during a run ends that run: what it measured is of code that is no more.
 *
 * @returns the exit code of an interrupted run, else that of one that is done
 */
export async function watchSuites(words: readonly SuiteWord[], runOnce: RunOnce): Promise<number> {
  using interruption = watchInterruption()
  const { signal } = interruption
  let watched: readonly string[] = []
  while (!signal.aborted) {
    watched = await inputsOf(words, watched)
    const readings = await readingsOf(watched)
    const { code, changed } = await runUntilChanged(readings, runOnce, signal)
    if (signal.aborted) return code
    if (changed.length > 0) {
      stderr.say(
        `\n${namesText(changed)} changed during the run: it ended without a record, and begins again.\n\n`,
      )
      continue
    }
    stderr.say(`\nWatching ${counted(watched.length, 'file')} for changes. Ctrl-C ends it.\n`)
    const later = await changedSince(readings, signal)
    if (!signal.aborted) stderr.say(`\n${namesText(later)} changed: a new run begins.\n\n`)
  }
  return EXIT.done
}

async function runUntilChanged(readings: Readings, runOnce: RunOnce, signal: AbortSignal) {
  const ending = new AbortController()
  const over = new AbortController()
  const watching = changedSince(readings, AbortSignal.any([over.signal, signal])).then(changed => {
    if (changed.length > 0) ending.abort(ABANDONED)
    return changed
  })
  const code = await runOnce(ending.signal)
    .catch(error => {
      // A mistake in the file is what the next change will correct.
      if (!(error instanceof UsageError)) throw error
      stderr.say(`${error.message}\n`)
      return EXIT.usage
    })
    .finally(() => over.abort())
  const changed = await watching
  return { code, changed: ending.signal.aborted ? changed : [] }
}

/** The files of all suites; where a word no longer names any, those from before. */
async function inputsOf(words: readonly SuiteWord[], before: readonly string[]): Promise<readonly string[]> {
  try {
    const files = words.flatMap(select).flatMap(({ file }) => (typeof file === 'string' ? [file] : []))
    const inputs = await Promise.all(files.map(suiteInputs))
    return [...new Set(inputs.flat())].sort()
  } catch (error) {
    if (before.length === 0 || !(error instanceof UsageError)) throw error
    return before
  }
}

function namesText(files: readonly string[]): string {
  const rest = files.length - MOST_NAMED
  const names = files.slice(0, MOST_NAMED).map(file => shown(file))
  return `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}
