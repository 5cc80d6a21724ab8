import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRecord } from '@steelyard/record'
import { agreementSample } from '@steelyard/record/fixtures/agreement-sample'
import { compareSample } from '@steelyard/record/fixtures/compare-sample'
import { figuresSample } from '@steelyard/record/fixtures/figures-sample'
import { profileSample } from '@steelyard/record/fixtures/profile-sample'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { phraseText } from '@steelyard/text'
import { renderHtml } from '../html/render-html.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { renderReport } from '../terminal/render-report.ts'
import type { Table } from './document.ts'
import type { Answer } from './matrix/answer.ts'
import { type ReportDocument, reportDocument, type SectionPart } from './report-document.ts'

/** Records with everything that a report can show in every format. */
const RECORDS: Readonly<Record<string, RunRecord>> = {
  cases: sampleRecord(),
  targets: sampleTargetsRecord(),
  'targets compared where cases are': acrossRecord(),
  'a preview': sampleRecord({
    comparisons: sampleRecord().comparisons.map(each => ({ ...each, verdict: null, reason: 'quick' })),
  }),
  timers: agreementSample(),
  figures: figuresSample(),
  profiles: profileSample(),
  'two suites': twoSuites(sampleRecord()),
  'an interrupted run': { ...sampleRecord(), status: 'partial' },
  'a comparison of builds': comparedBuilds(),
  nothing: sampleRecord({ results: [], comparisons: [] }),
}

for (const [what, record] of Object.entries(RECORDS)) {
  const formats = {
    terminal: renderReport(record, { width: 10_000, color: false }),
    Markdown: markdownAsText(renderMarkdown(record)),
    page: htmlAsText(renderHtml([record])),
  }
  for (const [format, text] of Object.entries(formats)) {
    test(`reportDocument of ${what}: all that it says stands in the ${format}`, () => {
      const shown = flat(text)
      const document = reportDocument(record)
      const answer = format === 'terminal' ? [] : answerTexts(document.answer, format === 'page')
      const said = [...textsOf(document), ...answer].filter(each => each !== '')
      assert.ok(said.length > 3)
      assert.deepEqual(
        said.filter(each => !shown.includes(flat(each))),
        [],
      )
    })
  }
}

/** The terminal has a test of its own, since it drops what does not fit. */
function answerTexts({ suites, machine }: Answer, hasTimes: boolean): string[] {
  return [
    ...machine.why,
    ...suites.flatMap(({ headlines, warnings, matrices }) => [
      ...warnings.map(phraseText),
      ...headlines.map(({ subject, text }) => `${subject}: ${phraseText(text)}`),
      ...matrices.flatMap(({ about, rows, columns, cells }) => [
        about.slice(1),
        ...[...rows, ...columns].map(({ label }) => label),
        ...cells
          .flat()
          .flatMap(({ text, time, missing }) =>
            text ? [text.value, text.interval, hasTimes ? time : ''] : [missing],
          ),
      ]),
    ]),
  ]
}

/** Returns a comparison of builds; each has something else to report, or other flags. */
function comparedBuilds(): RunRecord {
  const { targets, comparisons, ...record } = compareSample()
  return {
    ...record,
    targets: targets.map((target, index) => ({
      ...target,
      build: { enable_lto: String(index > 0), enable_pgo_use: 'false' },
      binary: { ...target.binary, sha256: String(index).repeat(64) },
      warnings: [{ code: 'idle-flags', flags: `--idle-${index}`, beside: '' }],
    })),
    comparisons: comparisons.map(each => ({ ...each, warnings: [{ code: 'other-builder' }] })),
  }
}

/** The sample, whose pairs of targets shared launches. */
function acrossRecord(): RunRecord {
  const { comparisons } = sampleRecord()
  return sampleRecord({
    comparisons: comparisons.map(each =>
      each.paired
        ? each
        : { ...each, paired: true, verdict: 'slower', reason: null, pValue: 0, adjustedPValue: 0 },
    ),
  })
}

function textsOf(document: ReportDocument): string[] {
  const { attribution, builds, rebuild, unmeasured, notices, timers, agreement, evidence, summary } = document
  const lists = [attribution, builds, rebuild, unmeasured, notices].filter(({ items }) => items.length > 0)
  return [
    ...lists.flatMap(({ title, items }) => [title, ...items.map(phraseText)]),
    ...timers.items.map(phraseText),
    phraseText(agreement ?? []),
    ...(evidence === null ? [] : [evidence.about, evidence.command]),
    summary?.about ?? '',
    ...document.suites.flatMap(({ suite, sections, note }) => [
      suite.name,
      suite.question,
      note ?? '',
      ...sections.flatMap(sectionTexts),
    ]),
  ]
}

function sectionTexts(section: SectionPart): string[] {
  const { params, contenders, nothing, notes, figures, timers } = section
  if (timers !== null)
    return [params, ...timers.flatMap(block => ('rows' in block ? headingTexts(block) : []))]
  const columns = contenders.rows.length === 0 ? [] : contenders.columns
  return [
    params,
    nothing ?? '',
    ...columns.filter(({ id }) => id === 'wall' || id === 'cpu').map(({ text }) => phraseText(text)),
    ...contenders.rows.map(({ label }) => label),
    ...notes.map(phraseText),
    ...figures.flatMap(({ table }) => [phraseText(table.title), ...headingTexts(table)]),
  ]
}

function headingTexts({ headings }: Table): string[] {
  return headings.map(({ text }) => phraseText(text))
}

function flat(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function markdownAsText(markdown: string): string {
  return decoded(markdown.replaceAll(/\*\*|`|\u2060/g, '').replaceAll(/\\(.)/g, '$1'))
}

function htmlAsText(html: string): string {
  return decoded(html.replaceAll(/<[^>]*>/g, ''))
}

function decoded(text: string): string {
  const characters = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return Object.entries(characters).reduce(
    (result, [name, character]) => result.replaceAll(`&${name};`, character),
    text,
  )
}

function twoSuites(record: RunRecord): RunRecord {
  const both = <T extends { readonly suite: string }>(items: readonly T[]) =>
    items.flatMap(item => [item, { ...item, suite: 'another' }])
  return {
    ...record,
    suites: record.suites.flatMap(suite => [suite, { ...suite, name: 'another' }]),
    results: both(record.results),
    comparisons: both(record.comparisons),
  }
}
