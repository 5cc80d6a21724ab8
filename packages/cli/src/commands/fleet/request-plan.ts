import { exactVersion, LaunchError, parseTarget } from '@steelyard/launcher'
import {
  ALL,
  askedTargets,
  capSeconds,
  DEFAULT_TARGETS,
  type RunSelection,
  type Selection,
  select,
  suiteByHash,
  targetText,
  UsageError,
} from '@steelyard/measure'
import { runners } from '@steelyard/runners'
import { argsOf, type CommandLine, type GivenOption, type Invocation } from '../../options/invocation.ts'
import type { RunCommandOptions } from '../../options/run-options.ts'
import { asUsage } from '../../process/as-usage.ts'
import { listSuites } from '../list/list.ts'
import type { SweepOptions } from '../sweep/command.ts'
import { sweepTargets } from '../sweep/sweep-targets.ts'
import { followedRuntime, tracksOf } from '../timeline/tracks.ts'
import {
  followedBy,
  MOST_JOB_SECONDS,
  measurementOf,
  needsOf,
  type ReadCommand,
  refuseUnsendable,
} from './job-policy.ts'

/** A part of a request that is one command, in each session. */
export interface RequestPart {
  readonly command: readonly string[]
  /** What a worker must allow for it. */
  readonly needs: readonly string[]
  /** Runtimes of which it needs releases. */
  readonly runtimes: readonly string[]
  readonly seed: number
  /** Time of all of its jobs together. */
  readonly timeSeconds: number
}

const SET_BY_JOB = ['--time', '--seed']
const OF_SWEEP = ['--runtime', '--good', '--bad', '--versions']
/** Heads that share launches with one base. */
const HEADS_OF_GROUP = 3
/** What a group of a sweep has by default. */
const GROUP_SECONDS = 60
/** Without it a run may end on its verdicts, and a mean over machines counts only its first launches. */
const PRECISION = { flag: '--precision', text: '1' } as const

/**
 * Returns the commands that measure what a command line asks for: each with one suite, of a sweep with the base and up to
 * three others, and with one release for each target.
 *
 * @throws UsageError where a fleet cannot measure it
 */
export async function requestParts(asked: Invocation, read: ReadCommand): Promise<RequestPart[]> {
  if (asked.command === 'timeline') return timelineParts(asked)
  const parts: RequestPart[] = []
  for (const { line, timeSeconds } of await plainParts(asked)) {
    const exact = await asUsage([LaunchError], () => exactLine(line))
    for (const one of await linesBySuite(exact, read)) {
      const command = argsOf(one)
      const options = measurementOf(read(command))
      // The line of a job has no seed any more.
      const { seed } = (asked.options as RunCommandOptions).rules
      const needed = { needs: needsOf(options), runtimes: runtimesOf(options.selection), seed }
      parts.push({ command, ...needed, timeSeconds })
    }
  }
  return parts
}

/** A suite on a range is a command; each machine goes on with the lines that it has. */
async function timelineParts(asked: Invocation): Promise<RequestPart[]> {
  const options = followedBy(asked)
  // Refuses cases and releases that are none.
  await tracksOf(options, new AbortController().signal)
  const rest = asked.line.options.filter(({ flag }) => ![...SET_BY_JOB, '--runtime'].includes(flag))
  const bySuite = Map.groupBy(asked.line.words, word => select(word)[0]?.label)
  return [...bySuite.values()].flatMap(words =>
    options.ranges.map(range => ({
      command: argsOf({ ...asked.line, words, options: [...rest, runtimeOption(range)] }),
      needs: [],
      runtimes: [followedRuntime(range)],
      seed: options.seed,
      timeSeconds: options.timeSeconds ?? MOST_JOB_SECONDS,
    })),
  )
}

/** A sweep is runs that compare targets; everything else is what it is. */
async function plainParts({ command, options: wanted, line }: Invocation) {
  const options = wanted as RunCommandOptions
  if (command !== 'run' && command !== 'compare' && command !== 'sweep') {
    throw new UsageError(
      `Cannot send '${command}' to a fleet: it measures runs, 'compare', 'sweep' and 'timeline'.`,
    )
  }
  refuseUnsendable(options, line)
  // Refuses mistyped names.
  options.selection.suites.flatMap(select)
  const isPrecise = options.rules.precision !== null
  const precise = isPrecise ? line : { ...line, options: [...line.options, PRECISION] }
  if (command === 'sweep') return sweepParts(precise, wanted as SweepOptions)
  return [{ line: precise, timeSeconds: capSeconds(options) }]
}

