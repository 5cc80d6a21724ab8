import { colorize, type Phrase, sanitize, type TerminalStyle, wrap } from '@steelyard/text'
import type { TimelineSeries } from './series.ts'
import {
  amountText,
  bisectCommand,
  changePhrase,
  largestChanges,
  seriesNotes,
  subjectOf,
  type TimelineChange,
} from './timeline-text.ts'

/** Returns the largest changes of all series for a terminal, and what else is to be known of them. */
export function renderTimeline(unsafe: readonly TimelineSeries[], style: TerminalStyle): string {
  const all = sanitize(unsafe).filter(({ isSuperseded }) => !isSuperseded)
  const { slower, faster } = largestChanges(all)
  const paragraph = (phrase: Phrase) => wrap(phrase, style, { rest: 2 })
  const changes = (title: string, some: readonly TimelineChange[]) =>
    some.length === 0
      ? []
      : [
          colorize(title, 'title', style),
          ...some.flatMap(change => {
            const search = bisectCommand(change)
            return [...paragraph(changePhrase(change)), ...(search === null ? [] : [`  ${search}`])]
          }),
          '',
        ]
  const notes = all.flatMap(series =>
    seriesNotes(series, all).flatMap(note =>
      paragraph([`${subjectOf(series)} on ${series.runtime}: ${note}`]),
    ),
  )
  return [
    ...changes('Slower, in the last year', slower),
    ...changes('Faster, in the last year', faster),
    ...notes,
    ...(notes.length === 0 ? [] : ['']),
    ...paragraph([amountText(all)]),
  ].join('\n')
}
