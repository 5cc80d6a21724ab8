import { UsageError } from '@steelyard/measure'
import { renderHistory } from '@steelyard/report'
import { type Command, InvalidArgumentError } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { flag, list, parsed, withInitial } from '../../options/entry.ts'
import type { Select } from '../../options/invocation.ts'
import { percent } from '../../options/numbers.ts'
import { optionsOf } from '../../options/table.ts'
import { stderr } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { peopleOf, writeResults } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { ALL_RESULTS } from '../sql/command.ts'
import { type HistoryChoice, leftOutText, readHistory } from './read-history.ts'

/** Chance of a change where there is none, over all trends together. */
export const FALSE_ALARMS_PERCENT = 5

const OPTIONS = {
  ...optionsOf('history'),
  targets: list('--target <glob>', {
    help: 'only pairs with a target that matches, with or without its version; repeatable',
  }),
  falseAlarms: withInitial(
    parsed('--false-alarms <percent>', chance, {
      help: 'chance of reporting a change where there is none',
    }),
    FALSE_ALARMS_PERCENT / 100,
    String(FALSE_ALARMS_PERCENT),
  ),
  times: flag('--times', { help: 'also show times per iteration, which are not compared' }),
} as const

interface HistoryOptions extends HistoryChoice {
  readonly sources: readonly string[]
  readonly json: string | null
  readonly html: string | null
}

export function addHistoryCommand(program: Command, select: Select): void {
  const command = program
    .command('history')
    .description('show the ratios of a suite across many records, and where their level changed')
    .usage('<suite[/case]> [record or folder…] [options]')
    .argument('<suite>', 'a suite, or one of its cases')
    .argument('[sources...]', 'records, or folders of them (default: results)')
  const given = addOptions(command, OPTIONS)
  command.action((word: string, sources: string[]) => {
    const { cases, params, ...values } = given()
    const [suite = '', caseId] = word.split('/')
    const options: HistoryOptions = {
      ...values,
      suite,
      cases: [...(caseId === undefined ? [] : [caseId]), ...cases],
      params: Object.fromEntries(params.map(text => paramOf(text, command))),
      sources: sources.length > 0 ? sources : [ALL_RESULTS],
    }
    select({ command: 'history', options, execute: () => execute(options) })
  })
}

function chance(text: string): number {
  const share = percent(text)
  if (share >= 1) throw new InvalidArgumentError('Give a number under 100.')
  return share
}

async function execute(options: HistoryOptions): Promise<number> {
  const { sources, json, html } = options
  const { history, leftOut } = await readHistory(sources, options)
  const notes = leftOutText(leftOut)
  const people = peopleOf(json, html)
  people.show(`${renderHistory(history, terminalStyleOf(people))}\n`)
  if (notes !== '') stderr.say(`${notes}\n`)
  const troubles = await writeResults([
    {
      option: '--json',
      file: json,
      textOf: () => `${JSON.stringify({ ...history, leftOut }, null, 2)}\n`,
    },
    {
      option: '--html',
      file: html,
      async textOf() {
        const { renderHistoryHtml } = await import('@steelyard/report/pictures')
        return renderHistoryHtml(history, { notes: notes === '' ? [] : [notes] })
      },
    },
  ])
  if (troubles.length > 0) throw new UsageError(troubles.join('\n'))
  return EXIT.done
}

function paramOf(text: string, program: Command): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    program.error(`error: give --param as name=value, not '${text}'`)
  return [name, value]
}
