import { historyPage, renderOutlines } from '@steelyard/report'
import { type Command, InvalidArgumentError } from 'commander'
import { defineCommand } from '../../options/define-command.ts'
import { flag, list, parsed, withInitial } from '../../options/entry.ts'
import { percent } from '../../options/numbers.ts'
import { optionsOf } from '../../options/table.ts'
import { allDone, peopleOf, pictures, sayAll, writesOf } from '../../output/write-results.ts'
import { EXIT } from '../../process/exit-code.ts'
import { ALL_RESULTS } from '../sql/command.ts'
import { leftOutTexts, readHistory } from './read-history.ts'

/** Chance of a change where there is none, over all trends together. */
export const FALSE_ALARMS = 0.05

const OPTIONS = {
  ...optionsOf('history'),
  targets: list('--target <glob>', {
    help: 'only pairs with a target that matches, with or without its version; repeatable',
  }),
  falseAlarms: withInitial(
    parsed('--false-alarms <percent>', chance, {
      help: 'chance of reporting a change where there is none',
    }),
    FALSE_ALARMS,
    String(100 * FALSE_ALARMS),
  ),
  times: flag('--times', { help: 'also show times per iteration, which are not compared' }),
} as const

export const addHistoryCommand = defineCommand({
  name: 'history',
  description: 'show the ratios of a suite across many records, and where their level changed',
  usage: '<suite[/case]> [record or folder…] [options]',
  words: {
    '<suite>': 'a suite, or one of its cases',
    '[sources...]': 'records, or folders of them (default: results)',
  },
  options: OPTIONS,
  asked({ params, ...given }, [word = '', ...sources], command) {
    return {
      ...given,
      word,
      params: Object.fromEntries(params.map(text => paramOf(text, command))),
      sources: sources.length > 0 ? sources : [ALL_RESULTS],
    }
  },
  async execute({ sources, json, html, ...choice }) {
    const { history, leftOut } = await readHistory(sources, choice)
    const notes = leftOutTexts(leftOut)
    const people = peopleOf(json, html)
    people.show(`${renderOutlines(historyPage(history), people.style)}\n`)
    sayAll(notes)
    const results = {
      json: () => ({ ...history, leftOut }),
      html: async () => (await pictures()).renderOutlinesHtml(historyPage(history, { notes })),
    }
    return (await allDone(writesOf({ json, html }, results))) ? EXIT.done : EXIT.usage
  },
})

function chance(text: string): number {
  const share = percent(text)
  if (share >= 1) throw new InvalidArgumentError('Give a number under 100.')
  return share
}

function paramOf(text: string, program: Command): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    program.error(`error: give --param as name=value, not '${text}'`)
  return [name, value]
}
