import type { EstimateRecord, StartRecord } from '@steelyard/record'
import type { Charset } from '@steelyard/text'
import { formatBytes, formatDurationEstimate, formatRatio, name } from '@steelyard/text'
import { headingsOf, type Table } from '../document.ts'
import { paramsText, type Section } from '../section.ts'
import { figuresOf } from './figures.ts'

const ABOUT =
  'from just before the process is spawned to its listening, and to the first and the last byte of its first answer; means over starts with 95 % intervals, every file read before (page cache warm)'

const REQUESTS_ABOUT =
  'from sending it to the last byte of its answer, the second one over the same connection; means over starts with 95 % intervals'

const PHASES_ABOUT =
  "what 'workerd bench' reports of starting the app in a new isolate of a running process: medians over isolates, with its own intervals"

const BUNDLE_ABOUT =
  'as it is started, gzipped, and minified by esbuild; limits for uploads apply to the gzipped size'

type Phases = NonNullable<StartRecord['phases']>

/** Returns what starts in a section took; null where none were timed. */
export function startFigures(section: Section, charset: Charset): Table | null {
  return figuresOf(
    section,
    { title: 'Starts', about: ABOUT, headings: ['listening', 'first byte', 'last byte', 'starts'] },
    ({ start }) =>
      start
        ? [
            ...[start.listeningNs, start.firstByteNs, start.lastByteNs].map(estimate =>
              timeText(estimate, charset),
            ),
            String(start.launches.length),
          ]
        : null,
  )
}

/** Returns what the first request after a start took against the second one; null where none were timed. */
export function firstRequestFigures(section: Section, charset: Charset): Table | null {
  return figuresOf(
    section,
    {
      title: 'First and second request',
      about: REQUESTS_ABOUT,
      headings: ['first', 'second', 'first ÷ second'],
    },
    ({ start }) =>
      start
        ? [
            ...[start.firstRequestNs, start.secondRequestNs].map(estimate => timeText(estimate, charset)),
            start.firstToSecond === null ? null : formatRatio(start.firstToSecond, charset),
          ]
        : null,
  )
}

/**
 * Returns the starts of a suite with several choices of parameters side by side, a column for each target; null where
 * there is one choice, or none was started.
 */
export function startsByParams(sections: readonly Section[], charset: Charset): Table | null {
  const started = sections.filter(({ results }) => results.some(({ start }) => start !== null))
  const [first] = started
  if (first === undefined || started.length < 2) return null
  const cases = [...new Set(started.flatMap(({ results }) => results.map(result => result.case)))]
  return {
    title: ['Starts by parameters'],
    about: 'time to the last byte of the first answer, means over starts with 95 % intervals',
    headings: headingsOf(['parameters'], first.targets),
    rows: cases.flatMap(caseId => [
      [[name(caseId)]],
      ...started.map(({ params, results }) => [
        [name(paramsText(params))],
        ...first.targets.map(target => {
          const found = results.find(result => result.case === caseId && result.target === target)
          return timeText(found?.start?.lastByteNs ?? null, charset)
        }),
      ]),
    ]),
  }
}

/** Returns what workerd reports of its own starts in a section; null where it was not asked. */
export function startPhaseFigures(section: Section, charset: Charset): Table | null {
  const time = ({ medianNs: value, lowerNs: lower, upperNs: upper, n }: Phases['total']) =>
    timeText({ value, lower, upper, level: 0.95, n }, charset)
  return figuresOf(
    section,
    {
      title: 'Startup phases of workerd',
      about: PHASES_ABOUT,
      headings: ['isolate', 'script', 'worker', 'total', 'isolates'],
    },
    ({ start }) => {
      if (!start?.phases) return null
      const { isolate, script: compiled, worker, total } = start.phases
      return [...[isolate, compiled, worker, total].map(time), String(total.n)]
    },
  )
}

/** Returns the sizes of the bundles of a section, which is the same on every target; null where none were started. */
export function bundleFigures(section: Section): Table | null {
  const seen = new Set<string>()
  return figuresOf(
    section,
    {
      title: 'Bundles',
      about: BUNDLE_ABOUT,
      headings: ['started', 'gzipped', 'minified', 'minified and gzipped'],
    },
    ({ case: caseId, start }) => {
      if (start === null || seen.has(caseId)) return null
      seen.add(caseId)
      const { bytes, gzipBytes, minifiedBytes, minifiedGzipBytes } = start.bundle
      return [bytes, gzipBytes, minifiedBytes, minifiedGzipBytes].map(formatBytes)
    },
  )
}

function timeText(estimate: EstimateRecord | null, charset: Charset): string | null {
  return estimate === null ? null : formatDurationEstimate(estimate, charset)
}
