import type { ResultRecord, RunRecord, SuiteRecord } from '@steelyard/record'
import { name, type Phrase } from '@steelyard/text'
import { type Block, type Command, type List, note, type Table } from './document.ts'
import { attributionPhrases } from './evidence/attribution-text.ts'
import { buildPhrases, rebuildPhrases } from './evidence/build-phrases.ts'
import { commandText, evidenceCommandText } from './evidence/command-text.ts'
import { allFigures, type TopicFigures } from './figures/all-figures.ts'
import { startsByParams } from './figures/start-figures.ts'
import { affinityText, machineText } from './machine-text.ts'
import { type Answer, answerOfSections, type SuiteAnswer } from './matrix/answer.ts'
import { notesOf, scaleNote } from './note.ts'
import { noticesOf, unmeasuredOf } from './notice.ts'
import { bySizeOfBundles, paramsText, type Section, sectionsOf } from './section.ts'
import { shownRecord } from './shown-record.ts'
import { summaryOf } from './summary.ts'
import { agreementSummary, timersOf, timersText } from './tables/agreement.ts'
import {
  type CaseRows,
  type Contenders,
  caseRowsOf,
  contendersOf,
  contendersTable,
} from './tables/contenders.ts'

/**
 * What a report says, the same in every format: a printer chooses the order and the style, and only pictures have words
 * of their own.
 */
export interface ReportDocument {
  /** As it is safe to show; pictures are drawn from it. */
  readonly record: RunRecord
  /** What is shown first. */
  readonly answer: Answer
  readonly suites: readonly SuitePart[]
  readonly summary: Table | null
  /** How many other timers differ from Steelyard; null where there are none. */
  readonly agreement: Phrase | null
  readonly attribution: List
  /** In what base and heads differ by how they were built. */
  readonly builds: List
  readonly rebuild: List
  readonly timers: List
  readonly unmeasured: List
  readonly notices: List
  /** What decides what a quick run left open; null for all else. */
  readonly evidence: Command | null
  /** Machine, program and record. */
  readonly facts: string
  /** null for foreign results. */
  readonly reproduce: Command | null
}

/** What one suite says. */
export interface SuitePart {
  /** Id by which a link finds it. */
  readonly anchor: string
  readonly suite: SuiteRecord
  readonly answer: SuiteAnswer
  readonly sections: readonly SectionPart[]
  /** Starts with several choices of parameters side by side. */
  readonly starts: Table | null
  /** Rule by which verdicts were given, and what intervals cover. */
  readonly note: string | null
}

/** What a suite says for one choice of parameters. */
export interface SectionPart {
  /** Id by which a link finds it. */
  readonly anchor: string
  /** Where timers are compared, with the results of Steelyard's own alone; pictures are drawn from it. */
  readonly section: Section
  readonly params: string
  readonly contenders: Contenders
  /** The contenders by case. */
  readonly cases: readonly CasePart[]
  /** All contenders as one table. */
  readonly table: Table
  /** Instead of contenders, where there are none. */
  readonly nothing: string | null
  readonly notes: readonly Phrase[]
  readonly figures: readonly TopicFigures[]
  /** Where timers are compared, which is what such a section is about. */
  readonly timers: readonly Block[] | null
}

/** What was found of one case. */
export interface CasePart extends CaseRows {
  /** Id by which a link finds it. */
  readonly anchor: string
}

/**
 * Returns what the report of a record says.
 *
 * @param place of the record among those that are shown together
 */
