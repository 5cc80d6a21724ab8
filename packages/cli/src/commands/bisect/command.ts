import { existsSync } from 'node:fs'
import type { DialectName } from '@steelyard/dialects'
import { LaunchError } from '@steelyard/launcher'
import type { SuiteWord } from '@steelyard/measure'
import { sanitize } from '@steelyard/text'
import { type Command, Option } from 'commander'
import { timeSeconds } from '../../options/durations.ts'
import { askedSuite, type RawExpressions, withExpressions } from '../../options/expressions.ts'
import type { Invocation, Select } from '../../options/invocation.ts'
import {
  affinityOption,
  collect,
  dialectOption,
  metricOption,
  outOption,
  randomSeed,
  runOptions,
  thresholdOption,
  wholeNumber,
} from '../../options/options.ts'
import { checkDestinations, troublesOf } from '../../output/destinations.ts'
import type { Output } from '../../output/output.ts'
import { ProgressLine } from '../../output/progress.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { writeFor } from '../../output/write-for.ts'
import { EXIT } from '../../process/exit-code.ts'
import { measuring } from '../../process/measuring.ts'
import { sweepInvocation, versionCount } from '../sweep/command.ts'
import { type BisectEvents, type BisectOptions, type BisectOutcome, bisect, isOver } from './bisect.ts'
import { findTask } from './bisect-task.ts'
import { headText, journalSvg, journalText, stepTexts } from './bisect-text.ts'

const DEFAULT_SECONDS = 480

interface RawBisectOptions {
  readonly good: string
  readonly bad: string
  readonly dialect?: DialectName
  readonly case?: string[]
  readonly param?: string[]
  readonly metric: 'wall' | 'cpu'
  readonly threshold: number
  readonly time: number
  readonly affinity: 'same-core' | 'all'
  readonly seed?: number
  readonly restart?: true
  readonly anew?: true
  readonly prereleases?: true
  readonly sweep?: number
  readonly json?: string
  readonly out: string
}

interface BisectCommandOptions extends BisectOptions {
  readonly json: string | null
}

export function addBisectCommand(program: Command, select: Select): void {
  const command = program
    .command('bisect')
    .description('find the first release in which a case became slower or faster')
    .usage('<suite/case|-e expression> --good <a> --bad <b> [options]')
    .argument('[suite/case]', 'one case; of a suite file the one that --case names')
  withExpressions(command)
    .requiredOption('--good <target>', 'older version, e.g. node@20')
    .requiredOption('--bad <target>', 'newer version of the same runtime, with the same flags')
    .addOption(dialectOption())
    .option('--case <glob>', 'case of a suite file', collect)
    .option('--param <name=value>', 'parameter value to use', collect)
    .addOption(metricOption('clock to use'))
    .addOption(thresholdOption('smallest difference between good and bad that is worth a search'))
    .option(
      '--time <time>',
      'time budget of the whole search, without downloads: seconds, or 10m',
      timeSeconds,
      DEFAULT_SECONDS,
    )
    .addOption(affinityOption())
    .option(
      '--seed <number>',
      'seed of run order and core assignment (default: random, recorded)',
      wholeNumber,
    )
    .option('--prereleases', 'search prereleases too, such as 1.4.2-canary.20260928.1')
    .option('--restart', 'start over instead of resuming')
    .addOption(new Option('--anew', 'old name of --restart').hideHelp())
    .option(
      '--sweep <number>',
      'no search: measure this many of the releases, evenly spread, as sweep does',
      versionCount,
    )
    .option('--json <file>', 'also write all steps to this file; - for standard output')
    .addOption(outOption('folder for the journal and the records'))
    .addHelpText('after', HELP)
    .action((word: string | undefined, raw: RawBisectOptions & RawExpressions) =>
      select(invocationOf(askedSuite(word, raw, command), raw)),
    )
}

function invocationOf(suite: SuiteWord, raw: RawBisectOptions): Invocation {
  const { good, bad, sweep: most, prereleases = false, ...rest } = raw
  if (most !== undefined) {
    const swept = runOptions([suite], [], { ...rest, precision: 1, save: true })
    return sweepInvocation(swept, { ranges: [], ends: { good, bad, prereleases }, most })
  }
  const options: BisectCommandOptions = {
    ...{ suite, good, bad, prereleases, dialect: raw.dialect ?? null },
    ...{ cases: raw.case ?? [], params: raw.param ?? [] },
    ...{ metric: raw.metric, threshold: raw.threshold / 100, timeSeconds: raw.time },
    ...{ affinity: raw.affinity, seed: raw.seed ?? randomSeed() },
    ...{ restart: raw.restart ?? raw.anew ?? false, json: raw.json ?? null, out: raw.out },
  }
  return { command: 'bisect', options, execute: args => execute(args, options) }
}

const HELP = `
Bisects the releases between good and bad in version order (workerd: by date).
Each step measures good, a middle release and bad in shared launches. It decides
whether the middle is like good or like bad. While that is unclear, the step
makes more launches; then it tries a neighbouring release. The chance of an
error in the whole search is at most 5 %. The result is a release, not a cause.

Every finished step is saved. Repeat the command to resume a search that was
interrupted.`

async function execute(args: readonly string[], options: BisectCommandOptions): Promise<number> {
  const { json, out } = options
  await checkDestinations({ dryRun: false, save: true, out, json, markdown: null })
  const people = json === '-' ? stderr : stdout
  const search = async (signal: AbortSignal) => {
    const task = await findTask(options, signal)
    if (task === null) return EXIT.interrupted
    const progress = new ProgressLine()
    const outcome = await bisect(args, task, options, signal, shownOn(people, progress))
    progress.clear()
    const hasErrors = await showOutcome(outcome, json, people)
    if (signal.aborted) return EXIT.interrupted
    return hasErrors ? EXIT.failed : EXIT.done
  }
  return measuring(search).catch(error => {
    if (!(error instanceof LaunchError)) throw error
    stderr.say(`${error.message}\n`)
    return EXIT.failed
  })
}

function shownOn(people: Output, progress: ProgressLine): BisectEvents {
  const style = terminalStyleOf(people)
  const say = (text: string) => {
    progress.clear()
    people.say(`${text}\n`)
  }
  return {
    begun(begun, isResumed) {
      say(headText(begun.head, isResumed))
      for (const line of stepTexts(begun, style)) say(line)
    },
    stepped: done => say(stepTexts(done, style).at(-1) ?? ''),
    launched: (step, launches) => progress.show(`step ${step}: launch ${launches}`),
  }
}

/** Shows the result, writes JSON and chart, and returns whether one of them could not be written. */
async function showOutcome(
  { file, journal }: BisectOutcome,
  json: string | null,
  people: Output,
): Promise<boolean> {
  const picture = isOver(journal) ? await journalSvg(journal) : null
  const pictureFile = file.replace(/jsonl$/, 'svg')
  const text = `${JSON.stringify(journal, null, 2)}\n`
  if (json === '-') await stdout.give(text)
  people.show(`\n${journalText(sanitize(journal), terminalStyleOf(people))}\n\n`)
  people.say(`Journal: ${shown(file)}\n`)
  const troubles = await troublesOf([
    ...(json === null || json === '-' ? [] : [() => writeFor('--json', json, () => [text])]),
    ...(picture === null ? [] : [() => writeFor('--out', pictureFile, () => [picture])]),
  ])
  for (const trouble of troubles) stderr.say(`${trouble}\n`)
  if (picture !== null && existsSync(pictureFile)) people.say(`Picture: ${shown(pictureFile)}\n`)
  return troubles.length > 0
}
