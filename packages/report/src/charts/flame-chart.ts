import { type Markish, rect, text } from '@observablehq/plot'
import { type HierarchyRectangularNode, hierarchy, partition } from 'd3-hierarchy'
import { CHART_WIDTH, draw } from './draw/draw.ts'
import { color } from './draw/palette.ts'
import { shortened } from './draw/short-names.ts'

/** A function on the stacks of a case, as a picture shows it. */
export interface FlameFrame {
  /** Index of the frame that called it, which stands before it; null for the first. */
  readonly caller: number | null
  readonly label: string
  /** Stands after the label where there is room for both. */
  readonly figure?: string
  /** Text that is shown where the pointer is. */
  readonly title: string
  /** Its width without what it calls and is shown. */
  readonly ownNs: number
  readonly fill: FlameFill
  /** What of its own width is drawn in a colour of its own, from where the frames end that it calls. */
  readonly bar?: { readonly ns: number; readonly fill: FlameFill } | null
}

export interface FlameFill {
  readonly color: string
  readonly opacity: number
}

export interface FlameOptions {
  readonly width?: number
  /** What the whole width stands for; by default what the first frame takes. */
  readonly wholeNs?: number
  readonly legend: readonly (FlameFill & { readonly text: string })[]
}

const ROW = 22
const LETTER_WIDTH = 6.8
const TEXT_INSET = 4
/** Narrower ones say nothing. */
const LEAST_LETTERS = 3
/** Pixels; narrower ones are not seen, and need no row. */
const LEAST_WIDTH = 0.5
const SWATCH = 12
const KEYS_IN_A_ROW = 2

/** Returns the stacks of a case as SVG text: the case above, below each function what it calls. */
export function flameChart(
  title: string,
  frames: readonly FlameFrame[],
  { width = CHART_WIDTH, wholeNs, legend }: FlameOptions,
): string {
  const boxes = boxesOf(frames)
  const rightNs = Math.max(wholeNs ?? 0, ...boxes.map(box => box.x1))
  const pixels = width / rightNs
  const seen = boxes.filter(({ x0, x1 }) => (x1 - x0) * pixels >= LEAST_WIDTH)
  const rows = Math.max(0, ...seen.map(({ row }) => row)) + 1
  const allRows = rows + Math.ceil(legend.length / KEYS_IN_A_ROW)
  const height = allRows * ROW
  return draw(title, {
    ...{ width, height, margin: 0 },
    x: { axis: null, domain: [0, rightNs], range: [0, width] },
    y: { axis: null, domain: [0, allRows], range: [0, height] },
    marks: [...frameMarks(boxes, seen), labelMark(seen, pixels), ...legendMarks(legend, rows, rightNs)],
  })
}

function frameMarks(boxes: readonly Box[], seen: readonly Box[]): Markish[] {
  const place = { x1: 'x0', x2: 'x1', y1: 'row', y2: (box: Box) => box.row + 1 } as const
  const bars = seen.flatMap(box => (box.frame.bar ? [{ ...box, bar: box.frame.bar }] : []))
  return [
    rect(boxes, {
      ...place,
      className: 'hit',
      insetRight: 1,
      insetBottom: 1,
      fill: ({ frame }: Box) => color(frame.fill.color),
      fillOpacity: ({ frame }: Box) => frame.fill.opacity,
      title: ({ frame }: Box) => frame.title,
    }),
    rect(bars, {
      ...place,
      x1: 'endNs',
      x2: ({ endNs, bar }) => endNs + bar.ns,
      insetBottom: 1,
      fill: ({ bar }) => color(bar.fill.color),
      fillOpacity: ({ bar }) => bar.fill.opacity,
      pointerEvents: 'none',
    }),
  ]
}

function labelMark(seen: readonly Box[], pixels: number): Markish {
  const labels = seen
    .map(box => ({
      ...box,
      letters: Math.floor(((box.x1 - box.x0) * pixels - 2 * TEXT_INSET) / LETTER_WIDTH),
    }))
    .filter(({ letters }) => letters >= LEAST_LETTERS)
  return text(labels, {
    x: 'x0',
    y: ({ row }) => row + 0.5,
    text: ({ frame, letters }) => labelText(frame, letters),
    textAnchor: 'start',
    dx: TEXT_INSET,
    pointerEvents: 'none',
  })
}

function legendMarks(legend: FlameOptions['legend'], rows: number, rightNs: number): Markish[] {
  const place = {
    x: (_: unknown, index: number) => ((index % KEYS_IN_A_ROW) * rightNs) / KEYS_IN_A_ROW,
    y: (_: unknown, index: number) => rows + 0.5 + Math.floor(index / KEYS_IN_A_ROW),
    textAnchor: 'start',
  } as const
  const fill = (each: FlameFill) => color(each.color)
  return [
    text(legend, { ...place, text: () => '■', fontSize: 18, fill, fillOpacity: 'opacity' }),
    text(legend, { ...place, text: 'text', dx: SWATCH + TEXT_INSET, fill: color('quiet') }),
  ]
}

function labelText({ label, figure }: FlameFrame, letters: number): string {
  const whole = figure === undefined ? label : `${label}  ${figure}`
  return whole.length <= letters ? whole : shortened(label, letters)
}

/** Where a frame is drawn: across in nanoseconds, down in rows. */
type Box = ReturnType<typeof boxOf>

/** Returns the places of frames, in their order. */
function boxesOf(frames: readonly FlameFrame[]): Box[] {
  const calleesOf = Map.groupBy(frames, ({ caller }) => (caller === null ? null : frames[caller]))
  const [first] = frames
  if (first === undefined) return []
  const root = hierarchy(first, frame => calleesOf.get(frame)).sum(({ ownNs }) => ownNs)
  const laidOut = partition<FlameFrame>().size([root.value ?? 0, 1])(root)
  const boxes = new Map(laidOut.descendants().map(node => [node.data, boxOf(node)]))
  return frames.flatMap(frame => boxes.get(frame) ?? [])
}

function boxOf({ data, x0, x1, depth, children = [] }: HierarchyRectangularNode<FlameFrame>) {
  // The last frame that it calls ends at `endNs`.
  return { frame: data, x0, x1, endNs: Math.max(x0, ...children.map(child => child.x1)), row: depth }
}