export function reportDocument(unsafe: RunRecord, place = 0): ReportDocument {
  const record = shownRecord(unsafe)
  const sections = sectionsOf(record)
  const isForeign = record.foreign !== null
  const answer = answerOfSections(record, sections)
  const isPreview = record.comparisons.some(({ reason }) => reason === 'quick')
  return {
    record,
    answer,
    suites: suitesOf(record, sections, answer, `r${place}`),
    summary: summaryOf(record, sections),
    agreement: record.agreements.length === 0 ? null : agreementSummary(record),
    attribution: { title: 'Which flag does it', items: attributionPhrases(record) },
    builds: { title: 'How base and head were built', items: buildPhrases(record) },
    rebuild: { title: 'What rebuilding alone does', items: rebuildPhrases(record) },
    timers: { title: 'Timed by', items: timersText(record) },
    unmeasured: { title: 'Failed or unsupported', items: unmeasuredOf(record) },
    notices: { title: 'Warnings, and what to try', items: noticesOf(record) },
    evidence: isPreview
      ? { about: 'The first look left some open. To decide them run:', command: evidenceCommandText(record) }
      : null,
    facts: factsOf(answer),
    reproduce: isForeign ? null : { about: 'To reproduce:', command: commandText(record) },
  }
}

function factsOf({ record, machine }: Answer): string {
  const { environment, steelyard, seed, id, status, startedAt, finishedAt, foreign } = record
  const { version, commit } = steelyard
  const own = [
    `Affinity: ${affinityText(environment)}.`,
    ...(machine.isNoisy ? [`Noise: ${machine.why.join(', ')}.`] : []),
    `Seed: ${seed}.`,
    `Steelyard: ${version}${commit === null ? '' : ` (${commit.slice(0, 7)})`}.`,
  ]
  return [
    `Machine: ${machineText(environment)}.`,
    ...(foreign === null ? own : []),
    `Record: ${id}, ${status}, from ${minute(startedAt)} to ${minute(finishedAt)} UTC.`,
  ].join(' ')
}

function minute(instant: string): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
}

function suitesOf(
  record: RunRecord,
  sections: readonly Section[],
  answer: Answer,
  above: string,
): SuitePart[] {
  return answer.suites.map((part, index) => {
    const own = sections.filter(({ suite }) => suite === part.suite).toSorted(bySizeOfBundles)
    const anchor = `${above}s${index}`
    return {
      anchor,
      suite: part.suite,
      answer: part,
      sections: own.map((section, place) => sectionPart(section, record, `${anchor}p${place}`)),
      starts: startsByParams(own),
      note: scaleNote(own),
    }
  })
}

function sectionPart(whole: Section, record: RunRecord, anchor: string): SectionPart {
  const timers = timersOf(whole, record)
  const section = timers === null ? whole : { ...whole, results: whole.results.filter(isSteelyards) }
  const contenders = contendersOf(section)
  return {
    anchor,
    section,
    params: paramsText(whole.params),
    contenders,
    cases: caseRowsOf(contenders, section).map((found, place) => ({
      ...found,
      anchor: `${anchor}c${place}`,
    })),
    table: contendersTable(contenders, record.targets),
    nothing: contenders.rows.length === 0 ? 'Nothing was measured.' : null,
    notes: notesOf(section),
    figures: allFigures(section, record),
    timers,
  }
}

/** Returns what a section says, one after the other. */
export function sectionBlocks({ params, nothing, table, notes, figures, timers }: SectionPart): Block[] {
  const title = params === '' ? [] : [[name(params)]]
  if (timers !== null) return [...title, ...timers]
  return [
    ...title,
    ...(nothing === null ? [] : [[nothing]]),
    table,
    ...notes,
    ...figures.map(({ table }) => table),
  ]
}

/** Returns what a suite says besides its answer. */
export function suiteBlocks({ sections, starts, note: text }: SuitePart): Block[] {
  return [
    ...sections.flatMap(sectionBlocks),
    ...(starts === null ? [] : [starts]),
    ...(text === null ? [] : [note(text)]),
  ]
}

/** Returns what is said below all suites. */
export function closingBlocks(document: ReportDocument): Block[] {
  const { agreement, attribution, builds, rebuild, timers, unmeasured, notices, evidence } = document
  return [
    ...(agreement === null ? [] : [agreement]),
    ...[attribution, builds, rebuild, timers, unmeasured, notices],
    ...(evidence === null ? [] : [evidence]),
  ]
}

function isSteelyards({ timer }: ResultRecord): boolean {
  return timer === 'steelyard'
}
