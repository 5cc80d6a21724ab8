import { createHash } from 'node:crypto'
import { DEFAULT_BIAS_ALLOWANCE } from '@steelyard/analysis'
import { cacheFolder, LaunchError } from '@steelyard/launcher'
import { BARE_RUN, inspectMachine, NotRunningError, type RunOptions } from '@steelyard/measure'
import { readCalibration } from '@steelyard/record'
import { bisectionOf, errorOfStep, readMiddle } from '@steelyard/schedule'
import {
  type BisectionRules,
  DEFAULT_ALPHA,
  FIRST_ANALYSIS,
  type Metric,
  ratioAtAnalysis,
  testEnds,
} from '@steelyard/stats'
import { steelyardVersion } from '../../version.ts'
import {
  append,
  beginJournal,
  type EndsLine,
  findJournal,
  type Journal,
  type JournalHead,
  type MiddleLine,
} from './bisect-journal.ts'
import { type MeasuredStep, measureStep, type Rows } from './bisect-step.ts'
import type { BisectTask, EndsChoice } from './bisect-task.ts'

export interface BisectOptions extends EndsChoice {
  readonly metric: Metric
  /** A fraction. */
  readonly threshold: number
  /** For all steps together, as long as each of them settles its middle. */
  readonly timeSeconds: number
  readonly affinity: 'same-core' | 'all'
  readonly seed: number
  /** Where the journal and the records of the steps are kept. */
  readonly out: string
  /** Whether to start over instead of resuming an interrupted search. */
  readonly restart: boolean
}

/** What a search tells while it goes on. */
export interface BisectEvents {
  begun(journal: Journal, isResumed: boolean): void
  /** Told after each step, with all steps so far. */
  stepped(journal: Journal): void
  /** Told after each launch: how many steps were ended before, and how many launches this one has had. */
  launched(steps: number, launches: number): void
}

export interface BisectOutcome {
  readonly file: string
  readonly journal: Journal
}

/**
 * Searches the releases for the first that is nearer to bad. Every step is in the journal before the next begins, and a
 * search that was cut short goes on where it was.
 *
 * @throws LaunchError in one sentence when good or bad cannot be measured
 */
export async function bisect(
  command: readonly string[],
  task: BisectTask,
  options: BisectOptions,
  signal: AbortSignal,
  events: BisectEvents,
): Promise<BisectOutcome> {
  const { file, journal } = await openJournal(command, task, options, events)
  const { releases, rules } = journal.head
  const last = releases.length - 1
  const middles = [...journal.middles]
  let { ends } = journal

  const weigh = (indices: readonly number[], step: number, isSettled: (rows: Rows) => boolean) =>
    measureStep({
      command,
      options: {
        ...runOptions(
          options,
          indices.map(index => releases[index]?.target ?? ''),
        ),
        timeSeconds: options.timeSeconds / (1 + Math.ceil(Math.log2(last))),
        seed: journal.head.seed + step,
      },
      isSettled,
      onLaunch: launches => events.launched(step, launches),
      signal,
    })

  if (ends === null) {
    const read = (rows: Rows) =>
      testEnds(
        rows.map(([bad = 0]) => bad),
        rules,
      )
    const weighed = await weigh([0, last], 0, rows => read(rows) !== null)
    if (weighed === null) return { file, journal }
    refuseLost(weighed, [0, 1])
    ends = endsLine(weighed, read(weighed.rows))
    await append(file, ends)
    events.stepped({ ...journal, ends })
  }
  const { ends: direction } = ends
  if (direction !== 1 && direction !== -1) return { file, journal: { ...journal, ends, middles } }
  for (let { next } = bisectionOf(releases.length, middles); next !== null; ) {
    const middle = next
    const read = (rows: Rows) =>
      readMiddle(
        middle,
        rows.map(([log = 0, bad = 0]) => ({ middle: log, bad })),
        direction,
        rules,
      )
    const weighed = await weigh([0, middle, last], 1 + middles.length, rows => read(rows).place !== 'unclear')
      // The ends have run here before: it is the middle that does not.
      .catch(error => notRunning(error))
    if (weighed === null) break
    if (typeof weighed !== 'string') refuseLost(weighed, [0, 2])
    const line =
      typeof weighed === 'string' ? lostLine(middle, weighed, ends) : middleLine(weighed, read(weighed.rows))
    await append(file, line)
    middles.push(line)
    events.stepped({ ...journal, ends, middles })
    next = bisectionOf(releases.length, middles).next
  }
  return { file, journal: { ...journal, ends, middles } }
}

