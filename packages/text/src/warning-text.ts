/** The only place where warnings, reasons why a figure is missing, and errors of ours are put into words. */
import { knownWarning, type Metric, type Warning, type WarningRecord, warningKind } from '@steelyard/record'
import { durationParts, fromTo, percentDigits } from './format.ts'
import { PROGRAM } from './program-name.ts'

/** A figure of several warnings: both ends are the same where they agree. */
type Range = Readonly<Record<'least' | 'most', number>>

type Ranged<W> = { readonly [F in keyof W]: W[F] extends number ? Range : W[F] }

const OTHER_BUILDER = "one side is a local build, the other is the registry's"

const REMEDY =
  'Return a value that depends on all of the work, and let the work depend on an input that changes from call to call.'

const UNVERIFIED: Readonly<Record<string, string>> = {
  nothing: 'it returns nothing that could be compared between targets',
  incomparable: 'what it returns cannot be compared between targets',
  changing: 'it returns something else at every call or launch',
  window: 'its own loop returns nothing that could be compared between targets',
}

const WORDING: {
  readonly [C in Warning['code']]: (
    figures: Ranged<Extract<Warning, { readonly code: C }>>,
    metric: Metric,
  ) => string
} = {
  'near-empty-loop': ({ iterationNs, emptyNs }) =>
    `takes ${fixed(iterationNs, 2)} ns an iteration where the empty loop takes ${fixed(emptyNs, 2)} ns: part of its work may be optimised away, and much of its time is the loop's; do more in an iteration`,
  'growing-state': ({ timesAsLong }) =>
    `takes ${fixed(timesAsLong, 2)} times as long for twice as many iterations: something grows from call to call; begin every iteration from the same state`,
  'never-steady': ({ launches, of }) =>
    `never steady in ${whole(launches)} of ${whole(of)} launches: its speed changed in every window, so its time is a mean over several speeds`,
  'drifting-warm-up': ({ launches, of }) =>
    `still getting faster or slower when its warm-up ended in ${whole(launches)} of ${whole(of)} launches: its time includes warm-up`,
  'late-speed-up': ({ times, iterations, durationNs }) => lateText('faster', times, iterations, durationNs),
  'late-slow-down': ({ times, iterations, durationNs }) => lateText('slower', times, iterations, durationNs),
  'bimodal-batches': ({ launches, of }) =>
    `its batches were of two kinds, one more than twice as slow, in ${whole(launches)} of ${whole(of)} launches: the time is a mean over both`,
  'work-after-return': ({ mainCpuShare }, metric) =>
    `its main thread worked ${inText(mainCpuShare, share => String(Math.round((share - 1) * 100)))} % longer than its time says: garbage collection, or work that it leaves behind when it returns, is not timed${byCpu(';', metric)}`,
  'late-replies': ({ timesAsLong }, metric) =>
    `its replies took ${fixed(timesAsLong, 2)} times as long as its own clock says: garbage collection or other work ran before or after its batches; stop other programs${byCpu(', or', metric)}`,
  'long-empty-batches': ({ emptyShare }) =>
    `its batches without iterations took ${percent(emptyShare)} of the others, and are subtracted from them: stop other programs, and run again`,
  waiting: ({ cpuShare }, metric) =>
    `used the CPU for only ${percent(cpuShare)} of its wall time: it waited, or something else ran on the core${byCpu(';', metric)}`,
  'contended-batches': ({ batchShare }, metric) =>
    `shared its core with other work in ${percent(batchShare)} of its batches: stop other programs${byCpu(', or', metric)}`,
  'measured-again': ({ launches, of }) =>
    `was measured again in ${whole(launches)} of ${whole(of)} launches, since a contender of its group changed its speed while it was timed; the record has the discarded windows`,
  'one-launch': () => 'has one launch, too few for an interval: raise --time',
  'lost-later': ({ launches }) => `lost later; good launches that are kept: ${whole(launches)}`,
  'lost-beside': ({ launches, of }) =>
    `lost with another contender of the group in ${whole(launches)} of ${whole(of)} launches, which were repeated without it`,
  'own-unit': ({ unitsPerIteration }) =>
    `its file counts ${inText(unitsPerIteration, units => String(Number(units.toPrecision(3))))} of its own units per iteration; times here are per iteration`,
  'promise-counted': () =>
    'its own tool does not time the promise that a call returns; here the promise counts',
  unverified: ({ reason }) => `unverified: ${UNVERIFIED[reason] ?? reason}`,
  'no-memory-launch': ({ message }) => `was lost in the launch that measures its memory: it ${message}`,
  'no-usage-launch': ({ message }) => `was lost in a launch that reads the kernel's counts: it ${message}`,
  'no-tiers-launch': ({ message }) => `was lost in the launch that logs its tiers: it ${message}`,
  'no-allocations-launch': ({ message }) =>
    `was lost in a launch that samples its allocations: it ${message}`,
  'no-allocation-sampler': () => 'its engine has no sampler of allocations',
  'no-profile': ({ message }) => `has no profile: it ${message}`,
  'no-calls-launch': ({ message }) => `was lost in the launch that times single calls: it ${message}`,
  'no-single-requests': ({ message }) => `has no single requests: it ${message}`,
  'no-startup-phases': ({ message }) => `workerd bench reported no phases of its start: ${message}`,
  'generator-late': ({ latencyShare }, metric) =>
    generatorText(
      `the load generator sent its requests late by ${percent(latencyShare)} of the latency`,
      metric,
    ),
  'generator-rate': ({ rateShare }, metric) =>
    generatorText(
      `the server answered at ${percent(rateShare)} of the rate that the load generator reaches against canned bytes`,
      metric,
    ),
  'generator-busy': ({ timeShare }, metric) =>
    generatorText(`the load generator was busy for ${percent(timeShare)} of the time`, metric),
  'faster-in-turns': ({ changeShare }) =>
    `was still getting faster in its turns, by ${percent(changeShare)} from their first half to their second: its time includes warm-up`,
  'request-fault': ({ message }) => message,
  'bundle-over-limit': ({ gzipBytes }) =>
    `${bundleText(gzipBytes)}, more than Cloudflare Workers took in 2023 (5 MB)`,
  'large-bundle': ({ gzipBytes }) =>
    `${bundleText(gzipBytes)}: above 1024 KiB wrangler warns that a worker may start slower`,
  'zero-headline': ({ timer, launches, of }) =>
    `${timer} reported 0 in ${whole(launches)} of ${whole(of)} launches, which are left out: the case is too short for it`,
  'failed-runs': ({ runs, of }) =>
    `ended with another exit code than 0 in ${whole(runs)} of ${whole(of)} runs`,
  'tool-flag': ({ flag }) => `it says ${flag}`,

  'busy-machine': ({ load, cores }) =>
    `the machine was busy before the run (load ${fixed(load, 1)} on ${whole(cores)} cores): stop other work and run again`,
  'one-core': () => 'there is one core, which the host shares with what it measures: use a machine with two',
  'cannot-pin': () =>
    'processes cannot be held on one core here: contenders see different noise; on Linux install util-linux',
  'slow-governor': ({ governor }) =>
    `the clock-speed governor is '${governor}': set it to 'performance' for steadier times`,
  confined: ({ suitesWithNetwork }) =>
    `the run was confined: no files, network or processes of this machine could be reached${suitesWithNetwork === '' ? '' : `, except the network by ${suitesWithNetwork}`}`,
  overrun: ({ plannedNs, endedAfterNs }) =>
    `the run was planned to take ${seconds(plannedNs, 0)} s and was ended after ${seconds(endedAfterNs, 0)} s: see what the report says about its cases, or run fewer at once`,

  'idle-flags': ({ flags, beside }) => {
    const [change, them] = flags.includes(' ') ? ['change', 'them'] : ['changes', 'it']
    return `${flags} ${change} nothing in this build${beside === '' ? '' : ` together with ${beside}`}: the engine's own list of flags is the same with and without ${them}`
  },

  'lowers-suites': () =>
    'this build supports neither classes nor block scopes: suites are transpiled, for all targets of this run',

  'other-builder': () => `${OTHER_BUILDER}: a part of the ratio may come from how they were built`,
  'other-builder-small': ({ withinShare }) =>
    `${OTHER_BUILDER}, and building alone can make a difference under ${percent(withinShare)}, which the interval reaches: build the base as the local side was built, and give it with --base-rebuilt`,
  'two-kinds': () =>
    `its launches are of two kinds, and either alone decides the same; ${PROGRAM} modes looks for the cause`,
  'kinds-disagree': () =>
    `its launches are of two kinds, of which one alone would not decide this; ${PROGRAM} modes looks for the cause`,
  'later-launches-differ': ({ look }) =>
    `the verdict comes from the look at ${whole(look)} launches; the mean of all launches contradicts it`,
  'open-loop': ({ times }) =>
    `through the baseline the ratio is ${fixed(times, 2)} times the direct one, more than noise makes: launches of the two differ`,

  'too-few-calls': ({ needed, calls }) => `needs ${whole(needed)} calls, there were ${whole(calls)}`,
  'call-too-short': ({ leastNs }) => tooShortText('it is', leastNs),
  'budget-too-short': ({ leastNs }) => tooShortText('the budget is', leastNs),
  'budget-under-channel': ({ leastNs }) =>
    `the budget is too short compared with the cost of requesting one call: it needs at least ${duration(leastNs)}`,
  'no-process-cpu': () => 'this platform does not report the CPU time of a process',
  'unread-process-cpu': () => 'the CPU time of the process could not be read to the end',
  'no-thread-cpu': () => 'this platform does not report the CPU time of the process and of its main thread',
  'counted-as-allocated': () => 'it is part of the allocated bytes',
  'no-perf': () => 'Linux perf is not installed here',
  'no-symbols': () => 'the binary was stripped of their names',
  'no-code-map': () => 'the engine writes no map of its machine code for perf',
  'perf-failed': ({ message }) => `perf ${message}`,
  'no-mapped-launch': ({ message }) => `with a map of its machine code, it ${message}`,
  'no-external-bytes': ({ runtime }) => `${runtime} does not report what lies outside of the heap`,
  'always-collected': () => 'every reading had a collection in between',
  'no-heap-size': () => 'the engine did not report the size of its heap',
  'no-asked-collection': () => 'the engine reported no collection when one was requested',
  'too-few-collections': ({ collections, iterations }) =>
    `${collectionsText(collections)} in ${whole(iterations)} iterations: too few for an engine that reports allocation only when it collects`,
  'main-thread-waited': ({ waitedShare }) =>
    `its main thread waited for other processes for ${inText(waitedShare, percentDigits)} % of its CPU time, and pauses include such waits`,
  'helpers-on-one-core': () => 'on one core the pauses also include the work of helper threads',

  'not-measured': () => 'the run, or its --time, ended before its first launch.',
  unsupported: ({ reason }) => reason,
  'tool-error': ({ message }) => message,
  lost: ({ message }) => (/[.!?]$/.test(message) ? message : `${message}.`),
  'dead-code-floor': ({ iterationNs, emptyNs, launches }) =>
    `optimized away? An iteration takes ${fixed(iterationNs, 2)} ns, one of the empty loop ${fixed(emptyNs, 2)} ns (fastest batches, means over ${whole(launches)} launches). ${REMEDY}`,
  'dead-code-growth': ({ timesAsLong, upperTimesAsLong, launches }) =>
    `optimized away? Twice as many iterations take ${fixed(timesAsLong, 2)} times as long, at most ${fixed(upperTimesAsLong, 2)} (${whole(launches)} launches): the cost does not come from the iterations. ${REMEDY}`,
  'false-clock-empty': ({ emptyShare, launches }) =>
    `reports time for batches without iterations: ${percent(emptyShare)} of the others in each of ${whole(launches)} launches, which is subtracted from them. Leave nothing running, and leave promises alone.`,
  'false-clock-main-cpu': ({ timesAsLong, launches }) =>
    falseClockText('kernel', 'its main thread worked', timesAsLong, launches),
  'false-clock-host': ({ timesAsLong, launches }) =>
    falseClockText('host', 'its replies took', timesAsLong, launches),
}

