import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engineSample } from '@steelyard/record/fixtures/engine-sample'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { phraseText } from '@steelyard/text'
import { rowTexts } from '../fixtures/row-texts.ts'
import { sectionsOf } from '../section.ts'
import { allocationFigures } from './allocation-figures.ts'

function figuresOf(record = engineSample()) {
  return allocationFigures(sectionsOf(record)[0] as never)
}

test('allocationFigures shows what each function allocates, inlined and not, with intervals', () => {
  const [, ...rows] = rowTexts(figuresOf())
  assert.deepEqual(
    rows.map(([target, ...cells]) => [target?.split(' ').slice(1).join(' '), ...cells]),
    [
      ['in all', '800 B ±1.0 %', '1000 B [500 B, 1.46 KiB]', '100 %'],
      ['made (suite.ts:7)', '0 B', '900 B ±1.0 %', '90 %'],
      ['work (suite.ts:3)', '800 B ±1.0 %', null, null],
    ],
  )
  const notes = figuresOf()?.notes?.map(phraseText).join('\n') ?? ''
  assert.match(notes, /over 1 launch of each kind.* one byte in 16\.0 KiB\. .*1\.30 times/)
  const record = engineSample()
  const results = record.results.map(({ allocations, ...result }) => ({
    ...result,
    allocations: allocations && { ...allocations, launches: allocations.launches.slice(0, 1) },
  }))
  const [lost = []] = figuresOf({ ...record, results })?.notes ?? []
  assert.match(phraseText(lost), /over 0 to 1 launches of each kind/)
})

test('allocationFigures is null where no result has any', () => {
  assert.equal(figuresOf(sampleRecord()), null)
})
