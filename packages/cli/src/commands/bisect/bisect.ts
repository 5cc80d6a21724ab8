import { cacheFolder, LaunchError } from '@steelyard/launcher'
import { biasAllowanceOf, inspectMachine, NotRunningError } from '@steelyard/measure'
import { readCalibration } from '@steelyard/record'
import { bisectionOf, errorOfStep, readMiddle } from '@steelyard/schedule'
import { DEFAULT_ALPHA, ratioFromLogs, testEnds } from '@steelyard/stats'
import { caught } from '../../process/as-usage.ts'
import type { RunContext } from '../../process/run-journal.ts'
import { steelyardVersion } from '../../version.ts'
import type { EndsLine, Journal, JournalHead, MiddleLine } from './bisect-journal.ts'
import {
  type BisectEvents,
  type BisectOptions,
  measureStep,
  type Rows,
  type Search,
  type StepResult,
} from './bisect-step.ts'
import type { BisectTask } from './bisect-task.ts'

/**
 * Searches the releases for the first that is nearer to bad.
 *
 * @returns the steps, to the last one unless the signal came
 * @throws LaunchError in one sentence when good or bad cannot be measured
 */
export async function bisect(
  context: RunContext,
  task: BisectTask,
  options: BisectOptions,
  events: BisectEvents,
): Promise<Journal> {
  const head = await headOf(context, task, options)
  events.begun?.(head)
  const search: Search = { ...context, head, options, events }
  const ends = await measureEnds(search)
  let journal: Journal = { head, ends, middles: [] }
  if (ends === null) return journal
  for (;;) {
    events.stepped?.(journal)
    const line = await measureMiddle(search, journal.middles, ends)
    if (line === null) return journal
    journal = { ...journal, middles: [...journal.middles, line] }
  }
}

/** Compares bad with good; null when the signal came. */
async function measureEnds(search: Search): Promise<EndsLine | null> {
  const { releases, rules } = search.head
  const read = (rows: Rows) =>
    testEnds(
      rows.map(([bad = 0]) => bad),
      rules,
    )
  const step = await measureStep(search, 0, [0, releases.length - 1], rows => read(rows) !== null)
  if (step === null) return null
  refuseLost(step, [0, 1])
  return { step: 'ends', ends: step.isUseless ? null : read(step.rows), ...step.facts }
}

/** Compares the next middle with good and bad; null when the search is over, or the signal came. */
async function measureMiddle(
  search: Search,
  middles: readonly MiddleLine[],
  ends: EndsLine,
): Promise<MiddleLine | null> {
  const { releases, rules } = search.head
  const guesses = (search.options.guesses ?? []).map(guess =>
    releases.findIndex(({ version }) => version === guess),
  )
  const { next: middle } = bisectionOf(releases.length, middles, guesses)
  const direction = ends.ends
  if (middle === null || typeof direction !== 'number') return null
  const read = (rows: Rows) =>
    readMiddle(
      middle,
      rows.map(([log = 0, bad = 0]) => ({ middle: log, bad })),
      direction,
      rules,
    )
  const indices = [0, middle, releases.length - 1]
  const step = await measureStep(search, 1 + middles.length, indices, rows => read(rows).place !== 'unclear')
    // The ends ran here before, so it is the middle that does not run.
    .catch(caught(NotRunningError))
  if (step === null) return null
  if (step instanceof NotRunningError) return lostLine(middle, step.message, ends)
  refuseLost(step, [0, 2])
  const found = read(step.rows)
  const place = step.errors[1] ? 'lost' : step.isUseless ? 'unclear' : found.place
  const middleRatio = ratioFromLogs(step.rows.map(([log = 0]) => log))
  return { step: 'middle', ...found, place, middleRatio, ...step.facts }
}

async function headOf(
  { command, journal }: RunContext,
  { releases, ...one }: BisectTask,
  { affinity, metric, threshold, seed }: BisectOptions,
): Promise<JournalHead> {
  const { environment } = await inspectMachine(affinity)
  const calibration = await readCalibration(cacheFolder('visits'), environment)
  return {
    schema: 'steelyard/bisect@1',
    startedAt: journal?.head.startedAt ?? new Date().toISOString(),
    command,
    steelyard: steelyardVersion(),
    ...{ ...one, metric, releases },
    rules: {
      threshold,
      biasAllowance: biasAllowanceOf(calibration, metric),
      error: errorOfStep(DEFAULT_ALPHA, releases.length),
    },
    error: DEFAULT_ALPHA,
    seed,
  }
}

/** Without both ends there is no finding; the step is not kept. */
function refuseLost({ errors }: StepResult, ends: readonly number[]): void {
  const error = ends.map(index => errors[index]).find(found => found)
  if (error) throw new LaunchError('failed', `Cannot search: ${error} Name an end on which the case runs.`)
}

function lostLine(middle: number, note: string, { engines }: EndsLine): MiddleLine {
  return {
    step: 'middle',
    middle,
    place: 'lost',
    misfit: null,
    middleRatio: null,
    badRatio: null,
    note,
    finishedAt: new Date().toISOString(),
    seconds: 0,
    launches: 0,
    record: null,
    engines: { ...engines, middle: null },
  }
}
