import { defineCommand } from '../../options/define-command.ts'
import { list, parsed, text, withInitial } from '../../options/entry.ts'
import { askedSuite } from '../../options/expressions.ts'
import { wholeFrom } from '../../options/numbers.ts'
import { type RunCommandOptions, runOptions } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { shown } from '../../output/shown-path.ts'
import { writeFor } from '../../output/write-for.ts'
import { pictures } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { untilInterrupted } from '../../process/measuring.ts'
import { carryOutRun } from '../run/carry-out-run.ts'
import { type SweepChoice, sweepTargets } from './sweep-targets.ts'

const MOST_RELEASES = 12

const OPTIONS = {
  ranges: list('--runtime <range>', {
    help: 'range (node@20..26), list (node@20,22,24.1.0) or target; repeatable; the first version is the base',
    group: 'what',
    isTarget: true,
  }),
  good: text('--good <target>', {
    help: 'with --bad: the releases between the two, instead of --runtime',
    group: 'what',
    isTarget: true,
  }),
  bad: text('--bad <target>', { help: 'newer one of the two', group: 'what', isTarget: true }),
  versions: withInitial(
    parsed('--versions <number>', wholeFrom(2), {
      help: 'most releases of a range, evenly spread',
      group: 'what',
    }),
    MOST_RELEASES,
  ),
} as const

export interface SweepOptions extends RunCommandOptions {
  readonly choice: SweepChoice
}

export const addSweepCommand = defineCommand({
  name: 'sweep',
  description: 'compare one case on many versions with the first of them, as table and chart',
  usage: '<suite/case|-e expression> --runtime <range> [options]',
  words: { '[suite/case]': 'one case; several are shown one by one' },
  options: { ...OPTIONS, ...optionsOf('sweep') },
  asked(given, words, command): SweepOptions {
    const { good, bad, ranges, versions: most } = given
    const suite = askedSuite(words, given, command)
    const ends = good !== null && bad !== null ? { good, bad } : null
    if ((ends === null) === (ranges.length === 0) || (ends === null && (good ?? bad) !== null)) {
      command.error('error: give the versions: --runtime <range>, or --good and --bad')
    }
    return { ...runOptions([suite], given, { runtimes: ranges }), choice: { ranges, ends, most } }
  },
  execute: sweep,
})

async function sweep({ choice, ...options }: SweepOptions, args: readonly string[]): Promise<number> {
  const { selection } = options
  const [suite = ''] = selection.suites
  const runtimes = await untilInterrupted(signal => sweepTargets({ ...selection, suite }, choice, signal))
  if (runtimes === null) return EXIT.interrupted
  const swept = { ...options, selection: { ...selection, runtimes, by: 'targets' as const } }
  return carryOutRun(swept, args, async (record, file, people) => {
    if (file === null) return
    const picture = (await pictures()).renderForest(record)
    if (picture === null) return
    const pictureFile = file.replace(/json$/, 'svg')
    await writeFor('--out', pictureFile, () => [picture])
    people.say(`Picture: ${shown(pictureFile)}\n`)
  })
}
