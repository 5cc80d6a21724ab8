import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import type { RunRecord } from '@steelyard/record'
import { agreementSample } from '@steelyard/record/fixtures/agreement-sample'
import { figuresSample } from '@steelyard/record/fixtures/figures-sample'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { displayWidth } from '../../../text/src/display-width.ts'
import { renderAnswer } from './render-answer.ts'

const STYLE = { width: 96, color: false }

for (const width of [96, 80]) {
  test(`renderAnswer of the sample at ${width} columns is the one kept`, t => {
    t.assert.fileSnapshot(
      renderAnswer(sampleRecord(), { ...STYLE, width }),
      join(import.meta.dirname, 'fixtures', `answer-${width}.txt`),
      { serializers: [text => String(text)] },
    )
  })
}

const records: Readonly<Record<string, RunRecord>> = {
  cases: sampleRecord(),
  targets: sampleTargetsRecord(),
  'four runtimes': fourRuntimes(),
  'long names': longNames(),
  nothing: sampleRecord({ results: [], comparisons: [] }),
}

for (const [what, record] of Object.entries(records)) {
  test(`renderAnswer drops and never exceeds the width: ${what}`, () => {
    for (const width of [40, 60, 80, 96, 140]) {
      const text = renderAnswer(record, { width, color: true })
      const most = Math.min(96, width)
      assert.deepEqual(
        text.split('\n').filter(line => displayWidth(line) > most),
        [],
      )
    }
  })
}

test('renderAnswer draws all bars on one scale', () => {
  const text = renderAnswer(fourRuntimes(), STYLE)
  const bars = text
    .split('\n')
    .flatMap(line =>
      Array.from(line.matchAll(/(\d+\.\d+) \S? ?([█▏▎▍▌▋▊▉]+)/g), ([, ratio, bar = '']) => [
        Number(ratio),
        bar.length,
      ]),
    )
  assert.ok(bars.length >= 16)
  for (const [ratio = 0, length = 0] of bars) {
    for (const [other = 0, otherLength = 0] of bars) if (ratio > other) assert.ok(length >= otherLength)
  }
})

test('renderAnswer fits four runtimes and eight cases on a screen of 40 lines', () => {
  for (const width of [80, 96]) {
    assert.ok(renderAnswer(fourRuntimes(), { ...STYLE, width }).split('\n').length <= 40)
  }
  assert.match(renderAnswer(fourRuntimes(), { ...STYLE, width: 40 }), /^ {2}and 1 more column$/m)
})

test('renderAnswer turns a matrix of one case round, and says what an open interval shows', () => {
  const record = sampleTargetsRecord()
  const only = <T extends { readonly case: string }>(items: readonly T[]) =>
    items.filter(each => each.case === 'arrow-2')
  const text = renderAnswer(
    { ...record, results: only(record.results), comparisons: only(record.comparisons) },
    STYLE,
  )
  assert.match(text, /^ {2}node --max-semi-space-size=64 +1\.04 ±1 % +\? █+\S* +2 to 5 % slower ¹$/m)
  assert.match(text, /^ {2}bun +2\.74 ±0\.5 % ▲ █+$/m)
})

test('renderAnswer names long tables that an option asked for, and leaves them to the report', () => {
  assert.match(
    renderAnswer(figuresSample(), { ...STYLE, width: 60 }),
    /^Memory.*: pnpm bench report --terminal$/m,
  )
})

test('renderAnswer shows what each timer reports, and which ones there were', () => {
  const text = renderAnswer(agreementSample(), STYLE)
  assert.match(text, /agrees$/m)
  assert.match(text, /^Timed by\n {2}- mitata/m)
})

test('renderAnswer shows times where nothing was compared', () => {
  const record = sampleRecord()
  assert.match(renderAnswer({ ...record, comparisons: [] }, STYLE), /parse +82\.2 µs ±0\.2 %/)
})

/** Eight cases on four targets. */
function fourRuntimes(): RunRecord {
  const record = sampleRecord()
  const names = ['node@26.10.0', 'deno@2.9.6', 'bun@1.4.5', 'workerd@1.20261117.1']
  const [target] = record.targets
  const results = record.results.filter(({ target: id, status }) => id === 'node@26.10.0' && status === 'ok')
  const comparisons = record.comparisons.filter(({ head, paired }) => head === 'node@26.10.0' && paired)
  const forms = Array.from({ length: 7 }, (_, index) => `form-${index}`)
  const [pair] = comparisons
  const [base] = results
  assert.ok(target && pair && base)
  return {
    ...record,
    targets: names.map(id => ({
      ...target,
      id,
      runtime: id.split('@')[0] ?? '',
      version: id.split('@')[1] ?? '',
    })),
    results: names.flatMap(id =>
      [base, ...forms.map(form => ({ ...base, case: form }))].map(each => ({ ...each, target: id })),
    ),
    comparisons: names.flatMap((id, place) => [
      ...forms.map((form, index) => ({
        ...pair,
        ...{ case: form, base: id, head: id },
        ratio: { ...pair.ratio, value: index + 1.3, lower: index + 1.2, upper: index + 1.4 },
      })),
      ...(place === 0 ? [] : [pair.baseCase, ...forms]).map(form => ({
        ...pair,
        ...{ case: form, baseCase: form, base: names[0] ?? '', head: id },
        ...(form === pair.baseCase ? {} : { paired: false, through: 'parse' }),
      })),
    ]),
  }
}

function longNames(): RunRecord {
  const long = (id: string) => `${id} --${'a-very-long-flag-'.repeat(8)}=1`
  const record = sampleTargetsRecord()
  return {
    ...record,
    suites: record.suites.map(suite => ({ ...suite, question: `重さ ${'word'.repeat(60)}?` })),
    targets: record.targets.map(target => ({ ...target, id: long(target.id) })),
    results: record.results.map(each => ({ ...each, target: long(each.target) })),
    comparisons: record.comparisons.map(each => ({ ...each, base: long(each.base), head: long(each.head) })),
  }
}