/** Goes on with the journal of the same search, or begins one. */
async function openJournal(
  command: readonly string[],
  task: BisectTask,
  options: BisectOptions,
  events: BisectEvents,
): Promise<BisectOutcome> {
  const { environment } = await inspectMachine(options.affinity)
  const { out, metric, threshold, affinity, restart } = options
  const same = {
    ...task,
    metric,
    threshold,
    affinity,
    machine: [environment.cpuModel, environment.cpu, environment.kernel],
  }
  const key = createHash('sha256').update(JSON.stringify(same)).digest('hex').slice(0, 8)
  const found = restart ? null : findJournal(out, key, task.releases)
  if (found !== null && !isOver(found.journal)) {
    events.begun(found.journal, true)
    return found
  }
  const calibration = await readCalibration(cacheFolder('visits'), environment)
  const { suite, caseId, params, runtime, releases } = task
  const rules: BisectionRules = {
    threshold,
    biasAllowance: calibration?.bias.allowance ?? DEFAULT_BIAS_ALLOWANCE,
    error: errorOfStep(DEFAULT_ALPHA, releases.length),
  }
  const head: Omit<JournalHead, 'schema'> = {
    ...{ key, startedAt: new Date().toISOString(), command, steelyard: steelyardVersion() },
    ...{ suite, case: caseId, params, runtime, metric, releases, rules, error: DEFAULT_ALPHA },
    seed: options.seed,
  }
  const begun = await beginJournal(out, head)
  events.begun(begun.journal, false)
  return begun
}

/** Returns whether a search has come to its end. */
export function isOver({ head, ends, middles }: Journal): boolean {
  if (ends === null) return false
  return typeof ends.ends !== 'number' || bisectionOf(head.releases.length, middles).next === null
}

function runOptions(
  options: BisectOptions,
  runtimes: readonly string[],
): Omit<RunOptions, 'seed' | 'timeSeconds'> {
  const { suite, cases, params, metric, threshold, affinity, out } = options
  return {
    ...BARE_RUN,
    ...{ suites: [suite], runtimes, cases, params, by: 'targets', metric, threshold, affinity, out },
    precision: threshold,
    save: true,
  }
}

/** Without an end nothing can be told; what the step found is not kept. */
function refuseLost({ errors }: MeasuredStep, ends: readonly number[]): void {
  const error = ends.map(index => errors[index]).find(found => found)
  if (error) throw new LaunchError('failed', `Cannot search: ${error} Name an end on which the case runs.`)
}

function endsLine(weighed: MeasuredStep, ends: EndsLine['ends']): EndsLine {
  return {
    step: 'ends',
    ends: weighed.unsteady === 'never steady' ? null : ends,
    ...measured(weighed),
  }
}

function middleLine(
  weighed: MeasuredStep,
  found: Pick<MiddleLine, 'middle' | 'place' | 'misfit'>,
): MiddleLine {
  const { errors, unsteady, rows } = weighed
  const place = errors[1] ? 'lost' : unsteady === 'never steady' ? 'unclear' : found.place
  const logs = rows.map(([middle = 0]) => middle)
  return { step: 'middle', ...found, place, middleRatio: ratioAtAnalysis(logs), ...measured(weighed) }
}

/** Returns why a binary does not run on this machine; throws what else went wrong, such as a download. */
function notRunning(error: unknown): string {
  if (error instanceof NotRunningError) return error.message
  throw error
}

function lostLine(middle: number, note: string, { engines }: EndsLine): MiddleLine {
  return {
    ...{ step: 'middle', middle, place: 'lost', misfit: null, middleRatio: null, badRatio: null, note },
    ...{ finishedAt: new Date().toISOString(), seconds: 0, launches: 0, record: null },
    engines: { ...engines, middle: null },
  }
}

function measured({ rows, engines, errors, unsteady, record, finishedAt, seconds }: MeasuredStep) {
  const [good, bad] = [engines[0], engines.at(-1)]
  if (!good || !bad) throw new Error('a step has two ends')
  return {
    ...{ finishedAt, seconds, launches: rows.length, record },
    engines: { good, middle: engines.slice(1, -1)[0] ?? null, bad },
    badRatio: ratioAtAnalysis(rows.map(logs => logs.at(-1) ?? 0)),
    note: errors.find(error => error !== null) ?? unsteady ?? tooFew(rows.length),
  }
}

function tooFew(launches: number): string | null {
  return launches < FIRST_ANALYSIS
    ? `too few launches in the time of a step: ${launches}, and ${FIRST_ANALYSIS} are needed`
    : null
}
