import assert from 'node:assert/strict'
import { test } from 'node:test'
import { engineSample } from '@steelyard/record/fixtures/engine-sample'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { phraseText } from '@steelyard/text'
import { rowTexts } from '../fixtures/row-texts.ts'
import { sectionsOf } from '../section.ts'
import { tierFigures } from './tier-figures.ts'

test('tierFigures shows tiers, when they came, sizes, and why code was left', () => {
  const [section] = sectionsOf(engineSample())
  assert.ok(section)
  const figures = tierFigures(section)
  const [, [target, ...cells] = [], ...others] = rowTexts(figures)
  assert.deepEqual(others, [])
  assert.match(target ?? '', /work \(suite\.ts:3\)$/)
  assert.deepEqual(cells, [
    ...['Maglev, then Turbofan', '120', '2.00 ms', '400 B', '53 B', '2', '0', 'Turbofan'],
  ])
  const notes = figures?.notes?.map(phraseText).join('\n') ?? ''
  assert.match(
    notes,
    /left the code of work at suite\.ts:5, 2 times: not a Smi \(by call 120, before the timed batches\)/,
  )
  assert.match(notes, /does not log where functions/)
  assert.match(notes, /took 1\.10 times as long/)
  assert.equal(tierFigures(sectionsOf(sampleRecord())[0] as never), null)
})

test('tierFigures names code of a loop, which calls do not run', () => {
  const text = JSON.stringify(engineSample())
  const [section] = sectionsOf(
    JSON.parse(text.replaceAll('"Turbofan","isLoop":false', '"Turbofan","isLoop":true')),
  )
  assert.ok(section)
  assert.equal(rowTexts(tierFigures(section))[1]?.[1], 'Maglev, then Turbofan of a loop')
})
