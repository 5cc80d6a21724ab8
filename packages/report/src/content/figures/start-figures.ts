import type { EstimateRecord, ResultRecord, StartRecord } from '@steelyard/record'
import { mean, median } from '@steelyard/stats'
import { formatBytes, formatDuration, formatDurationEstimate, formatRatio, name } from '@steelyard/text'
import { headingsOf, type Table } from '../document.ts'
import { paramsText, type Section } from '../section.ts'
import { figuresOf } from './figures.ts'
import { formatRate } from './server-figures.ts'

const ABOUT =
  'from just before the process is spawned to its listening, and to the first and the last byte of its first answer; means over starts with 95 % intervals, every file read before (page cache warm)'

const REQUESTS_ABOUT =
  'from sending it to the last byte of its answer, the second one over the same connection; means over starts with 95 % intervals'

const POOL_ABOUT = `simulated: ten clients send 2,000 requests one after the other, each client to a server of its own that its first request starts, as it was measured; the others take what a second request took`

const PHASES_ABOUT =
  "what 'workerd bench' reports of starting the app in a new isolate of a running process: medians over isolates, with its own intervals"

const BUNDLE_ABOUT =
  'as it is started, gzipped, and minified by esbuild; limits for uploads apply to the gzipped size'

type Phases = NonNullable<StartRecord['phases']>

/** Returns what starts in a section took, with what the first request took, the phases and the bundles; none where none were timed. */
export function startFigures(section: Section): Table[] {
  const phase = ({ medianNs: value, lowerNs: lower, upperNs: upper, n }: Phases['total']) =>
    timeText({ value, lower, upper, level: 0.95, n })
  // A bundle is the same on every target.
  const isFirst = (result: ResultRecord) =>
    section.results.find(each => each.case === result.case && each.start !== null) === result
  return [
    figuresOf(section, { title: 'Starts', about: ABOUT }, ({ start }) => start, [
      ['listening', ({ listeningNs }) => timeText(listeningNs)],
      ['first byte', ({ firstByteNs }) => timeText(firstByteNs)],
      ['last byte', ({ lastByteNs }) => timeText(lastByteNs)],
      ['starts', ({ launches }) => String(launches.length)],
    ]),
    figuresOf(section, { title: 'First and second request', about: REQUESTS_ABOUT }, ({ start }) => start, [
      ['first', ({ firstRequestNs }) => timeText(firstRequestNs)],
      ['second', ({ secondRequestNs }) => timeText(secondRequestNs)],
      ['first ÷ second', ({ firstToSecond }) => firstToSecond && formatRatio(firstToSecond)],
    ]),
    figuresOf(
      section,
      { title: 'A pool of cold servers', about: POOL_ABOUT },
      ({ start }) => start && coldPool(start.launches),
      [
        ['50 %', ({ medianNs }) => formatDuration(medianNs)],
        ['average', ({ meanNs }) => formatDuration(meanNs)],
        ['max', ({ maxNs }) => formatDuration(maxNs)],
        ['requests a second', ({ perSecond }) => formatRate(perSecond)],
      ],
    ),
    figuresOf(
      section,
      { title: 'Startup phases of workerd', about: PHASES_ABOUT },
      ({ start }) => start?.phases,
      [
        ['isolate', ({ isolate }) => phase(isolate)],
        ['script', ({ script: compiled }) => phase(compiled)],
        ['worker', ({ worker }) => phase(worker)],
        ['total', ({ total }) => phase(total)],
        ['isolates', ({ total }) => String(total.n)],
      ],
    ),
    figuresOf(
      section,
      { title: 'Bundles', about: BUNDLE_ABOUT },
      result => (isFirst(result) ? result.start?.bundle : null),
      [
        ['started', ({ bytes }) => formatBytes(bytes)],
        ['gzipped', ({ gzipBytes }) => formatBytes(gzipBytes)],
        ['minified', ({ minifiedBytes }) => formatBytes(minifiedBytes)],
        ['minified and gzipped', ({ minifiedGzipBytes }) => formatBytes(minifiedGzipBytes)],
      ],
    ),
  ].filter(table => table !== null)
}

const CLIENTS = 10
const REQUESTS = 2000

/** Simulates cold servers with one client each, of starts in the order in which they were measured. */
export function coldPool(starts: StartRecord['launches']) {
  const clients = Array.from({ length: CLIENTS }, (_, client) => {
    const { lastByteNs = 0, secondRequestNs = 0 } = starts[client % starts.length] ?? {}
    return { freeNs: lastByteNs, warmNs: secondRequestNs }
  })
  const latenciesNs = clients.map(({ freeNs }) => freeNs)
  while (latenciesNs.length < REQUESTS) {
    const next = clients.reduce((first, one) => (one.freeNs < first.freeNs ? one : first))
    next.freeNs += next.warmNs
    latenciesNs.push(next.warmNs)
  }
  return {
    medianNs: median(latenciesNs),
    meanNs: mean(latenciesNs),
    maxNs: Math.max(...latenciesNs),
    perSecond: REQUESTS / (Math.max(...clients.map(({ freeNs }) => freeNs)) / 1e9),
  }
}

/** Returns starts by choices of parameters, a column for each target; null for less than two choices. */
export function startsByParams(sections: readonly Section[]): Table | null {
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
          return timeText(found?.start?.lastByteNs ?? null)
        }),
      ]),
    ]),
  }
}

function timeText(estimate: EstimateRecord | null): string | null {
  return estimate && formatDurationEstimate(estimate)
}
