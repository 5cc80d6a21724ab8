import type { ComparisonRecord, EstimateRecord } from '@steelyard/record'
import { PROGRAM, shortEstimate } from '@steelyard/text'
import { areApart } from '../intervals.ts'
import type { MatrixCell } from './cell.ts'
import type { Footnote, MatrixLine } from './matrix.ts'
import { isLoss, REASONS } from './open-reasons.ts'

/** Half-widths that wall and CPU ratio may lie apart by, as a share, before the latter is shown too. */
const CLOCKS_APART = 0.05

/** Returns the cells with marks, and what the marks mean: one for each kind, in the order of the cells. */
export function footnotesOf(cells: readonly (readonly MatrixCell[])[], columns: readonly MatrixLine[]) {
  const notes = new Map<string, Footnote>()
  const markOf = ({ kind, text }: ReturnType<typeof notesOf>[number]) => {
    const found = notes.get(kind) ?? { mark: superscript(notes.size + 1), text: [text] }
    notes.set(kind, found)
    return found.mark
  }
  const marksOf = ({ comparison }: MatrixCell) => (comparison ? notesOf(comparison).map(markOf) : [])
  const marked = cells.map(row => row.map((cell): MatrixCell => ({ ...cell, marks: marksOf(cell) })))
  return { cells: marked, footnotes: [...notes.values(), ...clocksApart(cells, columns)] }
}

/** Notes on cells; all cells of one kind share the first one's text. */
function notesOf({ suite, case: caseId, reason, inTail, warnings }: ComparisonRecord) {
  const modes = { kind: 'modes', text: `two kinds of launches: ${PROGRAM} modes ${suite}/${caseId}` }
  const has = (code: string) => warnings.some(warning => warning.code === code)
  const note = (text: string | undefined) => (text === undefined ? [] : [{ kind: text, text }])
  return [
    ...(reason === 'bimodal' || has('two-kinds') || has('kinds-disagree') ? [modes] : []),
    ...(isLoss(reason ?? '') ? note('one side was lost during the run') : []),
    ...note(REASONS.get(reason ?? '')),
    ...(inTail ? note('in the tail: few slow batches make the difference') : []),
    ...(has('open-loop') ? note('direct and indirect ratio disagree') : []),
    ...(has('later-launches-differ') ? note('launches after its verdict say otherwise') : []),
  ]
}

/** One sentence for all columns whose other clock has another ratio than the one that is shown. */
function clocksApart(cells: readonly (readonly MatrixCell[])[], columns: readonly MatrixLine[]): Footnote[] {
  const found = columns.flatMap((column, index) => {
    const apart = cells.flatMap(row => {
      const comparison = row[index]?.comparison
      const other = comparison?.otherClockRatio
      return comparison && other && isOther(comparison.ratio, other) ? [{ comparison, other }] : []
    })
    const [first] = apart
    if (first === undefined) return []
    const { value, interval } = shortEstimate(first.other)
    const more = apart.length > 1 ? ` and ${apart.length - 1} more` : ''
    const clock = first.comparison.metric === 'cpu' ? 'Wall' : 'CPU'
    return [{ clock, text: `${column.label} ${value} ${interval} for ${first.comparison.case}${more}` }]
  })
  const [first] = found
  if (first === undefined) return []
  return [{ mark: '', text: [`${first.clock} time differs: ${found.map(({ text }) => text).join('; ')}`] }]
}

function isOther(a: EstimateRecord, b: EstimateRecord): boolean {
  return areApart(a, b) && Math.abs(Math.log(a.value / b.value)) > CLOCKS_APART
}

function superscript(number: number): string {
  return Array.from(String(number), digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('')
}
