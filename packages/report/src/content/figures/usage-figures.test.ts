import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { RunRecord, UsageRecord } from '@steelyard/record'
import { USAGE } from '@steelyard/record/fixtures/engine-sample'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { phraseText } from '@steelyard/text'
import { rowTexts } from '../fixtures/row-texts.ts'
import { sectionsOf } from '../section.ts'
import { usageFigures } from './usage-figures.ts'

function withUsage(perIteration: UsageRecord['perIteration']): RunRecord {
  const sample = sampleRecord()
  return {
    ...sample,
    results: sample.results.map((result, index) =>
      index < 2 ? { ...result, usage: { launches: USAGE.launches.slice(index), perIteration } } : result,
    ),
  }
}

function figuresOf(perIteration: UsageRecord['perIteration']) {
  const found = sectionsOf(withUsage(perIteration)).flatMap(section => usageFigures(section) ?? [])
  assert.equal(found.length, 1)
  return found[0] ?? null
}

test('usageFigures has counts per 1000 iterations with intervals, the CPU time, and the share in the kernel', () => {
  assert.deepEqual(rowTexts(figuresOf(USAGE.perIteration))[1]?.slice(1), [
    '2.50 [2.30, 2.70]',
    '0',
    '-1.0 [-3.0, 1.0]',
    null,
    '2000 [2000, 2000]',
    '0',
    '1.00 µs ±2.0 %',
    '10 %',
  ])
})

test('usageFigures says over how many launches its means are, where some were lost too', () => {
  const [note = []] = figuresOf(USAGE.perIteration)?.notes ?? []
  assert.match(phraseText(note), /^Means over 0 to 1 launches, /)
})

test('usageFigures says where the platform reports nothing', () => {
  const none = Object.fromEntries(Object.keys(USAGE.perIteration).map(name => [name, null]))
  const notes = figuresOf(none as unknown as UsageRecord['perIteration'])?.notes?.map(phraseText) ?? []
  assert.match(notes.join(' '), /This platform does not report/)
})

test('usageFigures is null without readings', () => {
  assert.equal(usageFigures(sectionsOf(sampleRecord())[0] as never), null)
})
