import { ALL, catalog, mistyped } from '@steelyard/measure'
import { NAME } from '@steelyard/text'
import type { Command } from 'commander'
import { addOptions } from '../../options/add-options.ts'
import { askedSuites } from '../../options/expressions.ts'
import type { Invocation, Select } from '../../options/invocation.ts'
import { ownSuites } from '../../options/own-suites.ts'
import { type RunCommandOptions, randomSeed, runOptions } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { carryOutRun } from './carry-out-run.ts'
import { watchSuites } from './watch.ts'

/** Makes the program itself the command that measures suites. */
export function addRunCommand(program: Command, select: Select): void {
  program
    .usage('<suite[/case]…|file…|all|-e expression…> [options]')
    .argument(
      '[suites...]',
      'suites, suite/case, suite and benchmark files, folders, globs, or all (every suite except those of servers)',
    )
  const given = addOptions(program, optionsOf('run'))
  program.action((words: string[]) => {
    const values = given()
    const mistaken = mistakenCommand(words[0], values.suites, program)
    if (mistaken !== null) program.error(`error: ${mistaken}`)
    const suites = askedSuites(words, values, program, `name a suite; '${NAME} list' shows them`)
    const asked = runOptions(suites, values)
    select(values.watch ? watchRequest(asked, values.seed, program) : runRequest('run', asked))
  })
}

/** A request to measure, for every command that ends in the report of a record. */
export function runRequest(command: string, options: RunCommandOptions): Invocation<RunCommandOptions> {
  return { command, options, execute: args => carryOutRun(args, options) }
}

/** Returns an error where what should be a suite is none, and near to a command; else null. */
export function mistakenCommand(
  word: string | undefined,
  folders: readonly string[],
  program: Command,
): string | null {
  const suites = [...catalog().keys(), ...ownSuites(folders).keys()]
  if (word === undefined || !/^[a-z]+$/i.test(word) || [...suites, ALL].includes(word)) return null
  const names = program.commands.map(command => command.name())
  const near = mistyped(word.toLowerCase(), [...names, ...suites])
  if (!names.includes(near[0] ?? '')) return null
  return `there is no command or suite '${word}'. Did you mean ${near.join(' or ')}?`
}

/**
 * A request to measure again and again. Each record names the command that measures once.
 *
 * @param seed of every run; null for another one each time
 */
function watchRequest(
  options: RunCommandOptions,
  seed: number | null,
  program: Command,
): Invocation<RunCommandOptions> {
  const takesValue = (argument: string | undefined) =>
    program.options.some(({ required, short, long }) => required && (short === argument || long === argument))
  const execute = (args: readonly string[]) => {
    const once = args.filter((argument, place) => argument !== '--watch' || takesValue(args[place - 1]))
    return watchSuites(options.selection.suites, changed => {
      const rules = { ...options.rules, seed: seed ?? randomSeed() }
      return carryOutRun(once, { ...options, rules }, async () => {}, changed)
    })
  }
  return { command: 'run', options, execute }
}
