import type { ResultRecord, RunRecord } from '@steelyard/record'
import { type Phrase, phraseText } from '@steelyard/text'
import { formatRate } from '../../content/figures/server-figures.ts'
import type { SuiteAnswer } from '../../content/matrix/answer.ts'
import type { MatrixCell } from '../../content/matrix/cell.ts'
import { type Grid, type GridCell, PLAIN_CELL, plainLine } from '../../content/matrix/grid.ts'
import { type Matrix, type MatrixLine, turned } from '../../content/matrix/matrix.ts'
import { signMeanings } from '../../content/matrix/sign-meanings.ts'
import { onlyOne } from '../../content/only-one.ts'
import { seriesOf } from '../draw/palette.ts'
import { ratioShade, timeShade } from './shade.ts'

const WORDS: Readonly<Record<string, string>> = { slower: 'slower', faster: 'faster', same: 'same' }

/**
 * Returns the views of what a suite answers, as its headline does first; none where nothing was compared. `placeOf` says
 * where the samples of a result are.
 */
export function gridsOf(
  { matrices }: SuiteAnswer,
  targets: RunRecord['targets'],
  placeOf: (result: ResultRecord) => string | null = () => null,
): Grid[] {
  const first = matrices.find(hasVerdicts) ?? matrices[0]
  if (first === undefined) return []
  const gridOf = (
    named: Pick<Grid, 'view' | 'label' | 'about'>,
    matrix: Matrix,
    cellOf: (cell: MatrixCell) => GridCell,
  ): Grid => {
    const lineOf = ({ id, label }: MatrixLine) => ({
      ...plainLine(label),
      series: seriesOf(targets, id) || null,
    })
    const isJudged = named.view !== 'time'
    return {
      ...named,
      rows: matrix.rows.map(lineOf),
      columns: matrix.columns.map(lineOf),
      cells: matrix.cells.map(row =>
        row.map(cell => ({ ...cellOf(cell), href: cell.result && placeOf(cell.result) })),
      ),
      footnotes: isJudged ? matrix.footnotes : [],
      meanings: isJudged ? signMeanings(matrix) : [],
    }
  }
  const ratios = [first, ...matrices.filter(matrix => matrix !== first)].map(turned).map(matrix => {
    const named = { view: matrix.axis, label: `÷ ${baseOf(matrix)}`, about: matrix.about }
    return gridOf(named, matrix, cell => ratioCell(cell, matrix))
  })
  const clock = first.metric === 'cpu' ? 'CPU time' : 'time'
  const times = gridOf(
    { view: 'time', label: 'time', about: `${clock} on this machine at this hour` },
    turned(first),
    timeCellOf(first),
  )
  const served = matrices.find(({ axis }) => axis === 'targets') ?? first
  if (!served.cells.flat().some(({ result }) => result?.server?.rate)) return [...ratios, times]
  const rates = gridOf(
    {
      ...{ view: 'rate', label: 'requests/s' },
      about: `requests answered a second; signs and colours judge ${served.about}`,
    },
    served,
    cell => {
      const rate = cell.result?.server?.rate
      const drawn = ratioCell(cell, served)
      return rate ? { ...drawn, value: formatRate(rate.mean), interval: '' } : drawn
    },
  )
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

function baseOf({ axis, rows, columns }: Matrix): string {
  const bases = [...rows, ...columns].filter(({ isBase }) => isBase)
  return onlyOne(bases.map(({ label }) => label)) ?? (axis === 'cases' ? 'baseline' : 'base')
}

function ratioCell(cell: MatrixCell, { scale }: Matrix): GridCell {
  const { kind, time, text, sign, role, known, missing, marks, ratio } = cell
  if (kind === 'base') return { ...PLAIN_CELL, value: time, word: 'base', shade: 'base' }
  if (kind === 'missing' || ratio === null) return { ...PLAIN_CELL, value: missing }
  return {
    ...PLAIN_CELL,
    ...text,
    sign,
    marks: marks.join(''),
    word: WORDS[role ?? ''] ?? `${sign === '·' ? 'never judged' : 'undecided'}: ${known}`,
    shade: ratioShade(role, ratio, scale),
  }
}

function timeCellOf({ cells, metric }: Matrix): (cell: MatrixCell) => GridCell {
  const timeOf = ({ result }: MatrixCell) =>
    (metric === 'cpu' ? result?.cpuNs : result?.wallNs)?.value ?? null
  const times = cells.flat().flatMap(cell => timeOf(cell) ?? [])
  const ends = [Math.min(...times), Math.max(...times)] as const
  return cell => {
    const ns = timeOf(cell)
    const value = cell.time === '' ? cell.missing : cell.time
    return { ...PLAIN_CELL, value, shade: ns === null ? 'none' : timeShade(ns, ends) }
  }
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
