import { ALL, capSeconds, isCatalogued, select, UsageError } from '@steelyard/measure'
import { CommanderError } from 'commander'
import type { CommandLine, Invocation } from '../../options/invocation.ts'
import { optionsOfRecord, type RunCommandOptions } from '../../options/run-options.ts'
import { placesLeftOut } from '../rerun/places-left-out.ts'
import { type Allowed, type Untrusted, untrustedParts } from '../rerun/untrusted.ts'
import { TIMELINES, type TimelineOptions } from '../timeline/command.ts'
import { followedRuntime } from '../timeline/tracks.ts'

/** Small enough to lose. */
export const MOST_JOB_SECONDS = 120

/** Reads a command line, and prints nothing. */
export type ReadCommand = (args: readonly string[]) => Invocation

/** Returns what the command line of a job measures. UsageError where a fleet cannot measure it. */
export function measurementOf({ command, line, ...asked }: Invocation): RunCommandOptions {
  if (command !== 'run' && command !== 'compare') {
    throw new UsageError(`Cannot send '${command}' to a fleet as a job: a job is a run or 'compare'.`)
  }
  const options = asked.options as RunCommandOptions
  const { suites } = options.selection
  if (suites.length !== 1 || suites[0] === ALL) {
    throw new UsageError('Cannot send this to a fleet as one job: a job has one suite.')
  }
  refuseUnsendable(options, line)
  return options
}

/** Returns what a timeline follows: each machine keeps lines of its own. UsageError where a fleet cannot follow it. */
export function followedBy({ options }: Invocation): TimelineOptions {
  const asked = options as TimelineOptions
  const { suites, ranges, dryRun, html, out } = asked
  ranges.forEach(followedRuntime)
  if (!suites.every(word => isCatalogued(word) && word !== ALL))
    throw new UsageError('Cannot send this to a fleet: a timeline there has built-in suites. Name each.')
  if (dryRun || html !== null || out !== TIMELINES) {
    throw new UsageError(
      "Cannot send this to a fleet: lines come with 'fleet gather'. Leave --dry-run, --html and --out out.",
    )
  }
  return asked
}

/** Returns what a job follows: one suite on one range, whose lines are one file. */
export function followedByJob(invocation: Invocation): TimelineOptions {
  const asked = followedBy(invocation)
  const suites = new Set(asked.suites.flatMap(select).map(({ label }) => label))
  if (suites.size === 1 && asked.ranges.length === 1) return asked
  throw new UsageError('Cannot send this to a fleet as one job: a job has one suite, on one range.')
}

/** Throws UsageError for options that mean nothing over machines, or that are of one machine. */
export function refuseUnsendable(options: RunCommandOptions, line: CommandLine): void {
  const cannot = (why: string) => new UsageError(`Cannot send this to a fleet: ${why}`)
  const { time, rules, output } = options
  if (time.quick)
    throw cannot('a preview counts for nothing over machines. Leave --quick out, and give --time.')
  if (output.dryRun) throw cannot('it would measure nothing. Leave --dry-run out.')
  if (rules.timers.some(timer => timer !== 'steelyard'))
    throw cannot("only Steelyard's own timer compares in pairs. Leave --timer out.")
  if (output.failOn !== null)
    throw cannot('verdicts come when its records are combined. Leave --fail-on out.')
  if (line.options.some(({ flag }) => flag === '--watch'))
    throw cannot('it would never end. Leave --watch out.')
  if (output.verbose) throw cannot('no worker shows a report. Leave --verbose out.')
  const [place] = [...(output.save ? [] : ['--no-save']), ...placesLeftOut(output)]
  if (place !== undefined) throw cannot(`records come with 'fleet gather'. Leave ${place} out.`)
}

/** Returns what a worker must allow for this, each once; files, paths and versions that are no release are never allowed. */
export function needsOf(options: RunCommandOptions): readonly Untrusted['kind'][] {
  return [...new Set(untrustedParts(options.selection, []).map(({ kind }) => kind))]
}

/** Returns what a job measures. UsageError names the first thing that this worker's own policy does not allow. */
export function allowedOptions(
  command: readonly string[],
  read: ReadCommand,
  allowed: readonly Allowed[],
): RunCommandOptions | TimelineOptions {
  const invocation = readInner(command, read)
  if (invocation.command === 'timeline') {
    const followed = followedByJob(invocation)
    checkSeconds(followed.timeSeconds ?? Number.POSITIVE_INFINITY)
    return followed
  }
  const asked = measurementOf(invocation)
  checkSeconds(capSeconds(asked))
  const refused = untrustedParts(asked.selection, []).find(({ kind }) => !allowed.some(one => one === kind))
  if (refused !== undefined) {
    throw new UsageError(`Cannot run this job: this worker does not allow ${refused.line}`)
  }
  return optionsOfRecord(asked)
}

function checkSeconds(seconds: number): void {
  if (seconds <= MOST_JOB_SECONDS) return
  throw new UsageError(
    `Cannot run this job: it takes ${seconds} seconds, and ${MOST_JOB_SECONDS} are the most.`,
  )
}

/** Reads the command line inside a request, or of a job. UsageError says what is wrong as it would be said outside. */
export function readInner(args: readonly string[], read: ReadCommand): Invocation {
  try {
    const invocation = read(args)
    if (!invocation.line.options.some(({ flag }) => flag === '--suites')) return invocation
    throw new UsageError(
      'Cannot send this to a fleet: a worker has no folder of yours. Leave --suites out, and name suite files.',
    )
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    throw new UsageError(
      `Cannot send this to a fleet: ${error.message.replace(/^error: /, '').split('\n')[0]}. Write it as it runs on one machine.`,
    )
  }
}
