import type { ResultRecord, WarningRecord } from '@steelyard/record'
import { name, type Phrase, recordWarningKind, recordWarningRangeText } from '@steelyard/text'
import { type Field, headingsOf, type Table } from '../document.ts'
import type { Section } from '../section.ts'
import { subjectList } from '../subject.ts'

/** What stands above a table of figures. */
type FiguresHead = Readonly<Record<'title' | 'about', string>>

/** A heading, the figure below it (null for missing), and what the reason for that stands under, if there may be one. */
export type FigureColumn<Source> = readonly [
  heading: string,
  of: (source: Source) => string | null,
  field?: string,
]

/** Returns figures of the targets, below the name of each case; null when no result has what `sourceOf` reads. */
export function figuresOf<Source extends object>(
  section: Section,
  head: FiguresHead,
  sourceOf: (result: ResultRecord) => Source | null | undefined,
  columns: readonly FigureColumn<Source>[],
  notes: readonly Phrase[] = [],
): Table | null {
  const headings = headingsOf(
    ['target'],
    columns.map(([heading]) => heading),
  )
  return figureRows(
    section,
    { ...head, headings },
    result => {
      const source = sourceOf(result)
      return source ? [[[name(result.target)], ...columns.map(([, of]) => of(source))]] : null
    },
    notes,
  )
}

/** Returns the same with as many rows for a result as `rowsOf` returns. */
export function figureRows(
  { results }: Section,
  { title, about, headings }: FiguresHead & Pick<Table, 'headings'>,
  rowsOf: (result: ResultRecord) => readonly (readonly Field[])[] | null,
  notes: readonly Phrase[] = [],
): Table | null {
  const found = results.flatMap(result => {
    const rows = rowsOf(result)
    return rows === null ? [] : [{ caseId: result.case, rows }]
  })
  if (found.length === 0) return null
  const rows = Array.from(
    Map.groupBy(found, ({ caseId }) => caseId),
    ([caseId, ofCase]) => [[[name(caseId)]], ...ofCase.flatMap(each => each.rows)],
  ).flat()
  return { title: [title], about, headings, rows, notes }
}

/** Returns what is missing in the columns, a sentence for each reason; `reasonsOf` has reasons by names of fields. */
export function missingNotes<Source>(
  { results }: Section,
  columns: readonly FigureColumn<Source>[],
  reasonsOf: (result: ResultRecord) => Readonly<Record<string, WarningRecord | undefined>>,
): Phrase[] {
  const missing = results.flatMap(result => {
    const reasons = reasonsOf(result)
    return columns.flatMap(([heading, , field]) => {
      const why = field === undefined ? undefined : reasons[field]
      return why === undefined ? [] : [{ result, heading, why }]
    })
  })
  return Array.from(Map.groupBy(missing, ({ why }) => recordWarningKind(why)).values(), found => {
    const subjects = found.map(({ result }) => [name(result.case), ' on ', name(result.target)])
    const headings = [...new Set(found.map(({ heading }) => heading))].join(', ')
    const why = recordWarningRangeText(found.map(each => each.why))
    return [`No ${headings} of `, ...subjectList(subjects), `: ${why}`]
  })
}

/** Returns what side launches cost; empty where it is not known. */
export function slowdownText(slowdowns: readonly number[]): string {
  if (slowdowns.length === 0) return ''
  const [least, most] = [Math.min(...slowdowns), Math.max(...slowdowns)]
  return ` Iterations took ${least.toFixed(2)} to ${most.toFixed(2)} times as long as in the timed launches.`
}
