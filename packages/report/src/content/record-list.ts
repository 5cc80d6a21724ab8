import type { EnvironmentRecord, RunRecord } from '@steelyard/record'
import {
  counted,
  joinPhrases,
  linked,
  minuteText,
  name,
  nameList,
  type Phrase,
  phraseText,
  sanitize,
} from '@steelyard/text'
import { type Field, headingsOf, type Table } from './document.ts'
import { isIdentified, NOT_IDENTIFIED } from './machine-text.ts'
import type { OutlinePage } from './outline.ts'
import { shownRecord } from './shown-record.ts'
import { verdictCounts } from './summary.ts'

/** More are a page that no reader reads to its end. */
const MOST_RECORDS = 500
const MOST_SUITES = 2
const MOST_TARGETS = 4

/** What a list says of a record: safe to show. */
export type RecordEntry = ReturnType<typeof recordEntryOf>

/** A record in a list of them, and where its page is. */
interface ListedRecord {
  readonly entry: RecordEntry
  readonly href: string
  /** Where the record itself is; null where it is not offered. */
  readonly file: string | null
}

interface RecordIndex {
  readonly title: string
  /** Where they are from. */
  readonly about: string
  /** In any order. */
  readonly records: readonly ListedRecord[]
  readonly historyHref: (suite: string) => string
  /** Files that look like records and cannot be read. */
  readonly unread: readonly string[]
}

export function recordEntryOf(record: RunRecord) {
  const { id, startedAt, status, suites, targets, environment, comparisons, results, foreign } =
    shownRecord(record)
  return {
    id,
    /** ISO 8601, in UTC. */
    startedAt: new Date(startedAt).toISOString(),
    status,
    suites: suites.map(suite => suite.name),
    targets: targets.map(target => target.id),
    machine: shortMachine(environment),
    verdicts: verdictCounts(comparisons),
    /** Without verdicts the comparisons are estimates. */
    isCompared: comparisons.length > 0,
    /** Results that should have times and have not. */
    missing: results.filter(result => result.status !== 'ok' && result.status !== 'unsupported').length,
    /** The tool that it was imported from; null for our own. */
    origin: foreign?.tool ?? null,
  }
}

/** Returns a machine in few words: `AMD EPYC, zen5-26.2-ff4994, 2 cores`. */
function shortMachine(environment: EnvironmentRecord): string {
  const { cpuModel, cpuId, cores } = environment
  const parts = [
    cpuModel,
    cpuId ?? (isIdentified(environment) ? null : NOT_IDENTIFIED),
    cores === null ? null : counted(cores, 'core'),
  ]
  return parts.filter(part => part !== null).join(', ')
}

/** Returns a list of records, the newest first, and where the trends of their suites are. */
export function recordsPage({ title, about, records, historyHref, unread }: RecordIndex): OutlinePage {
  const suites = records.flatMap(({ entry }) => entry.suites)
  const counts = Map.groupBy(suites, suite => suite)
  const histories = Array.from(counts, ([suite, { length }]) => [
    linked(suite, historyHref(suite)),
    ` ${counted(length, 'record')}`,
  ])
  const listOf = (items: readonly Phrase[]) => [{ title: '', items }]
  const none = 'There is no record yet. Run a suite; its record appears here when it ends.'
  const outlines = [
    {
      title: counted(records.length, 'record'),
      blocks: [records.length === 0 ? [none] : recordsTable(records)],
    },
    ...(histories.length === 0 ? [] : [{ title: 'Over time', blocks: listOf(histories) }]),
    ...(unread.length === 0
      ? []
      : [{ title: 'Cannot be read', blocks: listOf(sanitize(unread).map(file => [name(file)])) }]),
  ]
  return {
    kicker: 'Steelyard',
    title,
    lead: [[about]],
    outlines,
    foot: [],
    howToRead: HOW_TO_READ,
  }
}

/** Returns records as a table, the newest first. */
export function recordsTable(records: readonly ListedRecord[]): Table {
  const sorted = records.toSorted((a, b) => (a.entry.startedAt < b.entry.startedAt ? 1 : -1))
  const shown = sorted.slice(0, MOST_RECORDS)
  const more = sorted.length - shown.length
  return {
    title: ['Records, the newest first'],
    headings: headingsOf(['started (UTC)', 'suites', 'verdicts', 'status', 'targets', 'machine']),
    rows: shown.map(({ entry, href, file }) => [
      [linked(minuteText(entry.startedAt), href), ...(file === null ? [] : [' ', linked('JSON', file)])],
      phraseText(nameList(entry.suites, MOST_SUITES)),
      verdictsField(entry),
      statusField(entry),
      [name(phraseText(nameList(entry.targets, MOST_TARGETS)))],
      entry.machine,
    ]),
    notes: more > 0 ? [[`Without the ${more} oldest.`]] : [],
  }
}

function verdictsField({ verdicts, isCompared }: RecordEntry): Field {
  if (verdicts.length === 0) return isCompared ? 'estimates alone' : 'nothing compared'
  const counts = verdicts.map(({ verdict, count }): Phrase => [`${count} `, { text: verdict, role: verdict }])
  return joinPhrases(counts, ', ')
}

function statusField({ status, missing, origin }: RecordEntry): Field {
  const parts = [
    ...(origin === null ? [] : [`by ${origin}`]),
    ...(status === 'partial' ? ['partial'] : []),
    ...(missing > 0 ? [`${missing} not measured`] : []),
  ]
  if (parts.length === 0) return 'complete'
  return [{ text: parts.join(', '), role: status === 'partial' || missing > 0 ? 'trouble' : 'quiet' }]
}

const HOW_TO_READ = [
  'Each row is the record of one run; its page has every ratio, interval and sample. Verdicts counts those of the run: slower and faster are the head against its base.',
  'A run that was interrupted is partial and has the verdicts of its complete looks, as a preview has those of its first. Times of different runs are not compared; trends of ratios are, where machine and code are the same.',
]
