import { isDeepStrictEqual } from 'node:util'
import type { SeriesKey, TimelineLine, TimelineStep } from '@steelyard/record'
import {
  changesOf,
  isGap,
  isLater,
  isStep,
  keyText,
  seriesOf,
  stepName,
  type TimelineSeries,
} from '@steelyard/report'
import { timelineLinks } from '@steelyard/schedule'
import type { StepTask } from './measure-step.ts'
import type { Track, TrackCase, TrackRelease } from './tracks.ts'

/** A step is not begun more often than this, whatever became of it. */
const MOST_SESSIONS = 3

/** A group has no more contenders. */
const MOST_RELEASES = 4

export interface WantedStep extends StepTask {
  /** Anchors first, then second sessions, then ever finer steps, then causes. */
  readonly rank: number
  /** How far the releases around it lie apart, as far as that is known: |log ratio|. */
  readonly size: number
}

interface Missing extends Pick<WantedStep, 'rank' | 'size'> {
  readonly key: SeriesKey
  readonly base: TrackRelease
  readonly head: TrackRelease
}

/** Returns all that is missing of a track, what tells most first. Cases that lack the same step are measured together. */
export function wantedSteps(track: Track, at: string): WantedStep[] {
  const series = seriesOf(track)
  const missing = track.cases.flatMap(one => missingOf(one, track, series, at))
  const together = Map.groupBy(missing, ({ base, head }) => `${base.version} ${head.version}`)
  const steps = [...together.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const all = [first, ...others]
    const rank = Math.min(...all.map(one => one.rank))
    const size = Math.max(...all.map(one => one.size))
    const releases = [first.base, first.head]
    return [{ track, keys: all.map(({ key }) => key), releases, rank, size, isCause: false }]
  })
  return [...inChains(steps.toSorted(byInformation)), ...wantedCauses(track, series)].toSorted(byInformation)
}

/** Joins steps that follow one another, as far as a group reaches: a launch of four releases shows three steps. */
function inChains(steps: readonly WantedStep[]): WantedStep[] {
  const left = [...steps]
  const chains: WantedStep[] = []
  for (let step = left.shift(); step !== undefined; step = left.shift()) {
    const { keys, rank } = step
    let releases = step.releases
    while (releases.length < MOST_RELEASES) {
      const [first, last] = [releases[0], releases.at(-1)]
      const at = left.findIndex(
        one =>
          one.rank === rank &&
          isDeepStrictEqual(one.keys, keys) &&
          (one.releases[0] === last || one.releases[1] === first),
      )
      const [next] = at < 0 ? [] : left.splice(at, 1)
      if (next === undefined) break
      releases = [
        ...new Set(
          next.releases[0] === last ? [...releases, ...next.releases] : [...next.releases, ...releases],
        ),
      ]
    }
    chains.push({ ...step, releases })
  }
  return chains
}

/** Confirmed changes whose cause was not looked for. */
function wantedCauses(track: Track, series: readonly TimelineSeries[]): WantedStep[] {
  return changesOf(series).flatMap(({ series: { key }, step }) => {
    const own = track.cases.find(one => keyText(one.key) === keyText(key))
    const [base, head] = [step.base, step.head].map(({ version }) =>
      track.releases.find(release => release.version === version),
    )
    if (step.cause !== null || !own || !base || !head) return []
    const size = Math.abs(Math.log(step.ratio.value))
    const releases = [base, head]
    return [{ track, keys: [own.key], releases, rank: Number.POSITIVE_INFINITY, size, isCause: true }]
  })
}

export function byInformation(a: WantedStep, b: WantedStep): number {
  if (a.rank !== b.rank) return a.rank < b.rank ? -1 : 1
  return b.size - a.size
}

function missingOf(
  { key, unsupportedIn }: TrackCase,
  { releases, lines }: Track,
  series: readonly TimelineSeries[],
  at: string,
): Missing[] {
  const own = lines.filter(line => keyText(line) === keyText(key))
  const gaps = new Set(own.filter(isGap).map(({ release }) => release.version))
  const able = releases.filter(({ version }) => !gaps.has(version) && unsupportedIn(version) === null)
  const found = Map.groupBy(own.filter(isStep), stepName)
  const { steps = [] } = series.find(one => keyText(one.key) === keyText(key)) ?? {}
  // Their first session found a difference that no second one has confirmed or refuted.
  const open = new Set(steps.filter(({ finding }) => finding.change === 'open').map(stepName))
  const links = timelineLinks(able.map(({ groups }) => groups))
  type Link = (typeof links)[number]
  const nameOf = ({ base, head }: Link) => `${able[base]?.version} ${able[head]?.version}`
  return links.flatMap(link => {
    const { level, parent } = link
    const [base, head] = [able[link.base], able[link.head]]
    if (base === undefined || head === undefined) return []
    const name = nameOf(link)
    const before = found.get(name) ?? []
    const isAgain = before.length > 0
    const isFinest = link.head === link.base + 1
    if (
      isAgain &&
      !(isDue(before, at) && (before.every(({ fault }) => fault !== null) || (isFinest && open.has(name))))
    )
      return []
    const around = parent === null ? undefined : links[parent]
    const size = Math.max(sizeOf(before), sizeOf((around && found.get(nameOf(around))) ?? []))
    return [{ key, base, head, rank: isAgain ? 1 : level === 0 ? 0 : level + 1, size }]
  })
}

function isDue(before: readonly TimelineLine[], at: string): boolean {
  const begun = before.map(line => line.at).toSorted()
  return before.length < MOST_SESSIONS && isLater(begun.at(-1) ?? '', at)
}

function sizeOf(steps: readonly TimelineStep[]): number {
  const logs = steps.at(-1)?.logs ?? []
  return logs.length === 0 ? 0 : Math.abs(logs.reduce((sum, log) => sum + log, 0) / logs.length)
}
