import { axisX, line, text } from '@observablehq/plot'
import type { WindowRecord } from '@steelyard/record'
import { median } from '@steelyard/stats'
import { formatDuration } from '@steelyard/text'
import { draw } from './draw/draw.ts'
import { panelHits } from './draw/hit-areas.ts'
import { durationTick, ratioTick } from './draw/log-axis.ts'
import { color, seriesColor } from './draw/palette.ts'
import { thinnedToExtremes } from './draw/thin.ts'
import {
  asideOf,
  type LaunchPanel,
  medianSampleNs,
  panelHeads,
  panelLayout,
  sampleDomain,
  sketchSteps,
} from './launch-panel.ts'

const NS_PER_MS = 1e6
/** Pixels. */
const CELL_HEIGHT = 30
const ONLY_CELL_HEIGHT = 44
const FEWEST_COLUMNS = 6
const COLUMNS = 12
const MOST_COLUMNS = 20
const MOST_ROWS = 4
/** Share of a cell that is empty on each side. */
const ROOM = 0.08

/** One window of a launch: a cell of its own. */
interface Cell {
  readonly panel: string
  /** Counted from 1. */
  readonly launch: number
  readonly isDiscarded: boolean
  readonly column: number
  readonly row: number
  readonly samples: readonly Sample[]
}

interface Sample {
  readonly ms: number
  readonly ratio: number
  readonly contended: boolean
}

/**
 * Returns the launches of each contender as small panels in their order, SVG text: in each its samples over its own timed
 * milliseconds, in units of the contender's median sample, which is the grey line. All are on one scale. Windows that
 * were discarded as warm-up are grey, before the launch they belong to. Dots are samples that shared their core.
 *
 * @param mostPoints of one line; where there are more, the extremes of each stretch are kept
 */
export function launchesChart(title: string, panels: readonly LaunchPanel[], mostPoints: number): string {
  const windows = panels.map(windowsOf)
  const most = windows.reduce((a, b) => Math.max(a, b.length), 1)
  const columns = columnsFor(most)
  const rows = Math.ceil(most / columns)
  const cells = windows.flatMap(ofPanel =>
    ofPanel.map((each, index) => ({ ...each, column: index % columns, row: Math.floor(index / columns) })),
  )
  const samples = cells.flatMap(each => each.samples)
  const domain = sampleDomain(samples.map(({ ratio }) => ratio))
  const longestMs = samples.reduce((longest, { ms }) => Math.max(longest, ms), 0) || 1
  const points = cells.map(each => ({ ...each, points: pointsOf(each, longestMs, domain, mostPoints) }))
  const place = { x: 'x', y: 'y', z: 'cell', fy: 'panel' } as const
  const dots = points.flatMap(({ points }) => points.filter(({ contended }) => contended))
  const scale = `${ratioTick(Number(domain[0].toPrecision(2)))} to ${ratioTick(Number(domain[1].toPrecision(2)))}`
  return draw(
    title,
    {
      ...panelLayout(panels, rows === 1 ? ONLY_CELL_HEIGHT : rows * CELL_HEIGHT, 24),
      x: { domain: [0, columns] },
      y: { domain: [0, rows], reverse: true, axis: null },
      marks: [
        line(
          cells.flatMap(each => medianLine(each, domain)),
          { ...place, z: 'panel', stroke: color('line') },
        ),
        ...panels.map(({ label, runtime }) =>
          line(
            points.filter(each => each.panel === label && !each.isDiscarded).flatMap(each => each.points),
            { ...place, className: 'cells', stroke: seriesColor(runtime), strokeWidth: 1 },
          ),
        ),
        line(
          points.filter(each => each.isDiscarded).flatMap(each => each.points),
          { ...place, stroke: color('quiet'), strokeWidth: 1, strokeDasharray: '2,2' },
        ),
        line(
          // A line of one point between gaps is a dot: so all dots of a panel are one path.
          dots.flatMap(point => [point, { ...point, y: Number.NaN }]),
          { ...place, z: 'panel', stroke: color('ink'), strokeWidth: 3, strokeLinecap: 'round' },
        ),
        text(
          cells.filter(({ column }) => column === 0),
          {
            x: 0,
            y: (each: Cell) => each.row + 0.5,
            fy: 'panel',
            text: (each: Cell) => `${each.launch}`,
            textAnchor: 'end',
            dx: -6,
            fill: color('quiet'),
          },
        ),
        panelHits(panels, { x: [0, columns], y: [0, rows] }, panelTitle),
        axisX([], {
          label: `each small panel: 0 to ${durationTick(longestMs * NS_PER_MS)} of timed samples`,
          labelAnchor: 'center',
          labelArrow: 'none',
          labelOffset: 20,
          color: color('quiet'),
        }),
        ...panelHeads(
          panels.map(panel => ({
            label: panel.label,
            aside: [scale, asideOf(panel)].filter(part => part !== '').join(', '),
          })),
        ),
      ],
    },
    sketchSteps(mostPoints),
  )
}

