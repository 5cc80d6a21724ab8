import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRecord } from '@steelyard/record'
import { compareSample, ratioOf } from '@steelyard/record/fixtures/compare-sample'
import { stallSample } from '@steelyard/record/fixtures/stall-sample'
import type { TerminalStyle } from '@steelyard/text'
import { displayWidth } from '../../../text/src/display-width.ts'
import { rerunOutline } from '../content/evidence/rerun-outline.ts'
import { renderOutline } from './render-outline.ts'

const renderRerun = (before: RunRecord, after: RunRecord, style: TerminalStyle) =>
  renderOutline(rerunOutline(before, after), style)

const STYLE = { width: 150, color: false }

function withRatios(...judged: readonly (readonly [number, 'faster' | 'slower' | 'same' | null])[]) {
  const record = compareSample()
  return {
    ...record,
    comparisons: record.comparisons.slice(0, judged.length).map((each, index) => {
      const [value, verdict] = judged[index] ?? [1, null]
      return { ...each, ratio: ratioOf(value), verdict, reason: null }
    }),
  }
}

test('renderRerun says whether intervals overlap and verdicts are equal or opposite', () => {
  const before = withRatios([1.1, 'slower'], [1.1, 'slower'], [1, 'same'], [1.5, 'slower'])
  const after = withRatios([1.105, 'slower'], [0.9, 'faster'], [1.02, 'slower'])
  const text = renderRerun(before, after, STYLE)
  assert.deepEqual(text.match(/ (?:yes|no)(?= )(?=.*[▲▼=])/gm), [' yes', ' no', ' no'])
  assert.match(
    text,
    /overlap in 1 of 3; verdicts: 1 equal, 1 opposite, 1 otherwise different; 1 not measured again/,
  )
})

test('renderRerun does not compare different parameters', () => {
  const record = withRatios([1, 'same'])
  const other = {
    ...record,
    comparisons: record.comparisons.map(each => ({ ...each, params: { payload: 'another' } })),
  }
  assert.match(renderRerun(record, other, STYLE), /overlap in 0 of 0; .*; 1 not measured again/)
})

test('renderRerun compares both, says what changed, and fits any width', () => {
  const coded = (digit: string) => ({
    suites: compareSample().suites.map(each => ({ ...each, codeSha256: digit.repeat(64) })),
  })
  const before = { ...withRatios([1.1, 'slower'], [1.1, 'slower']), ...coded('1') }
  const after = { ...withRatios([1.105, 'slower']), ...coded('0') }
  const text = renderRerun(before, after, STYLE)
  assert.match(text, /parse .*1\.100× \[1\.095, 1\.105\] +1\.105× .* yes +▲ slower +▲ slower/)
  assert.match(text, /not measured/)
  assert.match(text, /What has changed since: the code of json-reviver/)
  assert.match(
    text,
    /Intervals overlap in 1 of 1; verdicts: 1 equal, 0 opposite, 0 otherwise different; 1 not measured again/,
  )
  const narrow = renderRerun(before, after, { ...STYLE, width: 50 })
  for (const line of narrow.split('\n')) assert.ok(displayWidth(line) <= 50, line)
  assert.match(renderRerun(withRatios(), withRatios(), STYLE), /no comparisons/)
})

test('renderRerun says where the ratios of one record alone are without stalls', () => {
  const [plain, stated] = [stallSample(), stallSample({ stated: 'same' })]
  const clause = /What has changed since: only the later ratios are without stalls of the core\./
  assert.match(renderRerun(plain, stated, STYLE), clause)
  assert.match(renderRerun(stated, plain, STYLE), /only the earlier ratios are without stalls/)
  assert.doesNotMatch(renderRerun(stated, stated, STYLE), /What has changed/)
})