/** Returns a warning of a record as the rest of a sentence about its subject; one with an unknown code by its figures. */
export function recordWarningText(warning: WarningRecord): string {
  return recordWarningRangeText([warning])
}

/**
 * Returns warnings of one kind as the rest of a sentence about their subject, or the clause that says why a figure is missing;
 * with the range of each figure: `in 3 to 5 of 12 launches`. An error ends with its full stop.
 *
 * @param warnings those for which `recordWarningKind` returns the same
 * @param metric what verdicts read
 * @throws RangeError without any
 */
export function recordWarningRangeText(warnings: readonly WarningRecord[], metric: Metric = 'wall'): string {
  const [any] = warnings
  if (any === undefined) throw new RangeError('Cannot put warnings into words: there is none.')
  const known = warnings.flatMap(warning => knownWarning(warning) ?? [])
  const [first] = known
  if (first === undefined) return unknownText(any)
  // Each code's own function takes what the table of that code has.
  const wording = WORDING[first.code] as (figures: object, metric: Metric) => string
  return wording(ranged(first, known), metric)
}

/** Returns the same for warnings that can be reported as one. */
export function recordWarningKind(warning: WarningRecord): string {
  const known = knownWarning(warning)
  return known === null ? unknownText(warning) : warningKind(known)
}

