import { hash } from 'node:crypto'
import { ESTIMATOR } from '@steelyard/analysis'
import type { PublishedVersion, TargetSpec } from '@steelyard/launcher'
import {
  bareRun,
  inspectMachine,
  inWorkspace,
  isRelease,
  type ParamValues,
  type PlannedSuite,
  planSuites,
  readTarget,
  type SuiteWord,
  select,
  UsageError,
  unsupportedFor,
} from '@steelyard/measure'
import { readTimeline, type SeriesKey, type TimelineLine, timelineFile } from '@steelyard/record'
import { WINDOW_NS } from '@steelyard/schedule'
import { counted } from '@steelyard/text'
import { asUsage } from '../../process/as-usage.ts'
import { areOvertaken, type Release, releaseDay, releaseOf } from '../bisect/releases.ts'
import { publishedIn } from '../sweep/sweep-targets.ts'

export const GRAINS = ['major', 'minor', 'month', 'release'] as const
export type Grain = (typeof GRAINS)[number]

export interface TimelineChoice {
  readonly suites: readonly SuiteWord[]
  /** Each a range such as `node@20..26`. */
  readonly ranges: readonly string[]
  readonly every: Grain
  readonly params: readonly string[]
  /** Folder of the lines. */
  readonly out: string
}

/** A release with what it is filed under, the coarse groups first. */
export interface TrackRelease extends Release {
  readonly date: string | null
  readonly groups: readonly string[]
}

/** A suite on the releases of one runtime, with one choice of parameters. */
export interface Track {
  /** As `select` reads it. */
  readonly word: string
  readonly suite: string
  readonly runtime: string
  readonly file: string
  readonly params: ParamValues
  readonly cases: readonly TrackCase[]
  readonly releases: readonly TrackRelease[]
  readonly lines: readonly TimelineLine[]
}

export interface TrackCase {
  readonly key: SeriesKey
  /** Why a release cannot run it, by what the suite declares; null where it can. */
  readonly unsupportedIn: (version: string) => string | null
}

/**
 * Returns each suite on each range, with the cases that were named, or all of them; null when the signal came. UsageError for
 * what cannot be a timeline.
 */
export async function tracksOf(choice: TimelineChoice, signal: AbortSignal): Promise<Track[] | null> {
  const { environment } = await inspectMachine('same-core')
  const cpuId = environment.cpuId ?? environment.cpuModel
  const ranges: Awaited<ReturnType<typeof releasesOf>>[] = []
  for (const range of choice.ranges) ranges.push(await releasesOf(range, choice.every))
  const words = Map.groupBy(choice.suites.flatMap(select), ({ file }) => file)
  return inWorkspace(signal, async workspace => {
    const tracks: Track[] = []
    for (const asked of words.values()) {
      const [first] = asked
      const cases = asked.flatMap(({ caseId }) => caseId ?? [])
      const all = asked.some(({ caseId }) => caseId === null)
      const selection = { suites: [], cases: all ? [] : cases, params: choice.params, by: 'targets' } as const
      const planned = await planSuites(
        asked.slice(0, 1).map(one => ({ ...one, caseId: null })),
        bareRun({ selection }),
        [{ runtime: '', version: '' }],
        workspace,
        signal,
      )
      if (planned === null) return null
      const about = { word: first?.label ?? '', out: choice.out, cpuId }
      tracks.push(...planned.flatMap(suite => suiteTracks(suite, ranges, about)))
    }
    return tracks
  })
}

/** Returns a suite on each range, once for each choice of parameters. */
function suiteTracks(
  { loaded, plan, codeSha256 }: PlannedSuite,
  ranges: readonly Pick<Track, 'runtime' | 'releases'>[],
  { word, out, cpuId }: { readonly word: string; readonly out: string; readonly cpuId: string },
): Track[] {
  const { name: suite, server, code, unsupported } = loaded.description
  if (server !== null)
    throw new UsageError(`Cannot follow ${suite}: its cases are servers. Name suites of functions.`)
  const codeOf = (caseId: string) =>
    hash('sha256', code ? JSON.stringify([code.setup, code.cases[caseId]]) : codeSha256).slice(0, 12)
  const byParams = Map.groupBy(plan.contenders, ({ params }) => JSON.stringify(params))
  return [...byParams.values()].flatMap(contenders =>
    ranges.map(({ runtime, releases }): Track => {
      const params = contenders[0]?.params ?? {}
      const file = timelineFile(out, runtime, suite)
      return {
        ...{ word, suite, runtime, file, params, releases },
        lines: asUsage([SyntaxError], () => readTimeline(file)),
        cases: contenders.map(({ caseId: id }) => ({
          key: { case: id, params, code: codeOf(id), estimator: ESTIMATOR, windowNs: WINDOW_NS, cpuId },
          unsupportedIn: version => unsupportedFor(unsupported[id] ?? {}, runtime, version),
        })),
      }
    }),
  )
}

/** Returns the runtime that a range is of. UsageError for what is no range of releases as they are. */
export function followedRuntime(range: string): TargetSpec['runtime'] {
  const spec = readTarget(range)
  if (!isRelease(spec) || !spec.version?.includes('..')) {
    throw new UsageError(
      `Cannot follow ${range}: a timeline is of releases as they are. Write a range, such as node@20..26 or bun@1.0.. up to the newest.`,
    )
  }
  return spec.runtime
}

async function releasesOf(range: string, every: Grain) {
  const runtime = followedRuntime(range)
  const all = soundlyDated(await publishedIn(range)).map(published => ({
    ...releaseOf(readTarget(runtime), published.version),
    date: releaseDay(runtime, published),
    groups: groupsOf(runtime, published, every),
  }))
  // The first of each group stays the first whatever is released later.
  const releases = all.filter((one, index) => one.groups.at(-1) !== all[index - 1]?.groups.at(-1))
  if (releases.length < 2)
    throw new UsageError(
      `Cannot follow ${range}: it has ${counted(releases.length, 'release')}, one every ${every}. Widen it.`,
    )
  return { runtime, releases }
}

/**
 * Leaves out the dates of releases that are later than one of a later release: a mirror may report when it stored a package.
 *
 * @param published in the order of their versions
 */
export function soundlyDated(published: readonly PublishedVersion[]): readonly PublishedVersion[] {
  const overtaken = areOvertaken(published.map(({ publishedAt }) => publishedAt))
  return published.map((release, index) => (overtaken[index] ? { ...release, publishedAt: null } : release))
}

/** A release of workerd is a day: its year and its month take the place of the version's parts. */
function groupsOf(runtime: string, published: PublishedVersion, every: Grain): string[] {
  const { version } = published
  const [major = '', minor = ''] = version.split('.')
  const month = releaseDay(runtime, published)?.slice(0, 7) ?? version
  const isDated = runtime === 'workerd'
  const coarse = isDated ? month.slice(0, 4) : major
  const middle = isDated ? month : every === 'month' ? `${major} ${month}` : `${major}.${minor}`
  return every === 'major' ? [coarse] : every === 'release' ? [coarse, middle, version] : [coarse, middle]
}
