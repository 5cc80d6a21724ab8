import { type Command, InvalidArgumentError, Option } from 'commander'
import { askedSuite, type RawExpressions, withExpressions } from '../../options/expressions.ts'
import type { Invocation, Select } from '../../options/invocation.ts'
import {
  collect,
  GROUP,
  type RawOptions,
  runOptions,
  wholeNumber,
  withRunOptions,
} from '../../options/options.ts'
import type { RunCommandOptions } from '../../options/run-options.ts'
import { shown } from '../../output/shown-path.ts'
import { writeFor } from '../../output/write-for.ts'
import { EXIT } from '../../process/exit-code.ts'
import { watchInterruption } from '../../process/interruption.ts'
import { carryOutRun } from '../run/carry-out-run.ts'
import { type SweepChoice, sweepTargets } from './sweep-targets.ts'

const MOST_RELEASES = 12

interface RawSweepOptions extends RawOptions {
  readonly good?: string
  readonly bad?: string
  readonly versions: number
  readonly sweep?: number
}

export function addSweepCommand(program: Command, select: Select): void {
  const command = withRunOptions(
    withExpressions(
      program
        .command('sweep')
        .description('compare one case on many versions with the first of them, as table and chart')
        .usage('<suite/case|-e expression> --runtime <range> [options]')
        .argument('[suite/case]', 'one case; several are shown one by one')
        .optionsGroup(GROUP.what),
    )
      .option(
        '--runtime <range>',
        'range (node@20..26), list (node@20,22,24.1.0) or target; repeatable; the first version is the base',
        collect,
      )
      .option('--good <target>', 'with --bad: the releases between the two, instead of --runtime')
      .option('--bad <target>', 'newer one of the two')
      .option('--versions <number>', 'most releases of a range, evenly spread', versionCount, MOST_RELEASES)
      .addOption(new Option('--sweep <number>', 'old name of --versions').argParser(versionCount).hideHelp()),
  )
  command.action((word: string | undefined, raw: RawSweepOptions & RawExpressions) => {
    const suite = askedSuite(word, raw, command)
    const { good, bad, runtime: ranges = [] } = raw
    const ends = good !== undefined && bad !== undefined ? { good, bad } : null
    if ((ends === null) === (ranges.length === 0) || (ends === null && (good ?? bad) !== undefined)) {
      command.error('error: give the versions: --runtime <range>, or --good and --bad')
    }
    select(
      sweepInvocation(runOptions([suite], ranges, raw), { ranges, ends, most: raw.sweep ?? raw.versions }),
    )
  })
}

/** Reads how many versions a sweep has. */
export function versionCount(text: string): number {
  const count = wholeNumber(text)
  if (count < 2) throw new InvalidArgumentError('Give 2 or more.')
  return count
}

export interface SweepInvocation extends Invocation<RunCommandOptions> {
  readonly choice: SweepChoice
}

/** Returns the invocation that measures one case on many versions. */
export function sweepInvocation(options: RunCommandOptions, choice: SweepChoice): SweepInvocation {
  return { command: 'sweep', options, choice, execute: args => execute(args, options, choice) }
}

async function execute(
  args: readonly string[],
  options: RunCommandOptions,
  choice: SweepChoice,
): Promise<number> {
  const { selection } = options
  const [suite = ''] = selection.suites
  const { signal, dispose } = watchInterruption()
  const runtimes = await sweepTargets({ ...selection, suite }, choice, signal).finally(dispose)
  if (runtimes === null) return EXIT.interrupted
  const swept = { ...options, selection: { ...selection, runtimes, by: 'targets' as const } }
  return carryOutRun(args, swept, async (record, file, people) => {
    if (file === null) return
    const { renderForest } = await import('@steelyard/report/pictures')
    const picture = renderForest(record)
    if (picture === null) return
    const pictureFile = file.replace(/json$/, 'svg')
    await writeFor('--out', pictureFile, () => [picture])
    people.say(`Picture: ${shown(pictureFile)}\n`)
  })
}