function unknownText({ code, ...figures }: WarningRecord): string {
  const shown = Object.entries(figures).map(([name, value]) => `${name} ${value}`)
  return shown.length === 0 ? code : `${code} (${shown.join(', ')})`
}

/** Returns why a contender has no numbers, or none that are valid; empty where there is no error. */
export function errorText(error: WarningRecord | null | undefined): string {
  return error ? recordWarningText(error) : ''
}

function ranged(first: Warning, warnings: readonly Warning[]): object {
  const all: readonly Readonly<Record<string, number | string>>[] = warnings
  return Object.fromEntries(
    Object.entries<number | string>(first).map(([name, value]) => {
      if (typeof value === 'string') return [name, value]
      const values = all.map(warning => Number(warning[name]))
      return [name, { least: Math.min(...values), most: Math.max(...values) }]
    }),
  )
}

function lateText(change: 'faster' | 'slower', times: Range, iterations: Range, durationNs: Range): string {
  const about = inText(iterations, count => Number(count.toPrecision(2)).toLocaleString('en'))
  return `becomes ${fixed(times, 1)} times ${change} after about ${about} iterations (${seconds(durationNs, 1)} s): it is timed after that, and code that calls it less often never gets there`
}

function generatorText(why: string, metric: Metric): string {
  return `generator-bound: ${why}, so the server's own time may be shorter${byCpu(';', metric)}`
}

