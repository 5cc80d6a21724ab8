import { parseWellFormed } from '@steelyard/harness/well-formed'
import { userFolder } from '@steelyard/launcher'
import { select } from '@steelyard/measure'
import { appendLines, isTimelineLine, readTimeline, type TimelineLine, timelineFile } from '@steelyard/record'
import { keyText } from '@steelyard/report'
import { counted, sanitize } from '@steelyard/text'
import type { Invocation } from '../../options/invocation.ts'
import { shown } from '../../output/shown-path.ts'
import { stderr } from '../../output/streams.ts'
import { writing } from '../../output/write-for.ts'
import { asUsage } from '../../process/as-usage.ts'
import type { RunContext } from '../../process/run-journal.ts'
import type { TimelineOptions } from '../timeline/command.ts'
import { followTracks } from '../timeline/timeline.ts'
import { followedRuntime, tracksOf } from '../timeline/tracks.ts'
import { followedByJob } from './job-policy.ts'

/**
 * Measures what this machine has not, and returns all of its lines for the job. They stay on the machine: a later job, or one
 * whose worker was killed, goes on with them.
 */
export async function followedLines(context: RunContext, options: TimelineOptions): Promise<TimelineLine[]> {
  const folder = userFolder('XDG_STATE_HOME', 'timeline')
  const tracks = (await tracksOf({ ...options, out: folder }, context.signal)) ?? []
  await followTracks(context, tracks, options, { launched() {}, stepped() {} })
  return tracks.flatMap(({ file, cases }) => {
    const keys = new Set(cases.map(({ key }) => keyText(key)))
    return readTimeline(file).filter(line => keys.has(keyText(line)))
  })
}

/** Returns the lines that a worker handed in; SyntaxError for anything else. */
export function linesIn(text: string): TimelineLine[] {
  const lines: unknown[] = text.split('\n').map(line => sanitize(parseWellFormed(line)))
  if (!lines.every(isTimelineLine)) throw new SyntaxError('it has a line that is of no timeline')
  return lines
}

/**
 * Appends the lines of a job that its file in the folder has not, says how many, and returns the file. UsageError where the
 * file has a line that is of no timeline, or cannot be written.
 */
export async function joinLines(
  lines: readonly TimelineLine[],
  job: Invocation,
  folder: string,
): Promise<string> {
  const { suites, ranges } = followedByJob(job)
  const [suite = ''] = suites.flatMap(select).map(({ label }) => label)
  const [runtime = ''] = ranges.map(followedRuntime)
  const file = timelineFile(folder, runtime, suite)
  await writing('--out', file, async () => {
    const there = asUsage([SyntaxError], () => readTimeline(file))
    const known = new Set(there.map(line => JSON.stringify(line)))
    const missing = lines.filter(line => !known.has(JSON.stringify(line)))
    if (missing.length === 0) return
    await appendLines(file, missing)
    stderr.say(`${shown(file)}: ${counted(missing.length, 'line')} more\n`)
  })
  return file
}
