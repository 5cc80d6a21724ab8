import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRecord } from '@steelyard/record'
import { agreementSample } from '@steelyard/record/fixtures/agreement-sample'
import { compareSample } from '@steelyard/record/fixtures/compare-sample'
import { stallSample } from '@steelyard/record/fixtures/stall-sample'
import type { TerminalStyle } from '@steelyard/text'
import { renderForest } from '../charts/picture-files.ts'
import { renderHtml } from '../html/render-html.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { renderOutlineMarkdown } from '../markdown/render-outline.ts'
import { renderAnswer } from '../terminal/render-answer.ts'
import { renderOutline } from '../terminal/render-outline.ts'
import { renderReport } from '../terminal/render-report.ts'
import { evidenceOutline } from './evidence/evidence-outline.ts'
import { rerunOutline } from './evidence/rerun-outline.ts'

const renderEvidence = (record: RunRecord) => renderOutlineMarkdown(evidenceOutline(record))
const renderRerun = (before: RunRecord, after: RunRecord, style: TerminalStyle) =>
  renderOutline(rerunOutline(before, after), style)

const STYLE = { width: 150, color: false }

const EARLY: RunRecord = {
  ...compareSample({ status: 'partial' }),
  comparisons: compareSample().comparisons.map(each => ({ ...each, verdict: null, reason: 'interrupted' })),
}

const PRINTERS: Readonly<Record<string, (record: RunRecord) => string>> = {
  terminal: record => renderReport(record, STYLE),
  answer: record => renderAnswer(record, STYLE),
  Markdown: record => renderMarkdown(record),
  // The footer says what verdicts are.
  HTML: record => renderHtml([record]).replace(/<style>.*?<\/style>|<footer>.*?<\/footer>/gs, ''),
  picture: record => renderForest(record) ?? '',
  evidence: renderEvidence,
  'rerun, before': record => renderRerun(record, { ...record, comparisons: [] }, STYLE),
  'rerun, after': record =>
    renderRerun({ ...record, comparisons: record.comparisons.map(open) }, record, STYLE),
}

function open(comparison: RunRecord['comparisons'][number]) {
  return { ...comparison, verdict: null, reason: 'quick' }
}

test('every printer says that a record was interrupted', () => {
  for (const [name, print] of Object.entries(PRINTERS)) {
    if (name !== 'picture') assert.match(print(EARLY), /interrupted/, name)
  }
})

test('a report of timers that was ended early judges none of them', () => {
  const { agreements, ...sample } = agreementSample()
  const open = agreements.map(each => ({ ...each, agrees: null, causes: [] }))
  const text = renderReport({ ...sample, agreements: open, status: 'partial' }, STYLE)
  assert.match(text, /not judged \(interrupted\)/)
  assert.match(text, /whether the timers differ is not judged/)
  assert.doesNotMatch(text, /\bdiffers\b|no difference seen|Why they can differ/)
})

test('every printer states the verdict without stalls of a record that has it', () => {
  const stated = stallSample({ stated: 'same' })
  assert.ok(stated.comparisons.some(({ asTimed }) => asTimed?.verdict === 'slower'))
  for (const name of ['terminal', 'answer', 'Markdown', 'HTML', 'picture', 'evidence']) {
    const [shown, other] = [stated, stallSample()].map(record => PRINTERS[name]?.(record))
    assert.notEqual(shown, other, name)
    if (name === 'answer') assert.match(shown ?? '', /all = same$/m)
  }
})
