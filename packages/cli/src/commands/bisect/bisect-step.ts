import { basename, dirname, join } from 'node:path'
import type { Journal, RunOptions } from '@steelyard/measure'
import type { RunRecord } from '@steelyard/record'
import { type PairLogs, WINDOW_NS } from '@steelyard/schedule'
import { FIRST_ANALYSIS, isAnalysis, ratioAtAnalysis } from '@steelyard/stats'
import { recordWarningText } from '@steelyard/text'
import { BARE_OUTPUT } from '../../options/run-options.ts'
import { keepRecord } from '../../output/keep-record.ts'
import { stderr } from '../../output/streams.ts'
import { run } from '../run/run.ts'
import type { MeasuredStep } from './bisect-journal.ts'

/** Per launch, the log ratio of each target to the first; only launches in which all were there. */
export type Rows = readonly (readonly number[])[]

/** Reasons of a comparison for which its launches decide nothing, or, for the last one, little. */
const UNSTEADY = ['never steady', 'clocks disagree', 'drifting'] as const

export interface StepResult {
  readonly rows: Rows
  /** Why each target could not be measured; null when it could. */
  readonly errors: readonly (string | null)[]
  /** Whether its launches describe nothing; drifting ones still do. */
  readonly isUseless: boolean
  /** What the line of the step says besides its finding. */
  readonly facts: MeasuredStep
}

export interface StepOptions {
  readonly command: readonly string[]
  /** What to measure, with its time. */
  readonly options: RunOptions
  /** Folder for the record. */
  readonly out: string
  /** Whether the step can end after these launches. Called at planned interim analyses only, which bounds the error. */
  readonly isSettled: (rows: Rows) => boolean
  readonly onLaunch: (launches: number) => void
  readonly signal: AbortSignal
  /** Where its launches are written, or found; null to keep none. */
  readonly journal: Journal | null
}

const MOST_LAUNCHES = 16 * FIRST_ANALYSIS

/** Never reached: only an interim analysis or the time ends a step. */
const NEVER_PRECISE = 1e-9

/** Why the comparisons of a step have no verdict: its interim analyses test something else. */
const NO_VERDICT = 'part of a search'

/** Compares targets until an interim analysis settles them or the time is up; null when the signal came. */
export async function measureStep(step: StepOptions): Promise<StepResult | null> {
  const { command, options, out, isSettled, onLaunch, signal, journal } = step
  const beganMs = performance.now()
  let rows: Rows = []
  const stopping = {
    minimumLaunches: FIRST_ANALYSIS,
    maximumLaunches: MOST_LAUNCHES,
    precision: NEVER_PRECISE,
    isSettled(launches: readonly PairLogs[]) {
      rows = launches.flatMap(logs => {
        const known = logs.filter(log => typeof log === 'number')
        return known.length === logs.length ? [known] : []
      })
      onLaunch(launches.length)
      if (launches.at(-1)?.includes('lost')) return true
      return isAnalysis(rows.length) && isSettled(rows)
    },
  }
  const time = { ...options.time, windowSeconds: WINDOW_NS / 1e9, stopping }
  const events = { prepared() {}, progress() {} }
  const outcome = await run(command, { ...options, time }, signal, events, BARE_OUTPUT, journal)
  // An interrupted step settles nothing: it is repeated.
  if (outcome === null || outcome.record.status === 'partial') return null
  const { record } = outcome
  const kept = withoutVerdicts(record)
  const { file, trouble } = await keepRecord(kept, out)
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
    record: file !== null && dirname(file) === join(out) ? basename(file) : file,
    engines: { good, middle: engines.slice(1, -1)[0] ?? null, bad },
    badRatio: ratioAtAnalysis(rows.map(logs => logs.at(-1) ?? 0)),
    note: errors.find(error => error !== null) ?? unsteady ?? tooFew(rows.length),
  }
  return { rows, errors, isUseless: unsteady !== null && unsteady !== 'drifting', facts }
}

function tooFew(launches: number): string | null {
  return launches < FIRST_ANALYSIS
    ? `too few launches in the time of a step: ${launches}, and ${FIRST_ANALYSIS} are needed`
    : null
}

function errorOf({ results }: RunRecord, id: string): string | null {
  const error = results.find(({ target }) => target === id)?.error ?? null
  return error && recordWarningText(error)
}

function withoutVerdicts(record: RunRecord): RunRecord {
  const none = {
    pValue: null,
    adjustedPValue: null,
    verdict: null,
    look: null,
    looks: [],
    reason: NO_VERDICT,
  }
  const comparisons = record.comparisons.map(comparison => ({
    ...comparison,
    ...{ ...none, ratio: comparison.asTimed?.ratio ?? comparison.ratio, asTimed: null },
  }))
  return { ...record, comparisons }
}
