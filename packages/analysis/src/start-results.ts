import type { MeasuredContender, TimedStart } from '@steelyard/measure'
import type { ResultWarning, StartRecord } from '@steelyard/record'
import { estimateFromLaunches, ratioFromLogs } from '@steelyard/stats'

/** Above this, gzipped, wrangler warns of an upload. */
const WARNED_GZIP_BYTES = 2 ** 20

/** What a paid plan took at most in 2023, gzipped. */
const LIMIT_GZIP_BYTES = 5e6

/** Returns what a record has of timed starts; null for a contender that was not started to be timed. */
export function startRecordOf({ launches, startupPhases }: MeasuredContender): StartRecord | null {
  const starts = startsIn(launches)
  const [first] = starts
  if (first === undefined) return null
  const { file: _, ...bundle } = first.bundle
  const over = (read: (start: TimedStart) => number) => estimateFromLaunches(starts.map(read))
  return {
    listener: first.listener,
    bundle,
    pageCache: 'warm',
    listeningNs: over(start => start.listeningNs),
    firstByteNs: over(start => start.firstByteNs),
    lastByteNs: over(start => start.lastByteNs),
    firstRequestNs: over(start => start.firstRequestNs),
    secondRequestNs: over(start => start.secondRequestNs),
    firstToSecond: ratioFromLogs(
      starts.map(({ firstRequestNs, secondRequestNs }) => Math.log(firstRequestNs / secondRequestNs)),
    ),
    launches: starts.map(({ cpuNs, listener, bundle, ...times }) => times),
    phases: startupPhases,
  }
}

export function uploadWarningsOf({ launches }: Pick<MeasuredContender, 'launches'>): ResultWarning[] {
  const gzipBytes = startsIn(launches)[0]?.bundle.gzipBytes ?? 0
  if (gzipBytes > LIMIT_GZIP_BYTES) return [{ code: 'bundle-over-limit', gzipBytes }]
  return gzipBytes > WARNED_GZIP_BYTES ? [{ code: 'large-bundle', gzipBytes }] : []
}

function startsIn(launches: MeasuredContender['launches']) {
  return launches.flatMap(({ start, group, launch }) => (start ? [{ ...start, group, launch }] : []))
}
