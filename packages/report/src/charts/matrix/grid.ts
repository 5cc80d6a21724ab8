import type { ResultRecord, RunRecord } from '@steelyard/record'
import { type Phrase, phraseText } from '@steelyard/text'
import { formatRate } from '../../content/figures/server-figures.ts'
import type { SuiteAnswer } from '../../content/matrix/answer.ts'
import type { MatrixCell } from '../../content/matrix/cell.ts'
import type { Footnote, Matrix, MatrixLine } from '../../content/matrix/matrix.ts'
import { signMeanings } from '../../content/matrix/sign-meanings.ts'
import { turned } from '../../content/matrix/transposed.ts'
import { seriesOf } from '../draw/palette.ts'
import type { PicturedCell, PicturedGrid, PicturedLine } from './matrix-picture.ts'
import { ratioShade, timeShade } from './shade.ts'

/** A matrix as it is drawn: what one position of its switch shows. */
export interface Grid extends PicturedGrid {
  /** Ratios to another target, ratios to another case, times, answers a second, or what one machine showed. */
  readonly view: 'targets' | 'cases' | 'time' | 'rate' | `m${number}`
  /** On the switch: `÷ node`. */
  readonly label: string
  readonly columns: readonly GridLine[]
  readonly rows: readonly GridLine[]
  /** Cells by row, then by column. */
  readonly cells: readonly (readonly GridCell[])[]
  readonly footnotes: readonly Footnote[]
  /** What its signs mean. */
  readonly meanings: readonly string[]
}

export interface GridLine extends PicturedLine {
  /** Where its name leads to; null for nowhere. */
  readonly href: string | null
  /** Said quietly behind its name. */
  readonly aside: string
}

export interface GridCell extends PicturedCell {
  /** What the sign means, and for an open ratio what its interval says. */
  readonly word: string
  /** Where more of it is; null for nowhere. */
  readonly href: string | null
  /** Stands below the value. */
  readonly below: string
}

/** Returns where the samples of a result are; null where they are nowhere. */
export type SamplePlace = (result: ResultRecord) => string | null

const WORDS: Readonly<Record<string, string>> = { slower: 'slower', faster: 'faster', same: 'same' }

/** Returns the views of what a suite answers, as its headline does first; none where nothing was compared. */
export function gridsOf(
  { matrices }: SuiteAnswer,
  targets: RunRecord['targets'],
  placeOf: SamplePlace = () => null,
): Grid[] {
  const first = matrices.find(hasVerdicts) ?? matrices[0]
  if (first === undefined) return []
  const inOrder = [first, ...matrices.filter(matrix => matrix !== first)]
  const rates = rateGrid(matrices.find(({ axis }) => axis === 'targets') ?? first, targets, placeOf)
  const ratios = inOrder.map(matrix => ratioGrid(turned(matrix), targets, placeOf))
  const times = timeGrid(turned(first), targets, placeOf)
  if (rates === null) return [...ratios, times]
  return isUnderLoad(first) ? [rates, ...ratios, times] : [...ratios, times, rates]
}

/** One request after the other asks how long each takes; any other load asks how many are answered. */
function isUnderLoad({ cells }: Matrix): boolean {
  return cells.flat().some(({ result }) => result?.server && result.server.load.kind !== 'sequential')
}

function hasVerdicts({ cells }: Matrix): boolean {
  return cells
    .flat()
    .some(({ comparison }) => comparison?.verdict != null && comparison.verdict !== 'inconclusive')
}

function ratioGrid(matrix: Matrix, targets: RunRecord['targets'], placeOf: SamplePlace): Grid {
  const { axis, about, footnotes, scale } = matrix
  const bases = new Set(
    [...matrix.rows, ...matrix.columns].flatMap(({ isBase, label }) => (isBase ? [label] : [])),
  )
  const [base] = bases
  return {
    view: axis,
    label: `÷ ${bases.size === 1 ? base : axis === 'cases' ? 'baseline' : 'base'}`,
    about,
    footnotes,
    meanings: signMeanings(matrix),
    ...linesOf(matrix, targets),
    cells: matrix.cells.map(row => row.map(cell => ratioCell(cell, scale, placeOf))),
  }
}

