import { isDeepStrictEqual } from 'node:util'
import { LaunchError } from '@steelyard/launcher'
import {
  ALL,
  capSeconds,
  type RunSelection,
  type Selection,
  select,
  suiteByHash,
  UsageError,
} from '@steelyard/measure'
import { CommanderError } from 'commander'
import type { Invocation } from '../../options/invocation.ts'
import type { RunCommandOptions } from '../../options/run-options.ts'
import { asUsage } from '../../process/as-usage.ts'
import { listSuites } from '../list/list.ts'
import type { SweepOptions } from '../sweep/command.ts'
import { sweepTargets } from '../sweep/sweep-targets.ts'
import { exactCommand, type JobPlan, optionsIn } from './job-commands.ts'
import { measurementOf, type ReadCommand, refuseUnsendable } from './job-policy.ts'

/** A part of a request that is one command. */
export interface RequestPart extends JobPlan {
  readonly options: RunCommandOptions
}

/** A command line, and what it is to measure. */
interface Part {
  readonly args: readonly string[]
  readonly options: RunCommandOptions
}

const OF_SWEEP: ReadonlySet<string> = new Set(['--runtime', '--good', '--bad', '--versions', '--sweep'])
/** As many as share launches with the base. */
const HEADS_OF_GROUP = 3
/** What a group of a sweep has by default. */
const GROUP_SECONDS = 60
/** What stops once its verdict is known is biased, and no part of a mean over machines. */
const PRECISION_OF_JOBS = 0.01
const PRECISION = `--precision=${100 * PRECISION_OF_JOBS}`
/** The path of no suite. */
const NO_SUITE = './?.bench.ts'

/**
 * Returns the commands that measure what a command line asks for: each with one suite, of a sweep with the base and up to
 * three others, and with one release for each target.
 *
 * @throws UsageError where a fleet cannot measure it
 */
export async function requestParts(args: readonly string[], read: ReadCommand): Promise<RequestPart[]> {
  const parts: RequestPart[] = []
  for (const each of await plainParts(args, read)) {
    const command = await asUsage([LaunchError], () => exactCommand(each.args, each.options))
    const exact = optionsIfSame(command, each.options, read)
    const single = await partsBySuite({ args: command, options: exact }, read)
    parts.push(
      ...single.map(one => ({
        command: one.args,
        options: measurementOf(read(one.args), one.args),
        timeSeconds: capSeconds(each.options),
      })),
    )
  }
  return parts
}

/** A sweep is runs that compare targets; everything else is what it is. */
async function plainParts(args: readonly string[], read: ReadCommand): Promise<Part[]> {
  const invocation = readInner(args, read)
  const { command } = invocation
  const options = invocation.options as RunCommandOptions
  if (command !== 'run' && command !== 'compare' && command !== 'sweep') {
    throw new UsageError(`Cannot send '${command}' to a fleet: it measures runs, 'compare' and 'sweep'.`)
  }
  refuseUnsendable(options, args)
  // Refuses mistyped names.
  options.selection.suites.flatMap(select)
  if (command !== 'sweep') {
    if (options.rules.precision !== null) return [{ args, options }]
    const precise = [...args, PRECISION]
    return [{ args: precise, options: readInner(precise, read).options as RunCommandOptions }]
  }
  return sweepParts(args, invocation.options as SweepOptions, read)
}

async function sweepParts(
  args: readonly string[],
  { choice, ...options }: SweepOptions,
  read: ReadCommand,
): Promise<Part[]> {
  const { selection, rules, time } = options
  const [suite = ''] = selection.suites
  const [base = '', ...heads] =
    (await sweepTargets({ ...selection, suite }, choice, new AbortController().signal)) ?? []
  const rest = optionsIn(args.toSpliced(args.indexOf('sweep'), 1), OF_SWEEP).flatMap(({ option, texts }) =>
    option === null ? texts : [],
  )
  const groups = Array.from({ length: Math.ceil(heads.length / HEADS_OF_GROUP) }, (_, group) => [
    base,
    ...heads.slice(HEADS_OF_GROUP * group, HEADS_OF_GROUP * (group + 1)),
  ])
  const share = capSeconds(options) / groups.length
  const timeSeconds = time.timeSeconds === null ? Math.max(share, GROUP_SECONDS) : share
  const precisely = rules.precision === null ? [PRECISION] : []
  return groups.map(runtimes => {
    const command = [...rest, ...precisely, '--by=targets', ...runtimes.map(text => `--runtime=${text}`)]
    const wanted: RunCommandOptions = {
      ...options,
      selection: { ...selection, runtimes, by: 'targets' },
      rules: { ...rules, precision: rules.precision ?? PRECISION_OF_JOBS },
      time: { ...time, timeSeconds },
    }
    optionsIfSame(command, wanted, read)
    return { args: command, options: wanted }
  })
}

