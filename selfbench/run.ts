import { mkdtempDisposable } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { steelyardVersion } from '@steelyard/cli/src/version.ts'
import { machineFacts } from '@steelyard/launcher'
import { UsageError } from '@steelyard/measure'
import { appendLines } from '@steelyard/record'
import { findContestants, type Wanted } from './contestants.ts'
import { type Choice, type PlannedTrial, planTrials } from './plan.ts'
import { ToolError } from './start-tool.ts'
import { runTrial } from './trial.ts'
import { type Header, readTrialFile, SCHEMA, type Trial } from './trial-file.ts'

export const TRIALS = 'trials.jsonl'

export interface RunRequest extends Choice, Wanted {
  readonly seconds: number
  readonly out: string
  readonly resume: boolean
  readonly dryRun: boolean
}

/**
 * Runs the trials that are not yet in the folder, and adds each to its file when it is finished.
 *
 * @param say receives the progress, a line at a time
 * @throws UsageError when it cannot be done; nothing was measured then
 */
export async function runTrials(
  request: RunRequest,
  command: readonly string[],
  signal: AbortSignal,
  say: (line: string) => void,
): Promise<void> {
  const file = join(request.out, TRIALS)
  const before = earlierTrials(request, file)
  await using home = await mkdtempDisposable(join(os.tmpdir(), 'selfbench-'))
  const { contestants, facts } = await findContestants(request, home.path)
  for (const { tool, runtime, missing } of facts) {
    if (missing !== null) say(`Missing: ${tool} (${runtime}): ${missing}`)
  }
  const planned = planTrials({ ...request, contestants })
  const done = new Set(before.trials.map(keyOf))
  const left = planned.filter(
    ({ contestant: { tool, runtime }, ...rest }) => !done.has(keyOf({ ...rest, tool: tool.name, runtime })),
  )
  say(
    `${left.length} ${left.length === 1 ? 'trial' : 'trials'} of ${request.seconds} s, about ${duration(left.length * request.seconds)}; already there: ${planned.length - left.length}. Seed ${request.seed}.`,
  )
  if (request.dryRun) {
    for (const trial of left) say(describe(trial))
    return
  }
  if (left.length === 0) return
  const header: Header = {
    type: 'header',
    schema: SCHEMA,
    startedAt: new Date().toISOString(),
    command,
    seed: request.seed,
    seconds: request.seconds,
    steelyard: steelyardVersion(),
    machine: await machineFacts(),
    tools: facts,
  }
  await appendLines(file, [header])
  const beginMs = performance.now()
  for (const [index, trial] of left.entries()) {
    const finished = await oneTrial(trial, request.seconds, before.trials, signal)
    if (finished === null) return
    before.trials.push(finished)
    await appendLines(file, [finished])
    const each = (performance.now() - beginMs) / 1000 / (index + 1)
    const result = finished.outcome
      ? `${finished.outcome.wallSeconds.toFixed(1)} s`
      : `failed: ${finished.error}`
    say(
      `${index + 1} of ${left.length}, ${duration(each * (left.length - index - 1))} left: ${describe(trial)}: ${result}`,
    )
  }
}

function earlierTrials(request: RunRequest, file: string) {
  const earlier = readTrialFile(file)
  if (earlier.headers.length > 0 && !request.resume) {
    throw new UsageError(
      `Cannot begin in ${request.out}: it holds trials. Go on from them with --resume, or choose another folder with --out.`,
    )
  }
  const other = earlier.headers.find(
    ({ seed, seconds }) => seed !== request.seed || seconds !== request.seconds,
  )
  if (other) {
    throw new UsageError(
      `Cannot go on in ${request.out}: its trials have --seed ${other.seed} --seconds ${other.seconds}. Use the same, or choose another folder with --out.`,
    )
  }
  return earlier
}

/** Returns the finished trial, also a failed one; null when it was interrupted. */
async function oneTrial(
  { contestant, index, seed, ...situation }: PlannedTrial,
  seconds: number,
  before: readonly Trial[],
  signal: AbortSignal,
): Promise<Trial | null> {
  const { tool, runtime } = contestant
  const kind = { ...situation, tool: tool.name, runtime }
  const overheadSeconds = overheadOf(before, kind, seconds) ?? tool.overheadSeconds
  const about = {
    type: 'trial' as const,
    ...kind,
    index,
    startedAt: new Date().toISOString(),
    overheadSeconds,
  }
  try {
    const options = { seconds, overheadSeconds, seed, signal }
    return { ...about, outcome: await runTrial(contestant, situation, options), error: null }
  } catch (error) {
    if (signal.aborted) return null
    if (!(error instanceof ToolError)) throw error
    return { ...about, outcome: null, error: error.message }
  }
}

/** How much of what a trial was off is made good in the next. */
const GAIN = 0.7

/**
 * Returns the overhead of a launch of a tool, learned from its last trial that did not fail, so that all use the same time from
 * command to output; null before the first. It does not depend on the measured values.
 */
export function overheadOf(
  trials: readonly Pick<Trial, 'tool' | 'runtime' | 'case' | 'outcome' | 'overheadSeconds'>[],
  { tool, runtime, case: name }: Pick<Trial, 'tool' | 'runtime' | 'case'>,
  seconds: number,
): number | null {
  const last = trials.findLast(
    one => one.tool === tool && one.runtime === runtime && one.case === name && one.outcome !== null,
  )
  if (!last?.outcome) return null
  const { overheadSeconds, outcome } = last
  return overheadSeconds + (GAIN * (outcome.wallSeconds - seconds)) / outcome.launches.length
}

type Key = Pick<Trial, 'figure' | 'case' | 'factor' | 'index' | 'tool' | 'runtime'>

function keyOf({ figure, case: name, factor, index, tool, runtime }: Key): string {
  return [figure, name, factor, index, tool, runtime].join()
}

function describe({ contestant: { tool, runtime }, figure, case: name, factor }: PlannedTrial): string {
  const work = factor === 1 ? '' : ` × ${factor}`
  return `${tool.name} (${runtime}) ${figure} ${name}${work}`
}

function duration(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`
  const minutes = Math.round(seconds / 60)
  return minutes < 120 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`
}