/** Returns the advice to compare by CPU time, joined by `before`; nothing where that is done already. */
function byCpu(before: string, metric: Metric): string {
  return metric === 'cpu' ? '' : `${before} compare with --metric cpu`
}

function bundleText(gzipBytes: Range): string {
  return `its bundle takes ${inText(gzipBytes, bytes => (bytes / 1024).toFixed(0))} KiB gzipped`
}

function tooShortText(what: string, leastNs: Range): string {
  return `${what} too short: the clock of the runtime resolves at least ${duration(leastNs)}`
}

function collectionsText(collections: Range): string {
  const count = collections.most === 0 ? 'no' : whole(collections)
  return `${count} collection${collections.most > 1 ? 's' : ''}`
}

function falseClockText(other: string, seen: string, timesAsLong: Range, launches: Range): string {
  return `its own clock and the ${other}'s disagree in each of ${whole(launches)} launches: ${seen} ${fixed(timesAsLong, 2)} times as long as it reported. Let the case return only when its work is done, and leave the clocks alone.`
}

function whole(range: Range): string {
  return inText(range, String)
}

function fixed(range: Range, decimals: number): string {
  return inText(range, value => value.toFixed(decimals))
}

/** A share in whole percent. */
function percent(range: Range): string {
  return `${inText(range, share => String(Math.round(share * 100)))} %`
}

function seconds(rangeNs: Range, decimals: number): string {
  return inText(rangeNs, ns => (ns / 1e9).toFixed(decimals))
}

/** Names the unit once where both ends have the same. */
function duration({ least, most }: Range): string {
  const [from, to] = [durationParts(least), durationParts(most)]
  const first = from.unit === to.unit ? from.value : `${from.value} ${from.unit}`
  return `${first === to.value ? '' : `${first} to `}${to.value} ${to.unit}`
}

function inText({ least, most }: Range, textOf: (value: number) => string): string {
  return fromTo([textOf(least), textOf(most)])
}
