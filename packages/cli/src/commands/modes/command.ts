import { killAll } from '@steelyard/launcher'
import { DEFAULT_SECONDS, DEFAULT_TARGETS } from '@steelyard/measure'
import { type Outline, renderOutline, renderOutlineMarkdown } from '@steelyard/report'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { askedSuite } from '../../options/expressions.ts'
import type { Select } from '../../options/invocation.ts'
import { randomSeed } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { ProgressLine } from '../../output/progress.ts'
import { stderr } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { peopleOf, writeResults } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { measuring } from '../../process/measuring.ts'
import { steelyardVersion } from '../../version.ts'
import { checkNames } from '../run/check-asked.ts'
import { findModes, type ModesOptions, type ModesOutcome } from './modes.ts'
import { modesOutlines, modesPage } from './modes-outline.ts'

export function addModesCommand(program: Command, select: Select): void {
  const command = program
    .command('modes')
    .description('find out whether launches of one build fall into kinds, and what goes with them')
    .usage('<suite/case|-e expression> [options]')
    .argument('[suite/case]', 'one case; of a suite file the one that --case names')
    .addHelpText('after', HELP)
  const given = addOptions(command, optionsOf('modes'))
  command.action((word: string | undefined) => {
    const { suites, expressions, setup, runtimes, timeSeconds, seed, ...values } = given()
    const options: ModesOptions = {
      ...values,
      suite: askedSuite(word, { suites, expressions, setup }, command),
      runtimes: runtimes.length === 0 ? DEFAULT_TARGETS : runtimes,
      timeSeconds: timeSeconds ?? DEFAULT_SECONDS.modes,
      seed: seed ?? randomSeed(),
    }
    select({ command: 'modes', options, execute: () => execute(options) })
  })
}

const HELP = `
Each target has 20, 40 or 80 launches as in a run, and as many whose engine logs
what it does, in turn. It ends once there are kinds and something goes with
them, or with the time. There is no verdict: the exit code is 0. docs/why.md`

async function execute(options: ModesOptions): Promise<number> {
  checkNames({ suites: [options.suite], runtimes: options.runtimes, flags: [] })
  return measuring(async signal => {
    signal.addEventListener('abort', () => void killAll())
    const line = new ProgressLine()
    const outcome = await findModes(options, signal, text => line.show(text)).finally(() => line.clear())
    if (outcome !== null) return write(outcome, options)
    stderr.say('Interrupted: there are too few launches to say anything.\n')
    return EXIT.interrupted
  })
}

async function write(outcome: ModesOutcome, options: ModesOptions): Promise<number> {
  const { json, markdown, html } = options
  const people = peopleOf(json, markdown, html)
  const style = terminalStyleOf(people)
  people.show(`${joined(modesOutlines(outcome, style), outline => renderOutline(outline, style))}\n`)
  const troubles = await writeResults([
    { option: '--json', file: json, textOf: () => jsonText(outcome, options) },
    {
      option: '--markdown',
      file: markdown,
      textOf: () => joined(modesOutlines(outcome, { unicode: true }), renderOutlineMarkdown),
    },
    {
      option: '--html',
      file: html,
      async textOf() {
        const { renderOutlinesHtml } = await import('@steelyard/report/pictures')
        return renderOutlinesHtml(modesPage(outcome))
      },
    },
  ])
  for (const trouble of troubles) stderr.say(`${trouble}\n`)
  const isLost = outcome.targets.some(({ end }) => end === 'lost')
  return isLost || troubles.length > 0 ? EXIT.failed : EXIT.done
}

function joined(outlines: readonly Outline[], textOf: (outline: Outline) => string): string {
  return outlines.map(textOf).join('\n\n')
}

function jsonText({ caseId, ...outcome }: ModesOutcome, { seed }: ModesOptions): string {
  const kept = { schema: 'steelyard/modes@1', steelyard: steelyardVersion(), seed, case: caseId, ...outcome }
  return `${JSON.stringify(kept, null, 1)}\n`
}
