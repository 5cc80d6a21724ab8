import type { ResultRecord, WarningRecord } from '@steelyard/record'
import { joinPhrases, name, type Phrase, recordWarningKind, recordWarningRangeText } from '@steelyard/text'
import type { Section } from '../section.ts'

/** A table besides the one with the times: a line for each contender with such figures. */
export interface Figures {
  /** What it shows, and what its columns are. */
  readonly title: string
  readonly about: string
  readonly headings: readonly string[]
  /** What a row is, unless it is a target. */
  readonly rowHeading?: string
  /** How many of the last columns a narrow terminal may leave out. */
  readonly spareColumns?: number
  /** The contenders of a case. */
  readonly blocks: readonly FiguresBlock[]
  readonly notes: readonly Phrase[]
}

export interface FiguresBlock {
  readonly case: string
  /** null where a figure is missing; the notes say why. */
  readonly rows: readonly FiguresRow[]
}

export interface FiguresRow {
  readonly target: string
  /** The same for a narrow terminal, which may cut it too; without it, rows are never cut. */
  readonly short?: string
  readonly cells: readonly (string | null)[]
}

const MOST_SUBJECTS = 3

/**
 * Returns the figures of a section; null when none of its results has what `cellsOf` reads.
 *
 * @param cellsOf returns null for a result that has nothing to show
 */
export function figuresOf(
  { results }: Section,
  { title, about, headings }: Pick<Figures, 'title' | 'about' | 'headings'>,
  cellsOf: (result: ResultRecord) => readonly (string | null)[] | null,
  notes: readonly Phrase[],
): Figures | null {
  const blocks = Array.from(
    Map.groupBy(results, result => result.case),
    ([caseId, ofCase]) => ({
      case: caseId,
      rows: ofCase.flatMap(result => {
        const cells = cellsOf(result)
        return cells === null ? [] : [{ target: result.target, cells }]
      }),
    }),
  ).filter(({ rows }) => rows.length > 0)
  return blocks.length === 0 ? null : { title, about, headings, blocks, notes }
}

/** A figure that a result does not have. */
export interface Missing {
  readonly result: ResultRecord
  /** Heading of its column. */
  readonly what: string
  readonly why: WarningRecord
}

/** Returns what is missing, everything with the same reason in one sentence. */
export function missingNotes(missing: readonly Missing[]): Phrase[] {
  return Array.from(Map.groupBy(missing, ({ why }) => recordWarningKind(why)).values(), found => {
    const results = [...new Set(found.map(({ result }) => result))]
    const subjects = results
      .slice(0, MOST_SUBJECTS)
      .map(({ case: caseId, target }) => [name(caseId), ' on ', name(target)])
    const rest = results.length > MOST_SUBJECTS ? ` and ${results.length - MOST_SUBJECTS} more` : ''
    const headings = [...new Set(found.map(({ what }) => what))].join(', ')
    const why = recordWarningRangeText(found.map(each => each.why))
    return [`No ${headings} of `, ...joinPhrases(subjects, ', '), `${rest}: ${why}`]
  })
}
