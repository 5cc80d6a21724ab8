import type { RunRecord } from '@steelyard/record'
import { NO_BREAK_SPACE, type Phrase, type TerminalStyle, wrap } from '@steelyard/text'
import type { SuiteAnswer } from '../content/matrix/answer.ts'
import { type Headline, isOpen } from '../content/matrix/matrix-headlines.ts'
import { type Detail, printMatrix, shortName } from './print-matrix.ts'
import { INDENT } from './print-table.ts'

/** Returns what a run answers about a suite; on a screen bars may take the place of intervals. */
export function printAnswer(
  { suite, warnings, headlines, matrices }: SuiteAnswer,
  record: RunRecord,
  style: TerminalStyle,
  detail: Detail,
): string[][] {
  const title: Phrase = [{ text: suite.name, role: 'title' }, `${NO_BREAK_SPACE} ${suite.question}`]
  return [
    [title, targetsPhrase(record)].flatMap(phrase => wrap(phrase, style, { rest: 2 })),
    [
      ...warnings.flatMap(warning => wrap(warning, style, { first: INDENT, rest: 4 })),
      ...headlineLines(headlines, style),
    ],
    ...matrices.map(matrix => printMatrix(matrix, style, detail, matrices.length === 1)),
  ]
}

const MOST_HEADLINES = 8

/** Builds without their flags, which the columns have. */
function targetsPhrase({ targets }: RunRecord): Phrase {
  const builds = new Set(
    targets.map(({ id, runtime, version, flags, environment }) =>
      flags.length + Object.keys(environment).length > 0 ? `${runtime} ${version}` : id.replace('@', ' '),
    ),
  )
  return [{ text: Array.from(builds).join(' · '), role: 'quiet' }]
}

/** Returns sentences below each other, what each is about in a column; the decided ones of many. */
export function headlineLines(whole: readonly Headline[], style: TerminalStyle): string[] {
  const headlines = whole.map(each => ({ ...each, subject: shortName(each.subject, style) }))
  const signs = Math.max(0, ...headlines.map(({ sign }) => sign.length))
  const subjects = Math.max(0, ...headlines.map(({ subject }) => subject.length))
  const decided = headlines.toSorted((a, b) => Number(isOpen(a)) - Number(isOpen(b)))
  const shown = headlines.length > MOST_HEADLINES ? decided.slice(0, MOST_HEADLINES - 1) : headlines
  const rest = headlines.length - shown.length
  const margins = { first: INDENT, rest: INDENT.length + signs + subjects + 3 }
  return [
    ...shown.flatMap(headline => wrap(headlinePhrase(headline, signs, subjects), style, margins)),
    ...(rest > 0 ? [`${INDENT}and ${rest} more`] : []),
  ]
}

/** Padded by spaces at which no line ends. */
function headlinePhrase({ sign, role, subject, text }: Headline, signs: number, subjects: number): Phrase {
  const space = (count: number) => NO_BREAK_SPACE.repeat(count)
  return [
    { text: sign, role },
    space(signs - sign.length + 1),
    { text: subject, role: 'name' },
    `${space(subjects - subject.length + 1)} `,
    ...text,
  ]
}
