import type { RunRecord } from '@steelyard/record'
import { commitText, minuteText, name } from '@steelyard/text'
import { type Block, note } from './document.ts'
import { attributionPhrases } from './evidence/attribution-text.ts'
import { buildPhrases, rebuildPhrases } from './evidence/build-phrases.ts'
import { commandText, evidenceCommandText } from './evidence/command-text.ts'
import { allFigures } from './figures/all-figures.ts'
import { startsByParams } from './figures/start-figures.ts'
import { affinityText, machineText } from './machine-text.ts'
import { type Answer, answerOfSections } from './matrix/answer.ts'
import { notesOf, scaleNote } from './note.ts'
import { noticesOf, unmeasuredOf } from './notice.ts'
import { bySizeOfBundles, ofSteelyard, paramsText, type Section, sectionsOf } from './section.ts'
import { shownRecord } from './shown-record.ts'
import { summaryOf } from './summary.ts'
import { agreementSummary, timersOf, timersText } from './tables/agreement.ts'
import { caseRowsOf, contendersOf, contendersTable } from './tables/contenders.ts'

/** What a report says in every format: printers choose order and style, and only pictures have words of their own. */
export type ReportDocument = ReturnType<typeof reportDocument>

export type SuitePart = ReturnType<typeof suitesOf>[number]

/** What a suite says for one choice of parameters. */
export type SectionPart = ReturnType<typeof sectionPart>

export type CasePart = SectionPart['cases'][number]

/** Returns what the report of a record says; `place` is its index among the records that are shown together. */
export function reportDocument(unsafe: RunRecord, place = 0) {
  const record = shownRecord(unsafe)
  const sections = sectionsOf(record)
  const answer = answerOfSections(record, sections)
  const isPreview = record.comparisons.some(({ reason }) => reason === 'quick')
  return {
    /** As it is safe to show; pictures are drawn from it. */
    record,
    answer,
    suites: suitesOf(record, sections, answer, `r${place}`),
    summary: summaryOf(record, sections),
    /** How many other timers differ from Steelyard; null where there are none. */
    agreement: record.agreements.length === 0 ? null : agreementSummary(record),
    attribution: { title: 'Which flag does it', items: attributionPhrases(record) },
    builds: { title: 'How base and head were built', items: buildPhrases(record) },
    rebuild: { title: 'What rebuilding alone does', items: rebuildPhrases(record) },
    timers: { title: 'Timed by', items: timersText(record) },
    unmeasured: { title: 'Failed or unsupported', items: unmeasuredOf(record) },
    notices: { title: 'Warnings, and what to try', items: noticesOf(record) },
    /** What decides what a quick run left open; null for all else. */
    evidence: isPreview
      ? { about: 'The first look left some open. To decide them run:', command: evidenceCommandText(record) }
      : null,
    /** Machine, program and record. */
    facts: factsOf(answer),
    reproduce: record.foreign !== null ? null : { about: 'To reproduce:', command: commandText(record) },
  }
}

function factsOf({ record, machine }: Answer): string {
  const { environment, steelyard, seed, id, status, startedAt, finishedAt, foreign } = record
  const { version, commit } = steelyard
  const own = [
    `Affinity: ${affinityText(environment)}.`,
    ...(machine.isNoisy ? [`Noise: ${machine.why.join(', ')}.`] : []),
    `Seed: ${seed}.`,
    `Steelyard: ${version}${commit === null ? '' : ` (${commitText(commit)})`}.`,
  ]
  return [
    `Machine: ${machineText(environment)}.`,
    ...(foreign === null ? own : []),
    `Record: ${id}, ${status}, from ${minuteText(startedAt)} to ${minuteText(finishedAt)} UTC.`,
  ].join(' ')
}

function suitesOf(record: RunRecord, sections: readonly Section[], answer: Answer, above: string) {
  return answer.suites.map((part, index) => {
    const own = sections.filter(({ suite }) => suite === part.suite).toSorted(bySizeOfBundles)
    const anchor = `${above}s${index}`
    return {
      /** Id by which a link finds it, as those of its sections and cases. */
      anchor,
      suite: part.suite,
      answer: part,
      sections: own.map((section, place) => sectionPart(section, record, `${anchor}p${place}`)),
      /** Starts with several choices of parameters side by side. */
      starts: startsByParams(own),
      /** Rule by which verdicts were given, and what intervals cover. */
      note: scaleNote(own),
    }
  })
}

function sectionPart(whole: Section, record: RunRecord, anchor: string) {
  const timers = timersOf(whole, record)
  const section = timers === null ? whole : ofSteelyard(whole)
  const contenders = contendersOf(section)
  return {
    anchor,
    /** Where timers are compared, with the results of Steelyard's own alone; pictures are drawn from it. */
    section,
    params: paramsText(whole.params),
    contenders,
    cases: caseRowsOf(contenders, section).map((found, place) => ({
      ...found,
      anchor: `${anchor}c${place}`,
    })),
    table: contendersTable(contenders, record.targets),
    /** Instead of contenders, where there are none. */
    nothing: contenders.rows.length === 0 ? 'Nothing was measured.' : null,
    notes: notesOf(section),
    figures: allFigures(section, record),
    /** Where timers are compared, which is what such a section is about. */
    timers,
  }
}

export function sectionBlocks({ params, nothing, table, notes, figures, timers }: SectionPart): Block[] {
  const title = params === '' ? [] : [[name(params)]]
  if (timers !== null) return [...title, ...timers]
  return [...title, nothing === null ? [] : [nothing], table, ...notes, ...figures.map(({ table }) => table)]
}

/** Returns what a suite says besides its answer. */
export function suiteBlocks({ sections, starts, note: text }: SuitePart): Block[] {
  return [...sections.flatMap(sectionBlocks), starts ?? [], text === null ? [] : note(text)]
}

/** Returns what is said below all suites. */
export function closingBlocks(document: ReportDocument): Block[] {
  const { agreement, attribution, builds, rebuild, timers, unmeasured, notices, evidence } = document
  return [agreement ?? [], attribution, builds, rebuild, timers, unmeasured, notices, evidence ?? []]
}
