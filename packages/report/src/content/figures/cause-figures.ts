import type { CauseRecord, RunRecord } from '@steelyard/record'
import { counted, formatDuration, formatPercent, name, type Phrase } from '@steelyard/text'
import { headingsOf } from '../document.ts'
import { paramsText, type Section } from '../section.ts'
import { costNote, filesNotes, nativeNotes } from './capture-notes.ts'
import { differs, explainedNotes, signed } from './cause-note.ts'
import { placeText } from './place-text.ts'

const MOST_ROWS = 10

const ABOUT =
  'time of an iteration that each function takes itself, without what it calls, by samples of the stack in launches of their own; the difference ± a 95 % interval over those launches'

/** What lies behind a verdict, as a table, and with the stacks of both sides. */
export type CauseFigures = ReturnType<typeof causeFigures>[number]

/** Returns what lies behind each verdict of a section, by profiles of both sides. */
export function causeFigures(section: Section, record: RunRecord) {
  const { causes, profiles, targets } = record
  const isHere = ({ suite, params }: Pick<CauseRecord, 'suite' | 'params'>) =>
    suite === section.suite.name && paramsText(params) === paramsText(section.params)
  const own = profiles.filter(isHere)
  const profileOf = (target: string, caseId: string) =>
    own.find(profile => profile.target === target && profile.case === caseId)
  const hasV8 = (id: string) => targets.some(target => target.id === id && target.engine.name === 'v8')
  return causes.filter(isHere).map(cause => {
    const { base, head, baseCase, case: headCase } = cause
    const sideText = (target: string, caseId: string) =>
      baseCase === headCase ? target : `${caseId} on ${target}`
    const sides = { base: profileOf(base, baseCase), head: profileOf(head, headCase) }
    const both = [sides.base, sides.head].flatMap(profile => profile ?? [])
    const whole = cause.differenceNs.value
    const differingFirst = cause.rows.toSorted((a, b) => Number(differs(b)) - Number(differs(a)))
    const rows = differingFirst.slice(0, MOST_ROWS)
    const hasTotals = rows.some(({ total }) => total !== null)
    return {
      cause,
      profiles: sides,
      table: {
        title: [`${titleOf(cause)}: ${sideText(head, headCase)} against ${sideText(base, baseCase)}`],
        about: hasTotals ? `${ABOUT}; last the difference with what it calls` : ABOUT,
        headings: [
          ...headingsOf(
            [cause.by === 'place' ? 'what ran' : 'function of the suite'],
            ['base', 'head', 'difference', '±', 'of all'],
          ),
          ...(hasTotals ? [{ text: ['with calls'], numeric: true, isSpare: true }] : []),
        ],
        rows: [
          [[name(cause.case)]],
          ...rows.map(row => [
            [name(placeText(row))],
            formatDuration(row.baseNs),
            formatDuration(row.headNs),
            signed(row.differenceNs.value),
            formatDuration((row.differenceNs.upper - row.differenceNs.lower) / 2),
            whole === 0 ? null : formatPercent(row.differenceNs.value / whole),
            ...(hasTotals ? [row.total ? signed(row.total.differenceNs.value) : null] : []),
          ]),
        ],
        notes: [
          differingNote(cause),
          ...explainedNotes(cause),
          costNote(both),
          ...nativeNotes(cause, both, [base, head].some(hasV8)),
          ...filesNotes(both),
        ],
      },
    }
  })
}

function titleOf({ by, differenceNs }: CauseRecord): string {
  const [longer, less] =
    by === 'place' ? ['What became slower', 'What became faster'] : ['What takes longer', 'What takes less']
  return differenceNs.value > 0 ? longer : less
}

function differingNote({ rows }: CauseRecord): Phrase {
  const differing = rows.filter(differs).length
  const of = `${counted(rows.length, 'row')}${rows.length > MOST_ROWS ? ` (${MOST_ROWS} shown)` : ''}`
  if (differing === 0) return [`None of ${of} differs beyond chance.`]
  const which = differing === 1 ? 'The first' : `The first ${differing}`
  return [
    `${which} of ${of} ${differing === 1 ? 'differs' : 'differ'} beyond chance. At most 1 in 20 such rows is there by chance, on average.`,
  ]
}
