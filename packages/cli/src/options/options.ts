import { randomInt } from 'node:crypto'
import { type DialectName, dialects } from '@steelyard/dialects'
import type { SuiteWord } from '@steelyard/measure'
import type { TimerName } from '@steelyard/record'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { milliseconds, timeSeconds, windowSeconds } from './durations.ts'
import type { RunCommandOptions } from './run-options.ts'

/** Relative to the working directory. */
export const RESULTS = 'results/local'

/** Options of every command that measures suites. */
export interface CommonOptions {
  readonly runtime?: string[]
  readonly dialect?: DialectName
  readonly answers?: 'compare' | 'ignore'
  readonly case?: string[]
  readonly filter?: string[]
  readonly tag?: string[]
  readonly param?: string[]
  readonly time?: number
  readonly affinity: 'same-core' | 'all'
  readonly seed?: number
  readonly quick?: true
  readonly dryRun?: true
  readonly json?: string
  readonly markdown?: string
  readonly out: string
  readonly save: boolean
}

/** Options of every command that gives verdicts. */
export interface RawOptions extends CommonOptions {
  readonly base?: string
  readonly flags?: string[]
  readonly head?: string[]
  readonly by?: 'cases' | 'targets'
  readonly metric: 'wall' | 'cpu'
  readonly timer?: TimerName
  readonly precision?: number
  /** Seconds. */
  readonly window?: number
  readonly threshold: number
  readonly control?: true
  readonly verbose?: true
  readonly memory?: true
  readonly usage?: true
  readonly tiers?: true
  readonly allocations?: true
  readonly profile?: true
  /** Milliseconds. */
  readonly budget?: number
  readonly failOn?: 'slower'
}

/** Headings of the options in the help of commands that have many. */
export const GROUP = { what: 'What to measure:', how: 'How to measure:', results: 'Results:' } as const

export function withCommonOptions(command: Command): Command {
  return command
    .optionsGroup(GROUP.what)
    .addOption(dialectOption())
    .addOption(
      new Option(
        '--answers <what>',
        'where cases of benchmark files return different values: fail them, or ignore it',
      ).choices(['compare', 'ignore']),
    )
    .option('--case <glob>', 'only cases whose id matches; repeatable', collect)
    .addOption(filterOption())
    .addOption(tagOption())
    .option('--param <name=value>', 'parameter value to use; name=all uses every value', collect)
    .optionsGroup(GROUP.how)
    .option(
      '--time <time>',
      'cap on the time of each suite: 90, 90s or 2m (default: what its launches need)',
      timeSeconds,
    )
    .addOption(affinityOption())
    .option(
      '--seed <number>',
      'seed of run order and core assignment (default: random, printed and recorded)',
      wholeNumber,
    )
    .option('--quick', 'stop at the first look: verdicts for what is decided by then, estimates for the rest')
    .option('--dry-run', 'show groups, launches and expected time; measure nothing')
    .optionsGroup(GROUP.results)
    .option('--json <file>', 'also write the record to this file; - for standard output')
    .option('--markdown <file>', 'also write a Markdown report; - for standard output')
    .addOption(outOption('folder for records'))
    .option('--no-save', 'do not save the record')
    .option(
      '--profile',
      'say where the time goes, for what came out faster or slower; keep the profiles beside the record',
    )
}

