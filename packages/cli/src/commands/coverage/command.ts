import {
  byTarget,
  type Coverage,
  coverFiles,
  DEFAULT_TARGETS,
  inWorkspace,
  noBenchmarks,
  resolveTargets,
  select,
} from '@steelyard/measure'
import { counted } from '@steelyard/text'
import { defineCommand } from '../../options/define-command.ts'
import type { ValuesOf } from '../../options/entry.ts'
import { optionsOf } from '../../options/table.ts'
import { fetchEvents } from '../../output/fetch-events.ts'
import { ProgressLine } from '../../output/progress.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr } from '../../output/streams.ts'
import { giveOutlines } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { untilInterrupted } from '../../process/measuring.ts'
import { coverageOutline } from './coverage-outline.ts'

const OPTIONS = optionsOf('coverage')

export const addCoverageCommand = defineCommand({
  name: 'coverage',
  description: 'list which benchmark files and cases run on which runtime, and why others do not',
  usage: '<file, folder or glob…> [options]',
  words: { '<files...>': 'benchmark files, folders of them, or globs' },
  options: OPTIONS,
  help: `
Every file is loaded on every target, and every case is called there once.
Nothing is timed. What does not run is counted by its reason; that is no
failure, and the exit code is 0. docs/adopt.md says what becomes of a file.`,
  asked: (given, files) => ({ ...given, files }),
  async execute(options) {
    const line = new ProgressLine()
    const coverage = await untilInterrupted(signal =>
      covered(options, signal, text => line.show(text)),
    ).finally(() => line.clear())
    if (coverage === null) {
      stderr.say('Interrupted: some files were not checked.\n')
      return EXIT.interrupted
    }
    const outline = coverageOutline(coverage, options.files.join(', '))
    const { files, others } = coverage
    const data = () => ({ schema: 'steelyard/coverage@1', targets: byTarget(coverage), files, others })
    return (await giveOutlines([outline], options, data)) ? EXIT.done : EXIT.failed
  },
})

async function covered(
  { files, runtimes, dialect }: ValuesOf<typeof OPTIONS> & { readonly files: readonly string[] },
  signal: AbortSignal,
  show: (text: string) => void,
): Promise<Coverage | null> {
  // Only files are covered: a suite of this repository has its own tests.
  const all = files.flatMap(select).map(one => ({ ...one, label: shown(String(one.file)) }))
  const selections = [...new Map(all.map(selection => [selection.file, selection])).values()]
  return inWorkspace(signal, async workspace => {
    const asked = runtimes.length === 0 ? DEFAULT_TARGETS : runtimes
    const targets = await resolveTargets(asked, workspace.directory, fetchEvents(signal))
    const found = await coverFiles({
      selections,
      dialect,
      targets,
      workspace,
      signal,
      onProgress: done => show(`${done} of ${counted(selections.length, 'file')}`),
    })
    if (signal.aborted) return null
    const benchmarks = found.filter(file => file !== null)
    const others = selections.flatMap(({ label }, index) => (found[index] === null ? [label] : []))
    if (benchmarks.length === 0 && selections.every(({ isFound }) => isFound)) throw noBenchmarks(selections)
    return { targets: targets.map(({ id }) => id), files: benchmarks, others }
  })
}
