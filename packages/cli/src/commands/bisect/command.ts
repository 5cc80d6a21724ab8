import { LaunchError } from '@steelyard/launcher'
import { DEFAULT_SECONDS, UsageError } from '@steelyard/measure'
import { NAME, sanitize } from '@steelyard/text'
import { defineCommand } from '../../options/define-command.ts'
import { required, text } from '../../options/entry.ts'
import { askedSuite } from '../../options/expressions.ts'
import { randomSeed } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { checkDestinations } from '../../output/destinations.ts'
import type { Output } from '../../output/output.ts'
import { ProgressLine } from '../../output/progress.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr } from '../../output/streams.ts'
import { allDone, peopleOf, writesOf } from '../../output/write-results.ts'
import { EXIT, exitCodeOfEnd } from '../../process/exit-code.ts'
import { measuring } from '../../process/measuring.ts'
import { type Journaled, overJournal } from '../../process/run-journal.ts'
import { checkNames } from '../run/check-asked.ts'
import { bisect } from './bisect.ts'
import { isOver, type Journal, writeJournal } from './bisect-journal.ts'
import type { BisectEvents } from './bisect-step.ts'
import { findTask } from './bisect-task.ts'
import { headText, journalText, stepTexts } from './bisect-text.ts'

const OPTIONS = {
  good: required(text('--good <target>', { help: 'older version, e.g. node@20' })),
  bad: required(text('--bad <target>', { help: 'newer version of the same runtime, with the same flags' })),
  ...optionsOf('bisect'),
} as const

export const addBisectCommand = defineCommand({
  name: 'bisect',
  description: 'find the first release in which a case became slower or faster',
  usage: '<suite/case|-e expression> --good <a> --bad <b> [options]',
  words: { '[suite/case]': 'one case; of a suite file the one that --case names' },
  options: OPTIONS,
  help: `
Bisects the releases between good and bad in version order (workerd: by date),
without those of Node that came after the next line had begun.
Each step measures good, a middle release and bad in shared launches. It decides
whether the middle is like good or like bad. While that is unclear, the step
makes more launches; then it tries one neighbouring release. The chance of an
error in the whole search is at most 5 %. The result is a release, not a cause.

'${NAME} resume' goes on with a search that was interrupted.`,
  asked: (given, words, command) => ({
    ...given,
    suite: askedSuite(words, given, command),
    timeSeconds: given.timeSeconds ?? DEFAULT_SECONDS.bisect,
    seed: given.seed ?? randomSeed(),
  }),
  async execute(options, args) {
    const { json, out } = options
    checkNames({ suites: [options.suite], runtimes: [options.good, options.bad], flags: [] })
    await checkDestinations({ save: true, out, json })
    const people = peopleOf(json)
    const search = async (given: AbortSignal) => {
      const task = await findTask(options, given)
      if (task === null) return EXIT.interrupted
      if (task.releases.length < 3)
        throw new UsageError(
          `Cannot search from ${options.good} to ${options.bad}: no release lies between them. Use compare for the two.`,
        )
      const progress = new ProgressLine()
      return overJournal(args, options.seed, given, async (seed, context) => {
        const searching = bisect(context, task, { ...options, seed }, shownOn(people, progress))
        const journal = await searching.finally(() => progress.clear()).catch(lost)
        if ('code' in journal) return journal
        people.show(`\n${journalText(sanitize(journal), people.style)}\n\n`)
        const isWritten = await allDone([
          async () => people.say(`Journal: ${shown(await writeJournal(out, journal))}\n`),
          ...writesOf({ json }, { json: () => journal }),
        ])
        return endOf(journal, isWritten, context.signal)
      })
    }
    return measuring(search).catch(error => lost(error).code)
  },
})

/** Returns how a search ended, and says so where a step ended it early. */
export function endOf(journal: Journal, isWritten: boolean, signal: AbortSignal): Journaled {
  const isEarly = !isOver(journal) && !signal.aborted
  if (isEarly) stderr.say('Ended early, because a step took much longer than planned.\n')
  const code = isEarly || !isWritten ? EXIT.failed : exitCodeOfEnd(signal)
  return { code, isDone: !isEarly && !signal.aborted }
}

/** Says why there is no search without this end or these releases. */
function lost(error: unknown): Journaled {
  if (!(error instanceof LaunchError)) throw error
  stderr.say(`${error.message}\n`)
  return { code: EXIT.failed, isDone: true }
}

function shownOn(people: Output, progress: ProgressLine): BisectEvents {
  const say = (text: string) => {
    progress.clear()
    people.say(`${text}\n`)
  }
  return {
    begun: head => say(headText(head)),
    stepped: done => say(stepTexts(done).at(-1) ?? ''),
    launched: (step, launches) => progress.show(`step ${step}: launch ${launches}`),
  }
}
