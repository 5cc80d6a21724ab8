import type { Shade } from '../../charts/matrix/shade.ts'
import type { Footnote } from './matrix.ts'

/** Grids on a page, of which one is shown at a time; elsewhere what stands around them has the same numbers. */
export interface Heat {
  /** The first is shown at once. */
  readonly grids: readonly Grid[]
  /** No other part of the page has it. */
  readonly id: string
  /** What stands around its picture; null where it has none. */
  readonly frame: PictureFrame | null
  /** What makes the numbers again; null where nothing does. */
  readonly command: string | null
}

/** What stands around the cells of a picture that is shown without its page. */
export interface PictureFrame {
  readonly title: string
  /** In bold below the title: what the picture shows. */
  readonly headline: string
  /** At the foot: machine, day, command. */
  readonly source: string
}

/** A matrix as it is drawn: what one position of its switch shows. */
export interface Grid {
  /** Ratios to another target, ratios to another case, times, answers a second, or what one machine showed. */
  readonly view: 'targets' | 'cases' | 'time' | 'rate' | `m${number}`
  /** On the switch: `÷ node`. */
  readonly label: string
  /** What the numbers are: `time ÷ node's`. */
  readonly about: string
  readonly columns: readonly GridLine[]
  readonly rows: readonly GridLine[]
  /** Cells by row, then by column. */
  readonly cells: readonly (readonly GridCell[])[]
  readonly footnotes: readonly Footnote[]
  readonly meanings: readonly string[]
}

/** A case, or a target with what it is drawn by. */
export interface GridLine {
  readonly label: string
  /** Colour and symbol of a target; null for a case. */
  readonly series: string | null
  readonly href: string | null
  /** Said quietly behind its name. */
  readonly aside: string
}

export interface GridCell {
  readonly value: string
  /** `±4 %`; empty where a value has none. */
  readonly interval: string
  readonly sign: string
  readonly marks: string
  readonly shade: Shade
  /** What the sign means, and for an open ratio what its interval says. */
  readonly word: string
  readonly href: string | null
  readonly below: string
}

/** A cell of which there is nothing to say. */
export const PLAIN_CELL: GridCell = {
  ...{ value: '', interval: '', sign: '', marks: '', word: '', below: '' },
  ...{ shade: 'none', href: null },
}

export function plainLine(label: string): GridLine {
  return { label, series: null, href: null, aside: '' }
}