/** One command for each suite: a record has one, and a job can be lost. */
async function partsBySuite({ args, options }: Part, read: ReadCommand): Promise<Part[]> {
  const { selection } = options
  const selections = selection.suites.flatMap(select)
  if (selections.length === 1) return [{ args, options }]
  const isSuite = (word: string, index: number) => {
    if (word.startsWith('-')) return false
    const other = args.with(index, NO_SUITE)
    try {
      return (read(other).options as RunCommandOptions).selection.suites.includes(NO_SUITE)
    } catch {
      return false
    }
  }
  const places = args.flatMap((word, index) => (isSuite(word, index) ? [index] : []))
  const others = new Set(places.slice(1))
  return (await wantedOf(selections, selection)).map(({ label, caseId }) => {
    const word = caseId === null ? label : `${label}/${caseId}`
    const own = args.with(places[0] ?? 0, word).filter((_, index) => !others.has(index))
    return {
      args: own,
      options: optionsIfSame(own, { ...options, selection: { ...selection, suites: [word] } }, read),
    }
  })
}

/** Returns the suites that a run on one machine would measure of those that are named. */
async function wantedOf(selections: readonly Selection[], asked: RunSelection): Promise<Selection[]> {
  const { filters, tags, cases, dialect, suites } = asked
  const labels = selections.map(({ label }) => label)
  const twice = labels.find((label, index) => labels.indexOf(label) !== index)
  if (twice !== undefined) {
    throw new UsageError(
      `Cannot run the suite ${twice} twice in one request. Name it once, and choose cases with --case.`,
    )
  }
  if (!suites.includes(ALL) && filters.length + tags.length === 0) return [...selections]
  if (suites.some(word => suiteByHash(word) !== null)) {
    throw new UsageError(
      'Cannot choose among suite files that are sent to a fleet. Leave --filter, --tag and all out, or send them alone.',
    )
  }
  const listing = await listSuites(suites, dialect, { cases, filters, tags })
  for (const error of listing.errors) throw new UsageError(error)
  const known = new Map(listing.suites.map(suite => [suite.name, suite]))
  return selections.filter(({ label, isNamed }) => {
    const suite = known.get(label)
    return suite !== undefined && (isNamed || suite.server === null)
  })
}

/** Returns what a command line asks for, if that is the same but for the names of builds, the time and the seed. */
function optionsIfSame(
  args: readonly string[],
  wanted: RunCommandOptions,
  read: ReadCommand,
): RunCommandOptions {
  const options = readInner(args, read).options as RunCommandOptions
  if (isDeepStrictEqual(withoutBuilds(options), withoutBuilds(wanted))) return options
  throw new UsageError(
    'Cannot send this to a fleet: a value in it reads like an option. Write it as --option=value.',
  )
}

/** The options without what differs between jobs: builds, time and seed. */
function withoutBuilds(options: RunCommandOptions): object {
  return {
    ...options,
    selection: { ...options.selection, runtimes: [] },
    rules: { ...options.rules, seed: 0 },
    time: { ...options.time, timeSeconds: 0 },
  }
}

/** The command line inside is the user's own: what is wrong with it is said as it would be outside. */
function readInner(args: readonly string[], read: ReadCommand): Invocation {
  try {
    return read(args)
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    throw new UsageError(
      `Cannot send this to a fleet: ${error.message.replace(/^error: /, '').split('\n')[0]}. Write it as it runs on one machine.`,
    )
  }
}