/** Text for all launches of a contender: a script shows more of each. */
function panelTitle({ label, launches }: LaunchPanel): string {
  const medians = launches.flatMap(({ wallNs }) => (wallNs.length === 0 ? [] : [median(wallNs)]))
  if (medians.length === 0) return label
  const [least, most] = [Math.min(...medians), Math.max(...medians)].map(ns => formatDuration(ns))
  return `${label}: ${medians.length} launches, medians from ${least} to ${most}`
}

function columnsFor(windows: number): number {
  if (windows > COLUMNS * MOST_ROWS) return MOST_COLUMNS
  return Math.min(COLUMNS, Math.max(FEWEST_COLUMNS, windows))
}

function windowsOf({ label, launches, samplesNs }: LaunchPanel) {
  const middleNs = medianSampleNs(launches)
  return launches.flatMap(({ early, ...timed }, index) => {
    const about = { panel: label, launch: index + 1 }
    return [
      ...early.map(window => ({ ...about, isDiscarded: true, samples: samplesOf(window, middleNs, null) })),
      { ...about, isDiscarded: false, samples: samplesOf(timed, middleNs, samplesNs?.[index] ?? null) },
    ]
  })
}

/** @param durationsNs how long each sample went on; null where that is its time × iterations */
function samplesOf(
  { wallNs, iterationsPerBatch, audit }: WindowRecord,
  middleNs: number,
  durationsNs: readonly number[] | null,
): Sample[] {
  const contended = new Set(audit?.contended)
  let ms = 0
  return wallNs.map((sample, index) => {
    ms += (durationsNs?.[index] ?? sample * iterationsPerBatch) / NS_PER_MS
    return { ms, ratio: sample / middleNs, contended: contended.has(index) }
  })
}

function pointsOf(
  { panel, column, row, samples }: Cell,
  longestMs: number,
  domain: readonly [number, number],
  mostPoints: number,
) {
  return thinnedToExtremes(samples, mostPoints, ({ ratio }) => ratio).map(({ ms, ratio, contended }) => ({
    panel,
    cell: `${row} ${column}`,
    x: column + ROOM + (1 - 2 * ROOM) * (ms / longestMs),
    y: row + heightOf(ratio, domain),
    contended,
  }))
}

function medianLine({ panel, column, row }: Cell, domain: readonly [number, number]) {
  const y = row + heightOf(1, domain)
  const gap = { panel, x: column, y: Number.NaN }
  return [...[column + ROOM, column + 1 - ROOM].map(x => ({ panel, x, y })), gap]
}

/** From the top of a cell, as a share of it. */
function heightOf(ratio: number, [least, most]: readonly [number, number]): number {
  const share = ratio > least ? Math.log(ratio / least) / Math.log(most / least) : 0
  return 1 - ROOM - (1 - 2 * ROOM) * Math.min(share, 1)
}
