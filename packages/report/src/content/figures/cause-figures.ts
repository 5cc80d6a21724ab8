import type { CauseRecord, CauseRowRecord, ProfileRecord, RunRecord } from '@steelyard/record'
import { type Charset, formatDuration, formatPercent, name, type Phrase } from '@steelyard/text'
import { paramsText, type Section } from '../section.ts'
import type { Figures } from './figures.ts'

const MOST_ROWS = 10

const KINDS: Readonly<Partial<Record<CauseRowRecord['kind'], string>>> = {
  engine: 'the engine, no function named',
  harness: 'around the case',
  runtime: 'JavaScript of the runtime',
  builtin: 'built-in functions',
}

const ABOUT =
  'nanoseconds of an iteration, by samples of the stack in launches of their own; the difference with its 95 % interval over those launches, each row for itself'

/** Returns what lies behind each verdict of a section, by profiles of both sides. */
export function causeFigures(section: Section, record: RunRecord, charset: Charset): Figures[] {
  const { causes = [], profiles = [], targets } = record
  const isHere = ({ suite, params }: Pick<CauseRecord, 'suite' | 'params'>) =>
    suite === section.suite.name && paramsText(params) === paramsText(section.params)
  const own = profiles.filter(isHere)
  const hasV8 = (id: string) => targets.some(target => target.id === id && target.engine.name === 'v8')
  return causes.filter(isHere).map(cause => {
    const { base, head, baseCase, headCase } = cause
    const sides = [profileOf(own, base, baseCase ?? cause.case), profileOf(own, head, headCase ?? cause.case)]
    const whole = cause.differenceNs.value
    return {
      title: `Where the difference lies: ${sideText(head, headCase)} against ${sideText(base, baseCase)}`,
      about: ABOUT,
      headings: ['base', 'head', 'difference', 'interval', 'of all'],
      rowHeading: cause.by === 'place' ? 'what ran' : 'function of the suite',
      blocks: [
        {
          case: cause.case,
          rows: shownRows(cause).map(row => ({
            target: placeText(row),
            cells: [
              formatDuration(row.baseNs, charset),
              formatDuration(row.headNs, charset),
              signed(row.differenceNs.value, charset),
              `[${signed(row.differenceNs.lower, charset)}, ${signed(row.differenceNs.upper, charset)}]`,
              formatPercent(row.differenceNs.value / whole),
            ],
          })),
        },
      ],
      notes: [
        explainedNote(cause, charset),
        costNote(sides.flatMap(profile => profile ?? [])),
        ...([base, head].some(hasV8) ? [V8_NOTE] : []),
      ],
    }
  })
}

/** What V8's sampler leaves out. */
const V8_NOTE: Phrase = [
  "V8's profiler shows what built-in functions do, such as JSON.parse, as time of the function that calls them.",
]

/** Those that differ come first; ten lines say enough. */
function shownRows({ rows }: CauseRecord): CauseRowRecord[] {
  const differs = ({ differenceNs: { lower, upper } }: CauseRowRecord) => lower > 0 || upper < 0
  return [...rows.filter(differs), ...rows.filter(row => !differs(row))].slice(0, MOST_ROWS)
}

function sideText(target: string, caseId: string | undefined): string {
  return caseId === undefined ? target : `${caseId} on ${target}`
}

function placeText({ functionName, source, callee, kind }: CauseRowRecord): string {
  const own = functionName === null ? null : source === null ? functionName : `${functionName} (${source})`
  const what = callee ?? (kind === 'suite' ? null : (KINDS[kind] ?? kind))
  return [own, what].filter(part => part !== null).join(' > ')
}

function explainedNote({ explainedShare, differenceNs, by }: CauseRecord, charset: Charset): Phrase {
  const rows = by === 'place' ? 'Named rows' : 'Functions'
  if (explainedShare === null) return ['The whole difference is within its interval of 0.']
  return [
    `${rows} that differ beyond chance add up to ${formatPercent(explainedShare)} of the difference of ${signed(differenceNs.value, charset)}.`,
  ]
}

function costNote(profiles: readonly ProfileRecord[]): Phrase {
  const slowdowns = profiles.flatMap(({ launches }) => launches.map(({ slowdown }) => slowdown))
  const launches = profiles[0]?.launches.length ?? 0
  const times = [Math.min(...slowdowns), Math.max(...slowdowns)].map(value => value.toFixed(2))
  return [
    `Of ${launches} launches of each side, whose times are not kept. While sampled, iterations took `,
    name(`${times[0]} to ${times[1]}`),
    ' times as long as just before.',
  ]
}

function profileOf(
  profiles: readonly ProfileRecord[],
  target: string,
  caseId: string,
): ProfileRecord | undefined {
  return profiles.find(profile => profile.target === target && profile.case === caseId)
}

function signed(ns: number, charset: Charset): string {
  return `${ns < 0 ? '-' : '+'}${formatDuration(Math.abs(ns), charset)}`
}
