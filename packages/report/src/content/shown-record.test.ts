import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRecord } from '@steelyard/record'
import { agreementSample } from '@steelyard/record/fixtures/agreement-sample'
import { compareSample } from '@steelyard/record/fixtures/compare-sample'
import { stallSample } from '@steelyard/record/fixtures/stall-sample'
import { renderForest } from '../charts/render-forest.ts'
import { renderHtml } from '../html/render-html.ts'
import { renderEvidence } from '../markdown/render-evidence.ts'
import { renderMarkdown } from '../markdown/render-markdown.ts'
import { renderAnswer } from '../terminal/render-answer.ts'
import { renderReport } from '../terminal/render-report.ts'
import { renderRerun } from '../terminal/render-rerun.ts'
import { shownRecord } from './shown-record.ts'

const STYLE = { width: 150, color: false, unicode: true }

/** As an older version kept it: ended early, and with verdicts. */
const OLD: RunRecord = compareSample({ status: 'partial' })

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

test('no printer shows a verdict of a record that was ended early, and each says that it was', () => {
  assert.ok(OLD.comparisons.some(({ verdict }) => verdict === 'slower'))
  for (const [name, print] of Object.entries(PRINTERS)) {
    const text = print(OLD)
    assert.doesNotMatch(text, /[▲▼=] ?(slower|faster|same)|\b\d+ (slower|faster|same)\b|\| `\*+` \|/, name)
    if (name !== 'picture') assert.match(text, /interrupted/, name)
  }
  const whole = PRINTERS.terminal?.({ ...OLD, status: 'complete' }) ?? ''
  assert.match(whole, /slower/, 'the same record, whole, has them')
})

test('a report of timers that was ended early judges none of them', () => {
  const text = renderReport({ ...agreementSample(), status: 'partial' }, STYLE)
  assert.match(text, /not judged \(interrupted\)/)
  assert.match(text, /whether the timers differ is not judged/)
  assert.doesNotMatch(text, /\bdiffers\b|no difference seen|Why they can differ/)
})

test('every printer states the verdict without stalls where the record judges it', () => {
  const stated = stallSample({ stated: 'same' })
  assert.ok(stated.comparisons.some(({ verdict }) => verdict === 'slower'))
  for (const name of ['terminal', 'answer', 'Markdown', 'HTML', 'picture', 'evidence']) {
    const [shown, other] = [stated, stallSample()].map(record => PRINTERS[name]?.(record))
    assert.notEqual(shown, other, name)
    if (name === 'answer') assert.match(shown ?? '', /all = same$/m)
  }
  assert.deepEqual(shownRecord(shownRecord(stated)), shownRecord(stated))
})
