import { dirname } from 'node:path'
import { LaunchError } from '@steelyard/launcher'
import { DEFAULT_SECONDS, UsageError } from '@steelyard/measure'
import {
  type CauseRecord,
  type RunRecord,
  readTimelines,
  type TimelineCause,
  type TimelineFunction,
} from '@steelyard/record'
import { isCause } from '@steelyard/report'
import { bisectionOf } from '@steelyard/schedule'
import { DEFAULT_ALPHA, sum } from '@steelyard/stats'
import { asUsage, caught } from '../../process/as-usage.ts'
import { bisect } from '../bisect/bisect.ts'
import type { BisectOptions } from '../bisect/bisect-step.ts'
import { findTask } from '../bisect/bisect-task.ts'
import type { Release } from '../bisect/releases.ts'
import { run } from '../run/run.ts'
import { now, paramWords, type StepContext, type StepTask, stepRun } from './measure-step.ts'
import type { Track } from './tracks.ts'

/** A change is mostly in one function, and what that calls. */
const MOST_FUNCTIONS = 3

interface Range {
  readonly good: Release
  readonly bad: Release
  readonly unfound: string | null
}

/**
 * Searches the releases of a step for the first that is like its head, and compares the profiles of the two neighbours.
 * Returns one line; null when the signal came.
 */
export async function findCause(task: StepTask, context: StepContext): Promise<TimelineCause[] | null> {
  const [key] = task.keys
  const [base, head] = task.releases.map(({ version, date }) => ({ version, engine: null, date }))
  if (!key || !base || !head) return []
  const range = await searched(task, context)
  if (range === null) return null
  const profiled = await differingFunctions(task, range, context)
  if (profiled === null) return null
  const [good, bad] = [range.good.version, range.bad.version]
  return [{ ...key, base, head, at: now(), good, bad, unfound: range.unfound, ...profiled }]
}

async function searched(
  { track, keys, releases: [base, head] }: StepTask,
  context: StepContext,
): Promise<Range | null> {
  const { seed, signal, onLaunch } = context
  if (!base || !head) throw new Error('a change lies between two releases')
  const options: BisectOptions = {
    suite: track.word,
    cases: keys.map(key => key.case),
    params: paramWords(track),
    ...{ good: base.target, bad: head.target, metric: 'wall', threshold: 0.01, affinity: 'same-core' },
    ...{ timeSeconds: DEFAULT_SECONDS.bisect, seed, out: null },
  }
  const whole = (unfound: string | null): Range => ({ good: base, bad: head, unfound })
  const task = await findTask(options, signal)
  if (task === null) return null
  if (task.releases.length < 3) return whole(null)
  const events = { launched: (_: number, launches: number) => onLaunch(launches) }
  const guesses = likelyVersions(track, task.releases)
  const searching = bisect(context, task, { ...options, guesses }, events)
  const found = await searching.catch(caught(LaunchError))
  if (signal.aborted) return null
  if (found instanceof LaunchError) return whole(found.message)
  const { ends, middles } = found
  if (ends === null || typeof ends.ends !== 'number') {
    const why = ends?.note ? ` (${ends.note})` : ''
    return whole(`the search is not certain that they differ${why}`)
  }
  const { good, bad, end } = bisectionOf(task.releases.length, middles)
  const [last, first] = [task.releases[good], task.releases[bad]]
  if (last === undefined || first === undefined) throw new Error('a search ends at releases')
  return {
    good: last,
    bad: first,
    unfound:
      end === 'found' ? null : end === 'between' ? 'it came in several steps' : 'those between are unclear',
  }
}

/**
 * Returns versions next to a likely change, the likeliest first: where another case of the runtime changed, then the last
 * release before the head. Node and Deno take a new V8 with a new group; workerd and Bun take a new engine any day.
 */
export function likelyVersions(
  { runtime, file }: Pick<Track, 'runtime' | 'file'>,
  releases: readonly Pick<Release, 'version'>[],
): string[] {
  const all = asUsage([SyntaxError], () => readTimelines(dirname(dirname(file))))
  const lines = all.flatMap(one => (one.runtime === runtime ? one.lines : []))
  const known = lines.filter(isCause).filter(({ unfound }) => unfound === null)
  const before = runtime === 'node' || runtime === 'deno' ? releases.slice(-2, -1) : []
  return [...known.flatMap(({ good, bad }) => [good, bad]), ...before.map(({ version }) => version)]
}

/** Returns the functions whose time differs, or why there are none; null when the signal came. */
async function differingFunctions(
  task: StepTask,
  { good, bad }: Range,
  { command, seed, signal }: StepContext,
): Promise<Pick<TimelineCause, 'functions' | 'unprofiled'> | null> {
  const how = { rules: { seed }, probes: { profile: true } }
  const options = stepRun(task, [good.target, bad.target], how)
  const outcome = await run({ command, signal, journal: null }, options).catch(caught(UsageError))
  if (outcome === null || signal.aborted) return null
  if (outcome instanceof UsageError) return { functions: [], unprofiled: outcome.message }
  const [cause] = outcome.record.causes
  const functions = cause === undefined ? [] : functionsOf(cause)
  const why = cause === undefined ? whyNone(outcome.record) : 'none differs beyond chance'
  return { functions, unprofiled: functions.length > 0 ? null : why }
}

function whyNone({ results }: Pick<RunRecord, 'results'>): string {
  const without = results.filter(({ warnings }) => warnings.some(({ code }) => code === 'no-profile'))
  if (without.length === 0) return 'a run of the two has no verdict'
  return `there is no profile of ${without.map(({ target }) => target).join(' and ')}`
}

/** A function that several callers have is one. */
function functionsOf({ rows }: CauseRecord): TimelineFunction[] {
  const differing = rows.filter(
    ({ kind, adjustedPValue }) => kind !== 'engine' && adjustedPValue < DEFAULT_ALPHA,
  )
  const byName = Map.groupBy(
    differing,
    ({ callee, functionName }) => callee ?? functionName ?? '(outside of the case)',
  )
  return [...byName]
    .map(([name, own]) => ({
      name,
      baseNs: Number(sum(own.map(({ baseNs }) => baseNs)).toPrecision(4)),
      headNs: Number(sum(own.map(({ headNs }) => headNs)).toPrecision(4)),
    }))
    .toSorted((a, b) => Math.abs(b.headNs - b.baseNs) - Math.abs(a.headNs - a.baseNs))
    .slice(0, MOST_FUNCTIONS)
}
