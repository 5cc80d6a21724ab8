import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileSample } from '@steelyard/record/fixtures/profile-sample'
import { phraseText } from '@steelyard/text'
import { sectionsOf } from '../section.ts'
import { causeFigures } from './cause-figures.ts'

test('causeFigures says where the difference of a verdict lies, what that explains and what it cost', () => {
  const record = profileSample()
  const [figures, ...others] = sectionsOf(record).flatMap(section =>
    causeFigures(section, record, { unicode: true }),
  )
  assert.deepEqual(others, [])
  assert.ok(figures)
  const [block] = figures.blocks
  const [own, collector] = block?.rows ?? []
  assert.match(own?.target ?? '', /^[\w-]+ \(suite\.ts:22\)$/)
  assert.deepEqual(own?.cells, ['900 ns', '1.60 µs', '+700 ns', '[+650 ns, +750 ns]', '70 %'])
  assert.equal(collector?.target, '(garbage collector)')
  const notes = figures.notes.map(phraseText)
  assert.match(
    notes[0] ?? '',
    /^Functions that differ beyond chance add up to 100 % of the difference of \+1\.00 µs\.$/,
  )
  assert.match(notes[1] ?? '', /^Of 2 launches .* took 1\.02 to 1\.25 times as long/)
})

test('only rows that differ come first, and a difference within its interval explains nothing', () => {
  const { causes: [cause] = [], ...record } = profileSample()
  assert.ok(cause)
  const [own, collector] = cause.rows
  assert.ok(own && collector)
  const unsure = { ...own.differenceNs, lower: -1 }
  const changed = { ...cause, explainedShare: null, rows: [{ ...own, differenceNs: unsure }, collector] }
  const causes = { ...record, causes: [changed] }
  const [figures] = sectionsOf(causes).flatMap(section => causeFigures(section, causes, { unicode: true }))
  assert.equal(figures?.blocks[0]?.rows[0]?.target, '(garbage collector)')
  assert.match(phraseText(figures?.notes[0] ?? []), /within its interval of 0/)
})