async function sweepParts(line: CommandLine, { choice, ...options }: SweepOptions) {
  const { selection, time } = options
  const [suite = ''] = selection.suites
  const [base = '', ...heads] =
    (await sweepTargets({ ...selection, suite }, choice, new AbortController().signal)) ?? []
  const rest = line.options.filter(({ flag }) => !OF_SWEEP.includes(flag))
  const groups = Array.from({ length: Math.ceil(heads.length / HEADS_OF_GROUP) }, (_, group) => [
    base,
    ...heads.slice(HEADS_OF_GROUP * group, HEADS_OF_GROUP * (group + 1)),
  ])
  const share = capSeconds(options) / groups.length
  const timeSeconds = time.timeSeconds === null ? Math.max(share, GROUP_SECONDS) : share
  return groups.map(runtimes => {
    const targets = [{ flag: '--by', text: 'targets' }, ...runtimes.map(runtimeOption)]
    const own = { command: 'run', words: line.words, options: [...rest, ...targets] }
    return { line: own, timeSeconds: capSeconds({ ...options, time: { ...time, timeSeconds } }) }
  })
}

/** One command for each suite: a record has one, and a job can be lost. */
async function linesBySuite(line: CommandLine, read: ReadCommand): Promise<CommandLine[]> {
  const { selection } = read(argsOf(line)).options as RunCommandOptions
  const selections = selection.suites.flatMap(select)
  if (selections.length === 1) return [line]
  const wanted = await wantedOf(selections, selection)
  return wanted.map(({ label, caseId }) => ({
    ...line,
    words: [caseId === null ? label : `${label}/${caseId}`],
  }))
}

/** Returns the suites that a run on one machine would measure of those that are named. */
async function wantedOf(selections: readonly Selection[], asked: RunSelection): Promise<Selection[]> {
  const { tags, dialect, suites } = asked
  const labels = selections.map(({ label }) => label)
  const twice = labels.find((label, index) => labels.indexOf(label) !== index)
  if (twice !== undefined) {
    throw new UsageError(
      `Cannot run the suite ${twice} twice in one request. Name it once, and choose cases with --case.`,
    )
  }
  if (!suites.includes(ALL) && tags.length === 0) return [...selections]
  if (suites.some(word => suiteByHash(word) !== null)) {
    throw new UsageError(
      'Cannot choose among suite files that are sent to a fleet. Leave --tag and all out, or send them alone.',
    )
  }
  const { signal } = new AbortController()
  const listing = await listSuites(suites, dialect, tags, signal)
  if (listing === null) return []
  for (const error of listing.errors) throw new UsageError(error)
  const known = new Map(listing.suites.map(suite => [suite.name, suite]))
  return selections.filter(({ label, isNamed }) => {
    const suite = known.get(label)
    return suite !== undefined && (isNamed || suite.server === null)
  })
}

/**
 * Returns a command line in which each target is one release, so that all machines measure the same builds however long that
 * takes; time and seed are left out, since each job has its own.
 *
 * @throws LaunchError or SyntaxError for a version that cannot be found
 */
export async function exactLine(line: CommandLine): Promise<CommandLine> {
  const kept = line.options.filter(({ flag }) => !SET_BY_JOB.includes(flag))
  const given = kept.some(({ isTarget }) => isTarget)
    ? kept
    : [...kept, ...DEFAULT_TARGETS.map(runtimeOption)]
  const options: GivenOption[] = []
  for (const option of given)
    options.push(option.isTarget ? { ...option, text: await exactTarget(option.text ?? '') } : option)
  return { ...line, options }
}

function runtimeOption(text: string): GivenOption {
  return { flag: '--runtime', text, isTarget: true }
}

async function exactTarget(text: string): Promise<string> {
  const spec = parseTarget(text)
  if (spec.path !== null) return text
  return targetText({ ...spec, version: await exactVersion(runners[spec.runtime], spec.version) })
}

/** Returns the runtimes of which a command needs releases, each once. */
export function runtimesOf(options: Pick<RunSelection, 'runtimes' | 'flags'>): string[] {
  const specs = askedTargets(options).map(({ text }) => parseTarget(text))
  return [...new Set(specs.filter(({ path }) => path === null).map(({ runtime }) => runtime))]
}

/** Returns the commands of the jobs of a session: as many as keep each short enough. */
export function jobCommands({
  command,
  timeSeconds,
}: Pick<RequestPart, 'command' | 'timeSeconds'>): string[][] {
  const pieces = Math.ceil(timeSeconds / MOST_JOB_SECONDS)
  const seconds = Math.max(0.1, Math.round((timeSeconds / pieces) * 10) / 10)
  return Array.from({ length: pieces }, () => [...command, `--time=${seconds}`])
}
