import { matchesGlob } from 'node:path'
import type { Query } from '@steelyard/archive'
import { suggestion, UsageError } from '@steelyard/measure'
import { type HistoryPoint, historyOf, renderHistory } from '@steelyard/report'
import { counted } from '@steelyard/text'
import type { Command } from 'commander'
import type { Select } from '../../options/invocation.ts'
import { collect, positive } from '../../options/options.ts'
import { stderr, stdout } from '../../output/streams.ts'
import { terminalStyleOf } from '../../output/terminal-style.ts'
import { writeFor } from '../../output/write-for.ts'
import { EXIT } from '../../process/exit-code.ts'
import { ALL_RESULTS } from '../sql/command.ts'
import { withArchive } from '../sql/with-archive.ts'
import { type LeftOut, leftOutOf, otherTimesOf, pointsOf, suitesOf, timesOf } from './history-points.ts'

const FALSE_ALARMS_PERCENT = 5

interface Choice {
  /** Globs over case ids; empty for all. */
  readonly cases: readonly string[]
  /** Globs over targets, with or without their version; empty for all. */
  readonly targets: readonly string[]
  /** Values by parameter. */
  readonly params: Readonly<Record<string, string>>
}

interface HistoryOptions extends Choice {
  readonly suite: string
  readonly sources: readonly string[]
  /** A fraction. */
  readonly falseAlarms: number
  readonly times: boolean
  readonly json: string | null
}

interface RawHistoryOptions {
  readonly case?: string[]
  readonly target?: string[]
  readonly param?: string[]
  readonly falseAlarms: number
  readonly times?: true
  readonly json?: string
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
      }
      if (options.falseAlarms >= 1) program.error('error: give --false-alarms under 100')
      select({ command: 'history', options, execute: () => execute(options) })
    })
}

async function execute(options: HistoryOptions): Promise<number> {
  const { suite, sources, falseAlarms, json } = options
  const { points, times, others, leftOut } = await withArchive(sources, query => read(query, options))
  const history = { ...historyOf(suite, points, times, falseAlarms, others), leftOut }
  const text = () => `${JSON.stringify(history, null, 2)}\n`
  if (json === '-') await stdout.give(text())
  else stdout.show(`${renderHistory(history, terminalStyleOf(stdout))}\n`)
  stderr.say(leftOutText(leftOut))
  if (json !== null && json !== '-') await save(json, text())
  return EXIT.done
}

async function read(query: Query, options: HistoryOptions) {
  const { suite } = options
  const all = await pointsOf(query, suite)
  const leftOut = await leftOutOf(query, suite)
  const points = all.filter(point => isChosen(point, options))
  const others = (await otherTimesOf(query, suite)).filter(each =>
    isChosenOf({ cases: [each.case], targets: [each.line], params: each.params }, options),
  )
  if (points.length === 0 && others.length === 0)
    throw nothingFound(options, all, leftOut, await suitesOf(query))
  const chosen = new Set(points.flatMap(sidesOf))
  const times = options.times ? await timesOf(query, suite) : []
  return { points, others, leftOut, times: times.filter(each => chosen.has(sideKey(each.params, each))) }
}

function isChosen({ baseSide, headSide, base, head, params }: HistoryPoint, choice: Choice): boolean {
  const targets = [baseSide.line, headSide.line, base, head]
  return isChosenOf({ cases: [headSide.case], targets, params }, choice)
}

function isChosenOf(
  of: { readonly cases: readonly string[]; readonly targets: readonly string[]; readonly params: string },
  { cases, targets, params }: Choice,
): boolean {
  const values = JSON.parse(of.params) as Readonly<Record<string, unknown>>
  const isAnyOf = (names: readonly string[], globs: readonly string[]) =>
    globs.length === 0 || globs.some(glob => names.some(name => name === glob || matchesGlob(name, glob)))
  return (
    isAnyOf(of.cases, cases) &&
    isAnyOf(of.targets, targets) &&
    Object.entries(params).every(([name, value]) => String(values[name]) === value)
  )
}

function nothingFound(
  { suite }: HistoryOptions,
  all: readonly HistoryPoint[],
  { partial, without }: LeftOut,
  suites: readonly string[],
): UsageError {
  if (!suites.includes(suite)) {
    return new UsageError(`Cannot find '${suite}' in these records. ${suggestion(suite, suites, 'suites')}`)
  }
  if (all.length === 0) {
    return new UsageError(
      `Cannot show a trend of ${suite}: ${partial} records are partial and ${without} hold no ratio of contenders that shared launches. Ask for their rows with bench sql.`,
    )
  }
  const cases = [...new Set(all.map(({ headSide }) => headSide.case))].toSorted()
  const lines = [
    ...new Set(all.flatMap(({ baseSide, headSide }) => [baseSide.line, headSide.line])),
  ].toSorted()
  const params = [...new Set(all.map(point => point.params))].toSorted()
  return new UsageError(
    `Cannot find such a pair of ${suite} in these records. Its heads are ${cases.join(', ')}; its targets ${lines.join(', ')}; its parameters ${params.join(' ')}.`,
  )
}

function leftOutText({ partial, unpaired, without }: LeftOut): string {
  const said = [
    ...(partial > 0 ? [counted(partial, 'partial record')] : []),
    ...(without > 0 ? [`${counted(without, 'record')} without ratios`] : []),
    ...(unpaired > 0 ? [`${counted(unpaired, 'ratio')} of contenders that did not share launches`] : []),
  ]
  return said.length === 0 ? '' : `In no trend: ${said.join(', ')}. bench sql shows them.\n`
}

async function save(file: string, text: string): Promise<void> {
  await writeFor('--json', file, () => [text]).catch(error => {
    throw new UsageError((error as Error).message)
  })
}

function sidesOf({ params, baseSide, headSide }: HistoryPoint): string[] {
  return [baseSide, headSide].map(side => sideKey(params, side))
}

function sideKey(params: string, { case: caseId, line }: HistoryPoint['headSide']): string {
  return JSON.stringify([params, caseId, line])
}

function paramOf(text: string, program: Command): [string, string] {
  const [, name, value] = /^([^=]+)=(.*)$/.exec(text) ?? []
  if (name === undefined || value === undefined)
    program.error(`error: give --param as name=value, not '${text}'`)
  return [name, value]
}
