import { existsSync } from 'node:fs'
import { LaunchError } from '@steelyard/launcher'
import { DEFAULT_SECONDS } from '@steelyard/measure'
import { sanitize } from '@steelyard/text'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { flag, required, text } from '../../options/entry.ts'
import { askedSuite } from '../../options/expressions.ts'
import type { Select } from '../../options/invocation.ts'
import { randomSeed } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { checkDestinations, troublesOf } from '../../output/destinations.ts'
import type { Output } from '../../output/output.ts'
import { ProgressLine } from '../../output/progress.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { writeFor } from '../../output/write-for.ts'
import { peopleOf } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { measuring } from '../../process/measuring.ts'
import { checkNames } from '../run/check-asked.ts'
import { type BisectEvents, type BisectOptions, type BisectOutcome, bisect, isOver } from './bisect.ts'
import { findTask } from './bisect-task.ts'
import { headText, journalSvg, journalText, stepTexts } from './bisect-text.ts'

const OPTIONS = {
  good: required(text('--good <target>', { help: 'older version, e.g. node@20' })),
  bad: required(text('--bad <target>', { help: 'newer version of the same runtime, with the same flags' })),
  ...optionsOf('bisect'),
  prereleases: flag('--prereleases', {
    help: 'search prereleases too, such as 1.4.2-canary.20260928.1',
  }),
  restart: flag('--restart', { help: 'start over instead of resuming' }),
} as const

interface BisectCommandOptions extends BisectOptions {
  readonly json: string | null
}

export function addBisectCommand(program: Command, select: Select): void {
  const command = program
    .command('bisect')
    .description('find the first release in which a case became slower or faster')
    .usage('<suite/case|-e expression> --good <a> --bad <b> [options]')
    .argument('[suite/case]', 'one case; of a suite file the one that --case names')
    .addHelpText('after', HELP)
  const given = addOptions(command, OPTIONS)
  command.action((word: string | undefined) => {
    const { suites, expressions, setup, timeSeconds, seed, ...values } = given()
    const options: BisectCommandOptions = {
      ...values,
      suite: askedSuite(word, { suites, expressions, setup }, command),
      timeSeconds: timeSeconds ?? DEFAULT_SECONDS.bisect,
      seed: seed ?? randomSeed(),
    }
    select({ command: 'bisect', options, execute: args => execute(args, options) })
  })
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
  checkNames({ suites: [options.suite], runtimes: [options.good, options.bad], flags: [] })
  await checkDestinations({ dryRun: false, save: true, out, json, markdown: null })
  const people = peopleOf(json)
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
  const content = `${JSON.stringify(journal, null, 2)}\n`
  if (json === '-') await stdout.give(content)
  people.show(`\n${journalText(sanitize(journal), terminalStyleOf(people))}\n\n`)
  people.say(`Journal: ${shown(file)}\n`)
  const troubles = await troublesOf([
    ...(json === null || json === '-' ? [] : [() => writeFor('--json', json, () => [content])]),
    ...(picture === null ? [] : [() => writeFor('--out', pictureFile, () => [picture])]),
  ])
  for (const trouble of troubles) stderr.say(`${trouble}\n`)
  if (picture !== null && existsSync(pictureFile)) people.say(`Picture: ${shown(pictureFile)}\n`)
  return troubles.length > 0
}
