import { DEFAULT_SECONDS, DEFAULT_TARGETS } from '@steelyard/measure'
import { defineCommand } from '../../options/define-command.ts'
import { askedSuite } from '../../options/expressions.ts'
import { randomSeed } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { checkDestinations } from '../../output/destinations.ts'
import { ProgressLine } from '../../output/progress.ts'
import { stderr } from '../../output/streams.ts'
import { giveOutlines } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { measuring } from '../../process/measuring.ts'
import { steelyardVersion } from '../../version.ts'
import { checkNames } from '../run/check-asked.ts'
import { findModes, type ModesOptions, type ModesOutcome } from './modes.ts'
import { modesOutlines } from './modes-outline.ts'

export const addModesCommand = defineCommand({
  name: 'modes',
  description: 'find out whether launches of one build fall into kinds, and what goes with them',
  usage: '<suite/case|-e expression> [options]',
  words: { '[suite/case]': 'one case; of a suite file the one that --case names' },
  options: optionsOf('modes'),
  help: `
Each target gets 20, 40 or 80 launches as in a run, and as many with the log of
its engine, in turn. It ends once it has found kinds and what goes with them, or
when the time is up. There is no verdict: the exit code is 0 unless a target is
lost, or the result cannot be written. docs/why.md`,
  asked: (given, words, command): ModesOptions => ({
    ...given,
    suite: askedSuite(words, given, command),
    runtimes: given.runtimes.length === 0 ? DEFAULT_TARGETS : given.runtimes,
    timeSeconds: given.timeSeconds ?? DEFAULT_SECONDS.modes,
    seed: given.seed ?? randomSeed(),
  }),
  async execute(options) {
    await checkDestinations(options)
    checkNames({ suites: [options.suite], runtimes: options.runtimes, flags: [] })
    return measuring(async signal => {
      const line = new ProgressLine()
      const outcome = await findModes(options, signal, text => line.show(text)).finally(() => line.clear())
      if (outcome !== null) return write(outcome, options)
      stderr.say('Interrupted: there are too few launches to say anything.\n')
      return EXIT.interrupted
    })
  },
})

async function write(outcome: ModesOutcome, options: ModesOptions): Promise<number> {
  const isWritten = await giveOutlines(modesOutlines(outcome), options, () => dataOf(outcome, options))
  const isLost = outcome.targets.some(({ end }) => end === 'lost')
  return isWritten && !isLost ? EXIT.done : EXIT.failed
}

function dataOf({ caseId, ...outcome }: ModesOutcome, { seed }: ModesOptions) {
  return { schema: 'steelyard/modes@1', steelyard: steelyardVersion(), seed, case: caseId, ...outcome }
}