export function withRunOptions(command: Command): Command {
  return withCommonOptions(command)
    .optionsGroup(GROUP.what)
    .option(
      '--flags <flags>',
      'flags for every target, "" for none; repeatable: each is compared with the first',
      collect,
    )
    .optionsGroup(GROUP.how)
    .addOption(metricOption('clock that verdicts use'))
    .option('--precision <percent>', 'go on until every ratio is known to ± this', positive)
    .addOption(thresholdOption('smallest difference that matters'))
    .option(
      '--window <time>',
      'timed batches of each side in each launch: 500ms or 1s (default: 250ms in every run)',
      windowSeconds,
    )
    .option('--control', 'also compare every base with a copy of itself; no verdict where the two differ')
    .optionsGroup(GROUP.results)
    .option('--memory', 'report allocation and garbage collection, from side launches')
    .option('--usage', 'report page faults, context switches, reads, writes and CPU time, from side launches')
    .option(
      '--tiers',
      'report which compiler each function came to, when, and deoptimisations, from side launches',
    )
    .option('--allocations', 'report which functions allocate how much, from side launches')
    .option(
      '--budget <ms>',
      'report how many calls take longer, for the cases that a suite times per call, else for all',
      milliseconds,
    )
    .option('--verbose', 'show the distribution of the samples, and where the time went')
    .addOption(
      new Option('--fail-on <verdict>', 'exit with 1 if any comparison has this verdict').choices(['slower']),
    )
}

export function runtimeOption(): Option {
  const description = 'target to measure; repeatable (default: node, deno, bun, workerd)'
  return new Option('--runtime <target>', description).argParser(collect)
}

export function dialectOption(): Option {
  const names = dialects.map(({ name }) => name)
  return new Option('--dialect <name>', 'dialect of benchmark files (default: by what a file uses)').choices(
    names,
  )
}

export function filterOption(): Option {
  const description = 'of all suites only cases with this in suite/case, or a glob; repeatable'
  return new Option('--filter <text>', description).argParser(collect)
}

export function tagOption(): Option {
  return new Option('--tag <tag>', 'only suites with this tag, or with one of several').argParser(collect)
}

export function metricOption(description: string): Option {
  return new Option('--metric <clock>', description).choices(['wall', 'cpu']).default('wall')
}

export function thresholdOption(description: string): Option {
  return new Option('--threshold <percent>', description).argParser(positive).default(1)
}

export function outOption(description: string): Option {
  return new Option('--out <dir>', description).default(RESULTS)
}

export function affinityOption(): Option {
  return new Option(
    '--affinity <where>',
    'same-core: a group shares one CPU core; all: it may use every core',
  )
    .choices(['same-core', 'all'])
    .default('same-core')
}

export function runOptions(
  suites: readonly SuiteWord[],
  runtimes: readonly string[],
  raw: RawOptions,
): RunCommandOptions {
  const flags = raw.flags ?? []
  return {
    selection: {
      suites,
      runtimes,
      flags,
      dialect: raw.dialect ?? null,
      answers: raw.answers ?? 'compare',
      cases: raw.case ?? [],
      filters: raw.filter ?? [],
      tags: raw.tag ?? [],
      params: raw.param ?? [],
      by: raw.by ?? (flags.length > 1 ? 'targets' : null),
      compare: null,
      repeats: null,
    },
    rules: {
      timers: [raw.timer ?? 'steelyard'],
      metric: raw.metric,
      precision: raw.precision === undefined ? null : raw.precision / 100,
      threshold: raw.threshold / 100,
      affinity: raw.affinity,
      seed: raw.seed ?? randomSeed(),
      control: raw.control ?? false,
    },
    time: { timeSeconds: raw.time ?? null, quick: raw.quick ?? false, windowSeconds: raw.window ?? null },
    probes: {
      memory: raw.memory ?? false,
      usage: raw.usage ?? false,
      tiers: raw.tiers ?? false,
      allocations: raw.allocations ?? false,
      profile: raw.profile ?? false,
      budgetMs: raw.budget ?? null,
    },
    output: {
      dryRun: raw.dryRun ?? false,
      verbose: raw.verbose ?? false,
      json: raw.json ?? null,
      markdown: raw.markdown ?? null,
      out: raw.out,
      save: raw.save,
      evidenceFolder: null,
      failOn: raw.failOn ?? null,
    },
  }
}

export function randomSeed(): number {
  return randomInt(1, 2 ** 31)
}

export function collect(value: string, previous: string[] = []): string[] {
  return [...previous, value]
}

export function positive(text: string): number {
  const value = Number(text)
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError('Give a number above 0.')
  return value
}

export function wholeNumber(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('Give a whole number from 0.')
  return value
}
