import { name } from '@steelyard/text'
import type { SuiteAnswer } from '../content/matrix/answer.ts'
import type { MatrixCell } from '../content/matrix/cell.ts'
import { type Matrix, turned } from '../content/matrix/matrix.ts'
import { signMeanings } from '../content/matrix/sign-meanings.ts'
import { markdownPhrase, markdownTable, markdownText } from './markdown-text.ts'
import { bullets } from './print-blocks.ts'

/** Returns what a run answers about a suite in a list: warnings, and a sentence for each finding. */
export function findingParts({ warnings, headlines, matrices }: SuiteAnswer): string[] {
  const columns = new Set(matrices.flatMap(matrix => matrix.columns.map(({ label }) => label)))
  const found = headlines.map(({ sign, role, subject, text }) => [
    { text: sign, role },
    ' ',
    columns.has(subject) ? name(subject) : subject,
    ': ',
    ...text,
  ])
  return bullets([...warnings, ...found])
}

/** Returns a matrix as a table, with what its signs and marks mean. */
export function matrixParts(matrix: Matrix): string[] {
  const { rows, columns, cells } = turned(matrix)
  const table = markdownTable(
    ['', ...columns.map(({ label }) => markdownPhrase([name(label)]))],
    ['left', ...columns.map(() => 'right' as const)],
    rows.map(({ label }, row) => [markdownPhrase([name(label)]), ...(cells[row] ?? []).map(cellText)]),
  )
  const legend = signMeanings(matrix)
  const notes = matrix.footnotes.map(({ mark, text }) => `${mark} ${markdownPhrase(text)}`.trimStart())
  const below = [...(legend.length === 0 ? [] : [markdownText(legend.join(', '))]), ...notes]
  return [
    `**${matrix.title}**, ${markdownText(matrix.about)}`,
    table,
    ...(below.length === 0 ? [] : [`<sub>${below.join('<br>')}</sub>`]),
  ]
}

function cellText({ kind, time, text, sign, role, known, missing, marks }: MatrixCell): string {
  if (kind === 'missing') return markdownText(missing)
  if (text === null) return time
  const isDecided = role === 'slower' || role === 'faster' || role === 'same'
  const shown = isDecided ? `**${markdownText(sign)}**` : markdownText(sign)
  const range = role === 'inconclusive' ? [markdownText(known)] : []
  return [text.value, text.interval, shown, ...range, ...marks].filter(part => part !== '').join(' ')
}
