import type { ResultRecord, WarningRecord } from '@steelyard/record'
import { fromTo, name, type Phrase, recordWarningKind, recordWarningRangeText } from '@steelyard/text'
import { type Field, headingsOf, type Table } from '../document.ts'
import type { Section } from '../section.ts'
import { onTarget, subjectList } from '../subject.ts'

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
  const numbers = columns.map(([heading]) => heading)
  const headings = headingsOf(['target'], numbers)
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
  const byCase = Map.groupBy(found, ({ caseId }) => caseId)
  const rows = [...byCase].flatMap(([caseId, own]) => [[[name(caseId)]], ...own.flatMap(each => each.rows)])
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
    const subjects = found.map(({ result }) => onTarget(result))
    const headings = [...new Set(found.map(({ heading }) => heading))].join(', ')
    const why = recordWarningRangeText(found.map(each => each.why))
    return [`No ${headings} of `, ...subjectList(subjects), `: ${why}`]
  })
}

/** Returns what side launches cost; empty where it is not known. */
export function slowdownText(slowdowns: readonly number[]): string {
  const range = slowdownRange(slowdowns)
  return range === null ? '' : ` Iterations took ${range} times as long as in the timed launches.`
}

/** Returns `1.02 to 1.10`; null where it is not known. */
export function slowdownRange(slowdowns: readonly number[]): string | null {
  if (slowdowns.length === 0) return null
  return fromTo([Math.min(...slowdowns), Math.max(...slowdowns)].map(times => times.toFixed(2)))
}
