import { ALL, catalog, mistyped } from '@steelyard/measure'
import type { TimerName } from '@steelyard/record'
import { NAME } from '@steelyard/text'
import { timers } from '@steelyard/timers'
import { type Command, Option } from 'commander'
import { askedSuites, type RawExpressions, withExpressions } from '../../options/expressions.ts'
import type { Invocation, Select } from '../../options/invocation.ts'
import {
  GROUP,
  type RawOptions,
  randomSeed,
  runOptions,
  runtimeOption,
  withRunOptions,
} from '../../options/options.ts'
import { ownSuites } from '../../options/own-suites.ts'
import type { RunCommandOptions } from '../../options/run-options.ts'
import { carryOutRun } from './carry-out-run.ts'
import { watchSuites } from './watch.ts'

export const OTHER_TIMERS = Object.keys(timers) as readonly Exclude<TimerName, 'steelyard'>[]

/** Makes the program itself the command that measures suites. */
export function addRunCommand(program: Command, select: Select): void {
  withRunOptions(
    withExpressions(
      program
        .usage('<suite[/case]…|file…|all|-e expression…> [options]')
        .argument(
          '[suites...]',
          'suites, suite/case, suite and benchmark files, folders, globs, or all (every suite except those of servers)',
        )
        .optionsGroup(GROUP.what),
    )
      .addOption(runtimeOption())
      .addOption(
        new Option('--by <what>', 'compare only cases, or only targets (default: as the suite says)').choices(
          ['cases', 'targets'],
        ),
      ),
  )
    .optionsGroup(GROUP.how)
    .addOption(
      new Option(
        '--timer <name>',
        'timer to use; third-party timers run as shipped, in 10 launches (with --quick 5)',
      )
        .choices(['steelyard', ...OTHER_TIMERS])
        .default('steelyard'),
    )
    .option('--watch', 'run again when a suite file, or a file that it imports, changes')
    .action((words: string[], options: RawOptions & RawExpressions) => {
      const refused = refusedWith(options)
      if (refused !== null) program.error(refused)
      const mistaken = mistakenCommand(words[0], options.suites ?? [], program)
      if (mistaken !== null) program.error(mistaken)
      const suites = askedSuites(words, options, program, `name a suite; '${NAME} list' shows them`)
      const asked = runOptions(suites, options.runtime ?? [], options)
      select(watchRequest(asked, options, program) ?? runRequest('run', asked))
    })
}

/** A request to measure, for every command that ends in the report of a record. */
export function runRequest(command: string, options: RunCommandOptions): Invocation<RunCommandOptions> {
  return { command, options, execute: args => carryOutRun(args, options) }
}

/** Returns an error where what should be a suite is none, and near to a command; else null. */
function mistakenCommand(
  word: string | undefined,
  folders: readonly string[],
  program: Command,
): string | null {
  const suites = [...catalog().keys(), ...ownSuites(folders).keys()]
  if (word === undefined || !/^[a-z]+$/i.test(word) || [...suites, ALL].includes(word)) return null
  const names = program.commands.map(command => command.name())
  const near = mistyped(word.toLowerCase(), [...names, ...suites])
  if (!names.includes(near[0] ?? '')) return null
  return `error: there is no command or suite '${word}'. Did you mean ${near.join(' or ')}?`
}

/** Returns an error where options exclude each other or the timer; else null. */
function refusedWith(options: RawOptions): string | null {
  const { timer, metric, control, failOn, memory, usage, tiers, allocations, budget, profile } = options
  if (timer === undefined || timer === 'steelyard') return null
  if (metric === 'cpu') return `error: ${timer} measures wall time only; leave --metric cpu out`
  if (control) return `error: ${timer} does not compare within launches; leave --control out`
  if (memory) return `error: ${timer} makes no side launches for memory; leave --memory out`
  if (usage) return `error: ${timer} makes no side launches for the kernel's counts; leave --usage out`
  if (tiers) return `error: ${timer} makes no side launches for tiers; leave --tiers out`
  if (allocations) return `error: ${timer} makes no side launches for allocations; leave --allocations out`
  if (profile) return `error: ${timer} gives no verdicts to explain; leave --profile out`
  if (budget !== undefined) return `error: ${timer} does not time single calls; leave --budget out`
  if (failOn !== undefined) return `error: ${timer} gives no verdicts to fail on; leave --fail-on out`
  return null
}

type RawWatchOptions = Pick<RawOptions, 'json' | 'markdown' | 'seed'> &
  RawExpressions & { readonly watch?: true }

/** A request to measure again and again, where that is asked for. Each record names the command that measures once. */
function watchRequest(
  options: RunCommandOptions,
  { watch, seed, ...raw }: RawWatchOptions,
  program: Command,
): Invocation<RunCommandOptions> | null {
  if (!watch) return null
  const refused = notWatchable(raw)
  if (refused !== null) program.error(refused)
  const takesValue = (argument: string | undefined) =>
    program.options.some(({ required, short, long }) => required && (short === argument || long === argument))
  const execute = (args: readonly string[]) => {
    const once = args.filter((argument, place) => argument !== '--watch' || takesValue(args[place - 1]))
    return watchSuites(options.selection.suites, changed =>
      carryOutRun(once, withSeed(options, seed ?? randomSeed()), async () => {}, changed),
    )
  }
  return { command: 'run', options, execute }
}

function withSeed(options: RunCommandOptions, seed: number): RunCommandOptions {
  return { ...options, rules: { ...options.rules, seed } }
}

function notWatchable({ expression, json, markdown }: RawWatchOptions): string | null {
  if (expression !== undefined) return 'error: --watch follows files; leave -e or --watch out'
  if (json === '-' || markdown === '-') {
    return 'error: --watch makes many results; give --json and --markdown a file'
  }
  return null
}
