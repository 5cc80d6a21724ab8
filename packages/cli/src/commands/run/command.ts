import { ALL, catalog, nearest } from '@steelyard/measure'
import { NAME } from '@steelyard/text'
import type { Command } from 'commander'
import { fillCommand } from '../../options/define-command.ts'
import { askedSuites } from '../../options/expressions.ts'
import type { Select } from '../../options/invocation.ts'
import { ownSuites } from '../../options/own-suites.ts'
import { randomSeed, runOptions } from '../../options/run-options.ts'
import { optionsOf } from '../../options/table.ts'
import { carryOutRun } from './carry-out-run.ts'
import { watchSuites } from './watch.ts'

const SUITES =
  'suites, suite/case, suite and benchmark files, folders, globs, or all (every suite except those of servers)'

/** Makes the program itself the command that measures suites. */
export function addRunCommand(program: Command, select: Select): Command {
  return fillCommand(
    program,
    {
      usage: '<suite[/case]…|file…|all|-e expression…> [options]',
      words: { '[suites...]': SUITES },
      options: optionsOf('run'),
      asked(given, words) {
        const mistaken = mistakenCommand(words[0], given.suites, program)
        if (mistaken !== null) program.error(`error: ${mistaken}`)
        const suites = askedSuites(words, given, program, `name a suite; '${NAME} list' shows them`)
        return runOptions(suites, given)
      },
      async execute(options, args, { watch, seed }) {
        if (!watch) return carryOutRun(options, args)
        // Records name the command that measures once.
        const once = args.filter(word => word !== '--watch')
        return watchSuites(options.selection.suites, changed => {
          const rules = { ...options.rules, seed: seed ?? randomSeed() }
          return carryOutRun({ ...options, rules }, once, async () => {}, { abandoned: changed })
        })
      },
    },
    select,
  )
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
  const near = nearest(word.toLowerCase(), [...names, ...suites])
  if (!names.includes(near[0] ?? '')) return null
  return `there is no command or suite '${word}'. Did you mean ${near.join(' or ')}?`
}