function ratioCell(cell: MatrixCell, scale: Matrix['scale'], placeOf: SamplePlace): GridCell {
  const { kind, result, time, text, sign, role, known, missing, marks, ratio } = cell
  const href = result && placeOf(result)
  if (kind !== 'ratio' || ratio === null) {
    const value = kind === 'base' ? time : missing
    const word = kind === 'base' ? 'base' : ''
    return { ...PLAIN, value, word, shade: kind === 'base' ? 'base' : 'none', href }
  }
  const word = WORDS[role ?? '']
  return {
    value: text?.value ?? '',
    interval: text?.interval ?? '',
    sign,
    marks: marks.join(''),
    word: word ?? `${sign === '·' ? 'never judged' : 'undecided'}: ${known}`,
    shade: ratioShade(role, ratio, scale),
    href,
    below: '',
  }
}

const PLAIN = { interval: '', sign: '', marks: '', word: '', below: '' } as const

function timeGrid(matrix: Matrix, targets: RunRecord['targets'], placeOf: SamplePlace): Grid {
  const times = matrix.cells.flat().flatMap(cell => timeOf(cell, matrix) ?? [])
  const ends = [Math.min(...times), Math.max(...times)] as const
  const clock = matrix.metric === 'cpu' ? 'CPU time' : 'time'
  return {
    view: 'time',
    label: 'time',
    about: `${clock} on this machine at this hour`,
    footnotes: [],
    meanings: [],
    ...linesOf(matrix, targets),
    cells: matrix.cells.map(row =>
      row.map(cell => {
        const ns = timeOf(cell, matrix)
        const value = cell.time === '' ? cell.missing : cell.time
        const href = cell.result && placeOf(cell.result)
        return { ...PLAIN, value, shade: ns === null ? 'none' : timeShade(ns, ends), href }
      }),
    ),
  }
}

function timeOf({ result }: MatrixCell, { metric }: Matrix): number | null {
  return (metric === 'cpu' ? result?.cpuNs : result?.wallNs)?.value ?? null
}

/** Answers a second of servers under load, with the verdicts on their ratios; null for all else. */
function rateGrid(matrix: Matrix, targets: RunRecord['targets'], placeOf: SamplePlace): Grid | null {
  const { about, cells, scale, footnotes } = matrix
  const isOfServers = cells.flat().some(({ result }) => result?.server?.rate)
  if (!isOfServers) return null
  return {
    view: 'rate',
    label: 'requests/s',
    about: `requests answered a second; signs and colours judge ${about}`,
    footnotes,
    meanings: signMeanings(matrix),
    ...linesOf(matrix, targets),
    cells: cells.map(row =>
      row.map(cell => {
        const rate = cell.result?.server?.rate
        const drawn = ratioCell(cell, scale, placeOf)
        return rate ? { ...drawn, value: formatRate(rate.mean), interval: '' } : drawn
      }),
    ),
  }
}

function linesOf({ rows, columns }: Matrix, targets: RunRecord['targets']): Pick<Grid, 'rows' | 'columns'> {
  const lineOf = ({ id, label }: MatrixLine): GridLine => ({
    ...{ label, href: null, aside: '' },
    series: seriesOf(targets, id) || null,
  })
  return { rows: rows.map(lineOf), columns: columns.map(lineOf) }
}

/** Returns what a grid shows and what its marks mean, a sentence each. */
export function notePhrases({ about, footnotes }: Grid): Phrase[] {
  const first = about.charAt(0).toUpperCase() + about.slice(1)
  return [[first], ...footnotes.map(({ mark, text }): Phrase => (mark === '' ? text : [`${mark} `, ...text]))]
}

/** Returns the same as text, and what its signs mean. */
export function noteText(grid: Grid): string {
  const sentences = [...notePhrases(grid).map(phraseText), grid.meanings.join(', ')]
  return sentences.flatMap(text => (text === '' ? [] : `${text}.`)).join(' ')
}
