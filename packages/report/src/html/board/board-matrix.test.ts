import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ComparisonRecord, RunRecord } from '@steelyard/record'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { MACHINES_STYLE } from '../matrix/matrix-style.ts'
import { boardMatrixMarkup, boardRows, keptRecord, type Places } from './board-matrix.ts'

const PLACES: Places = {
  record: ({ name }) => `records/${name}.html`,
  suite: () => null,
}

/** Bun of the sample has an environment, which is no release as it comes. */
function released(record: RunRecord): RunRecord {
  return { ...record, targets: record.targets.map(target => ({ ...target, environment: {} })) }
}

/** The sample with other comparisons. */
function changed(
  of: RunRecord,
  change: (comparison: ComparisonRecord) => Partial<ComparisonRecord>,
): RunRecord {
  return { ...of, comparisons: of.comparisons.map(each => ({ ...each, ...change(each) })) }
}

test('runtimes are set against each other by what shared launches, without flags or environment', () => {
  const [row, another] = boardRows([keptRecord('a', released(sampleTargetsRecord()))])
  assert.equal(another, undefined)
  assert.deepEqual(row?.bases, ['node@26.10.0'])
  assert.deepEqual(
    row.cells.map(({ runtime, verdicts }) => ({ runtime, verdicts })),
    [
      {
        runtime: 'bun',
        verdicts: [
          { verdict: 'slower', count: 1 },
          { verdict: 'faster', count: 1 },
        ],
      },
    ],
  )
  assert.deepEqual(boardRows([keptRecord('a', sampleTargetsRecord())]), [])
  const apart = changed(released(sampleTargetsRecord()), () => ({
    paired: false,
    verdict: null,
    reason: 'unpaired',
  }))
  assert.deepEqual(boardRows([keptRecord('b', apart)]), [])
  const far = { value: 9, lower: 8, upper: 10, level: 0.95, n: 12 }
  const partly = changed(released(sampleTargetsRecord()), each =>
    each.case === 'parse' ? { paired: false, verdict: null, reason: 'unpaired', ratio: far } : {},
  )
  const [only] = boardRows([keptRecord('c', partly)])
  assert.equal(only?.cells[0]?.furthest?.comparison.case, 'arrow-2')
})

test('cases of a runtime say nothing of another', () => {
  assert.deepEqual(boardRows([keptRecord('a', released(sampleRecord()))]), [])
})

test('what is no whole run with verdicts is on no board: first looks, runs that were cut short, imports', () => {
  const whole = released(sampleTargetsRecord())
  const open = changed(whole, () => ({ verdict: null, reason: 'quick' }))
  const quick = { ...whole, command: [...whole.command, '--quick'] }
  const build = {
    ...whole,
    targets: whole.targets.map(each => ({ ...each, binary: { ...each.binary, source: 'path' as const } })),
  }
  const foreign = { ...whole, foreign: { tool: 'mitata' } } as unknown as RunRecord
  for (const record of [open, quick, { ...whole, status: 'partial' as const }, foreign, build]) {
    assert.deepEqual(boardRows([keptRecord('a', record)]), [])
  }
})

test('records are never merged: each has a row with its day and its machine', () => {
  const zen = released(sampleTargetsRecord())
  const other = {
    ...zen,
    startedAt: '2026-11-23T09:00:00.000Z',
    environment: { ...zen.environment, cpuId: 'zen5-26.2-ff4994' },
  }
  const kept = [keptRecord('older', zen), keptRecord('newer', other)]
  assert.deepEqual(
    boardRows(kept).map(row => row.kept.name),
    ['newer', 'older'],
  )
})

test('the matrix of suites has one record of each on a machine: a quiet one, else the newest', () => {
  const older = released(sampleTargetsRecord())
  const quiet = {
    ...older,
    environment: { ...older.environment, warnings: [] },
    results: older.results.map(result => ({ ...result, contendedShare: 0 })),
  }
  const newer = { ...older, startedAt: '2026-11-23T09:00:00.000Z' }
  const shown = (records: readonly RunRecord[]) => {
    const kept = records.map((record, index) => keptRecord(`r${index}`, record))
    const text = boardMatrixMarkup(kept, PLACES)?.text ?? ''
    return Array.from(
      text.matchAll(/href="records\/(\w+)\.html" title="1 slower, 1 faster"/g),
      ([, name]) => name,
    )
  }
  assert.deepEqual(shown([newer, older]), ['r0'])
  assert.deepEqual(shown([newer, quiet]), ['r1'])
})

test('no ratio stands without its interval', () => {
  const kept = [keptRecord('a', released(sampleTargetsRecord()))]
  const text = boardMatrixMarkup(kept, PLACES)?.text ?? ''
  const ratios = text.match(/<td class="(?:slower|faster|same)[^"]*">.*?<\/td>/g) ?? []
  assert.ok(ratios.length > 0)
  for (const ratio of ratios) assert.match(ratio, /<b>[\d.]+<\/b><i>±[\d.]+ %<\/i>/)
})

test('no text of a record is more than text', () => {
  const hostile = '<img src=x onerror=alert(1)>'
  const record = released(sampleTargetsRecord())
  const environment = { ...record.environment, cpuModel: hostile }
  const suites = record.suites.map(suite => ({ ...suite, name: hostile }))
  const of = { suite: hostile, case: hostile }
  const kept = [
    keptRecord(
      hostile,
      changed({ ...record, environment, suites }, () => of),
    ),
  ]
  const { text } = boardMatrixMarkup(kept, PLACES) ?? { text: '' }
  assert.ok(text.includes('&lt;img'))
  assert.doesNotMatch(text, /<img/)
})

test('the board says where a click leads, which is no sample of its own page', () => {
  const markup = boardMatrixMarkup([keptRecord('a', released(sampleTargetsRecord()))], PLACES)?.text ?? ''
  assert.match(markup, /A click leads to the record\./)
  assert.doesNotMatch(markup, /A click shows the samples/)
})

test('the switch of the board hides all machines but the chosen one, also of many', () => {
  const kept = Array.from({ length: 9 }, (_, index) => {
    const record = released(sampleTargetsRecord())
    const environment = { ...record.environment, cpuModel: `CPU ${index}` }
    return keptRecord(`${index}`, { ...record, environment })
  })
  const views = boardMatrixMarkup(kept, PLACES)?.text.match(/(?<=name="machine" value=")\w+/g) ?? []
  assert.equal(views.length, 9)
  for (const view of views) assert.ok(MACHINES_STYLE.includes(`[value=${view}]:checked) .view:not(.${view})`))
})
