import { UsageError } from '@steelyard/measure'
import { renderHistory } from '@steelyard/report'
import type { Command } from 'commander'
import type { Select } from '../../options/invocation.ts'
import { collect, positive } from '../../options/options.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { writeFor } from '../../output/write-for.ts'
import { EXIT } from '../../process/exit-code.ts'
import { ALL_RESULTS } from '../sql/command.ts'
import { type HistoryChoice, leftOutText, readHistory } from './read-history.ts'

/** Chance of a change where there is none, over all trends together. */
export const FALSE_ALARMS_PERCENT = 5

interface HistoryOptions extends HistoryChoice {
  readonly sources: readonly string[]
  readonly json: string | null
  readonly html: string | null
}

interface RawHistoryOptions {
  readonly case?: string[]
  readonly target?: string[]
  readonly param?: string[]
  readonly falseAlarms: number
  readonly times?: true
  readonly json?: string
  readonly html?: string
}

export function addHistoryCommand(program: Command, select: Select): void {
  program
    .command('history')
    .description('show the ratios of a suite across many records, and where their level changed')
    .usage('<suite[/case]> [record or folder…] [options]')
    .argument('<suite>', 'a suite, or one of its cases')
    .argument('[sources...]', 'records, or folders of them (default: results)')
    .option('--case <glob>', 'only pairs with a case whose id matches; repeatable', collect)
    .option(
      '--target <glob>',
      'only pairs with a target that matches, with or without its version; repeatable',
      collect,
    )
    .option('--param <name=value>', 'only with this parameter value; repeatable', collect)
    .option(
      '--false-alarms <percent>',
      'chance of reporting a change where there is none',
      positive,
      FALSE_ALARMS_PERCENT,
    )
    .option('--times', 'also show times per iteration, which are not compared')
    .option('--json <file>', 'also write everything to this file; - for standard output alone')
    .option('--html <file>', 'also write a page with charts to this file; - for standard output alone')
    .action((suite: string, sources: string[], raw: RawHistoryOptions) => {
      const [name = '', caseId] = suite.split('/')
      const options: HistoryOptions = {
        suite: name,
        cases: [...(caseId === undefined ? [] : [caseId]), ...(raw.case ?? [])],
        targets: raw.target ?? [],
        params: Object.fromEntries((raw.param ?? []).map(text => paramOf(text, program))),
        sources: sources.length > 0 ? sources : [ALL_RESULTS],
        falseAlarms: raw.falseAlarms / 100,
        times: raw.times ?? false,
        json: raw.json ?? null,
        html: raw.html ?? null,
      }
      if (options.falseAlarms >= 1) program.error('error: give --false-alarms under 100')
      if (options.json === '-' && options.html === '-') {
        program.error('error: give --json or --html a file; standard output takes one of them')
      }
      select({ command: 'history', options, execute: () => execute(options) })
    })
}

async function execute(options: HistoryOptions): Promise<number> {
  const { sources, json, html } = options
  const { history, leftOut } = await readHistory(sources, options)
  const text = () => `${JSON.stringify({ ...history, leftOut }, null, 2)}\n`
  const notes = leftOutText(leftOut)
  const page = async () => {
    const { renderHistoryHtml } = await import('@steelyard/report/pictures')
    return renderHistoryHtml(history, { notes: notes === '' ? [] : [notes] })
  }
  const isData = json === '-' || html === '-'
  if (json === '-') await stdout.give(text())
  else if (html === '-') await stdout.give(await page())
  else stdout.show(`${renderHistory(history, terminalStyleOf(stdout))}\n`)
  if (notes !== '') stderr.say(`${notes}\n`)
  if (json !== null && json !== '-') await save('--json', json, text())
  if (html !== null && html !== '-') {
    await save('--html', html, await page())
    const people = isData ? stderr : stdout
    people.say(`Wrote ${shown(html)}\n`)
  }
  return EXIT.done
}

async function save(option: string, file: string, text: string): Promise<void> {
  await writeFor(option, file, () => [text]).catch(error => {
    throw new UsageError((error as Error).message)
  })
}

function paramOf(text: string, program: Command): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    program.error(`error: give --param as name=value, not '${text}'`)
  return [name, value]
}
