import type { ComparisonRecord } from '@steelyard/record'
import type { TerminalStyle } from '@steelyard/text'
import {
  alignedEstimates,
  type Column,
  cell,
  formatRatio,
  name,
  type Phrase,
  ratioText,
  tableLines,
  tableWidth,
  wrap,
} from '@steelyard/text'
import type { Matrix } from '../content/matrix.ts'
import { markText, verdictMark } from '../content/verdict-mark.ts'

const INDENT = '  '

/** Returns the ratios as a table, or as stacked lines where it would not fit. */
export function renderMatrix(matrix: Matrix, style: TerminalStyle): string[] {
  const columns = columnsOf(matrix, style)
  const fits = style.width >= 60 && INDENT.length + tableWidth(columns) <= style.width
  const lines = fits ? tableLines(columns, style).map(line => INDENT + line) : stacked(matrix, style)
  return [...wrap(matrixTitle(matrix), style), ...lines]
}

/** Returns what the matrix shows, and that it gives no verdict where it gives none. */
export function matrixTitle({ axis, base, rows }: Matrix): Phrase {
  const across = axis === 'targets' ? 'Across runtimes' : 'Across cases'
  const isUnpaired = rows.every(row => row.cells.every(each => each === null || !each.paired))
  const unpaired = ` (unpaired: no verdict; --by ${axis} gives one)`
  return [
    { text: across, role: 'title' },
    ': time relative to ',
    name(base),
    ...(isUnpaired ? [{ text: unpaired, role: 'quiet' } as const] : []),
  ]
}

function columnsOf({ targets, rows }: Matrix, style: TerminalStyle): Column[] {
  const ratios = targets.map((target, index) => {
    const comparisons = rows.map(row => row.cells[index] ?? null)
    const texts = alignedEstimates(
      comparisons.map(each => (each === null ? null : ratioText(each.ratio, style))),
    )
    const cells = comparisons.map((comparison, row) => {
      const text = [texts[row] ?? '', verdictText(comparison, style)].filter(part => part !== '').join(' ')
      return cell(text, comparison?.paired ? verdictMark(comparison, style).role : null)
    })
    return { heading: target, cells }
  })
  return [{ heading: 'case', cells: rows.map(row => cell(row.case)) }, ...ratios]
}

function stacked({ targets, rows }: Matrix, style: TerminalStyle): string[] {
  return rows.flatMap(row => [
    ...wrap([row.case], style, { first: INDENT }),
    ...row.cells.flatMap((comparison, index) => {
      if (comparison === null) return []
      const ratio = formatRatio(comparison.ratio, style)
      const phrase = `${targets[index]} ${ratio} ${verdictText(comparison, style)}`
      return wrap([phrase], style, { first: INDENT + INDENT })
    }),
  ])
}

/** The title says it of all when none is paired. */
function verdictText(comparison: ComparisonRecord | null, style: TerminalStyle): string {
  return comparison?.paired ? markText({ ...verdictMark(comparison, style), reason: '' }) : ''
}
