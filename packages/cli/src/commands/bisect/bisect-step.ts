import { basename, dirname, join } from 'node:path'
import { bareRun, type RunOptions } from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import type { PairLogs } from '@steelyard/schedule'
import { BISECTION_LOOKS, isLook, ratioFromLogs } from '@steelyard/stats'
import { recordWarningText } from '@steelyard/text'
import { keepRecord } from '../../output/keep-record.ts'
import { stderr } from '../../output/streams.ts'
import type { RunContext } from '../../process/run-journal.ts'
import { run } from '../run/run.ts'
import type { Journal, JournalHead, MeasuredStep } from './bisect-journal.ts'
import type { EndsChoice } from './bisect-task.ts'

/** Reasons of a comparison for which its launches decide nothing, or, for the last one, little. */
const UNSTEADY = ['never steady', 'clocks disagree', 'drifting'] as const

const MOST_LAUNCHES = 8 * BISECTION_LOOKS.planned

/** A step takes at most this many shares of the time. */
const MOST_SHARES = 3

/** Never reached: only a look or the time ends a step. */
const NEVER_PRECISE = 1e-9

export interface BisectOptions
  extends EndsChoice,
    Pick<RunOptions['rules'], 'metric' | 'threshold' | 'affinity' | 'seed'> {
  /** Versions where the change is likely, tried first. Not on the command line. */
  readonly guesses?: readonly string[]
  /** Budget of the whole search, if every step settles its middle in its share of it. */
  readonly timeSeconds: number
  /** Timed part of a launch for each contender; the same as in runs if absent. Not on the command line. */
  readonly windowSeconds?: number
  /** Where the records of the steps are kept; null to keep none. */
  readonly out: string | null
}

export interface BisectEvents {
  begun?(head: JournalHead): void
  /** Called after each step, with all steps so far. */
  stepped?(journal: Journal): void
  /** Called after each launch, with the number of finished steps and the launches of this one. */
  launched(steps: number, launches: number): void
}

export interface Search extends RunContext {
  readonly head: JournalHead
  readonly options: BisectOptions
  readonly events: BisectEvents
}

/** Per launch, the log ratio of each target to the first; only launches in which all were there. */
export type Rows = readonly (readonly number[])[]

export interface StepResult {
  readonly rows: Rows
  /** Why each target could not be measured; null when it could. */
  readonly errors: readonly (string | null)[]
  /** Whether its launches describe nothing; drifting ones still do. */
  readonly isUseless: boolean
  /** What the line of the step says besides its finding. */
  readonly facts: MeasuredStep
}

/**
 * Measures the releases of a step, the base first, until a look settles them or the time is up; null when the signal came.
 *
 * @param isSettled called at planned looks only, which bounds the error
 */
export async function measureStep(
  search: Search,
  number: number,
  indices: readonly number[],
  isSettled: (rows: Rows) => boolean,
): Promise<StepResult | null> {
  const beganMs = performance.now()
  const { head, options, events } = search
  const { suite, dialect = null, cases, params, metric, threshold, affinity, out } = options
  const shareSeconds = options.timeSeconds / (1 + Math.ceil(Math.log2(head.releases.length - 1)))
  let rows: Rows = []
  const stopping = stoppingOf(shareSeconds, isSettled, (found, launches) => {
    rows = found
    events.launched(number, launches)
  })
  const runtimes = indices.map(index => head.releases[index]?.target ?? '')
  const asked = bareRun({
    selection: { suites: [suite], dialect, runtimes, cases, params, by: 'targets' },
    rules: { metric, threshold, affinity, seed: head.seed + number, precision: threshold },
    time: {
      timeSeconds: MOST_SHARES * shareSeconds,
      windowSeconds: options.windowSeconds ?? null,
      stopping,
    },
  })
  const outcome = await run(search, asked)
  // An interrupted step settles nothing: it is repeated.
  if (outcome === null || outcome.record.status === 'partial') return null
  const { record } = outcome
  const { file, trouble } =
    out === null ? { file: null, trouble: null } : await keepRecord(withoutVerdicts(record), out)
  if (trouble !== null) stderr.say(`${trouble}\n`)
  const found = record.comparisons.map(({ reason }) => reason)
  const unsteady = UNSTEADY.find(reason => found.includes(reason)) ?? null
  const errors = record.targets.map(({ id }) => errorOf(record, id))
  const engines = record.targets.map(({ engine }) => engine)
  const [good, bad] = [engines[0], engines.at(-1)]
  if (!good || !bad) throw new Error('a step has two ends')
  const facts = {
    finishedAt: record.finishedAt,
    seconds: Math.round((performance.now() - beganMs) / 1000),
    launches: rows.length,
    record: out !== null && file !== null && dirname(file) === join(out) ? basename(file) : file,
    engines: { good, middle: engines.slice(1, -1)[0] ?? null, bad },
    badRatio: ratioFromLogs(rows.map(logs => logs.at(-1) ?? 0)),
    note: errors.find(error => error !== null) ?? unsteady ?? tooFew(rows.length),
  }
  return { rows, errors, isUseless: unsteady !== null && unsteady !== 'drifting', facts }
}

/**
 * Returns when a step ends. Looks before N spend little of the error, so slow launches go on to N beyond its share of the
 * time.
 *
 * @param onLaunch called after each launch, with what all launches so far gave, and their number
 */
export function stoppingOf(
  shareSeconds: number,
  isSettled: (rows: Rows) => boolean,
  onLaunch: (rows: Rows, launches: number) => void,
) {
  return {
    minimumLaunches: BISECTION_LOOKS.first,
    maximumLaunches: MOST_LAUNCHES,
    precision: NEVER_PRECISE,
    // Recalled launches count with the time that they took: a resumed step ends where it ended before.
    isSettled(launches: readonly PairLogs[], spentNs: number, isNeverSteady: boolean): boolean {
      const rows = launches.flatMap(logs => {
        const known = logs.filter(log => typeof log === 'number')
        return known.length === logs.length ? [known] : []
      })
      onLaunch(rows, launches.length)
      if (launches.at(-1)?.includes('lost')) return true
      if (rows.length >= BISECTION_LOOKS.planned && spentNs > 1e9 * shareSeconds) return true
      return !isNeverSteady && isLook(BISECTION_LOOKS, rows.length) && isSettled(rows)
    },
  }
}

function tooFew(launches: number): string | null {
  return launches < BISECTION_LOOKS.first
    ? `too few launches in the time of a step: ${launches}, and ${BISECTION_LOOKS.first} are needed`
    : null
}

function errorOf({ results }: RunRecord, id: string): string | null {
  const error = results.find(({ target }) => target === id)?.error ?? null
  return error && recordWarningText(error)
}

/** The looks of a step test something else. */
function withoutVerdicts(record: RunRecord): RunRecord {
  const comparisons = record.comparisons.map(comparison => ({
    ...comparison,
    pValue: null,
    adjustedPValue: null,
    verdict: null,
    look: null,
    looks: [],
    reason: 'part of a search',
    ratio: comparison.asTimed?.ratio ?? comparison.ratio,
    asTimed: null,
  }))
  return { ...record, comparisons }
}
