import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { type StallSample, stallSample } from '@steelyard/record/fixtures/stall-sample'
import { formatRatio, phraseText } from '@steelyard/text'
import { sectionsOf } from './section.ts'
import { shownRecord } from './shown-record.ts'
import { stallNotes } from './stall-note.ts'

function notesFor(sample: StallSample): string[] {
  const [section] = sectionsOf(stallSample(sample))
  assert.ok(section)
  return stallNotes(section).map(phraseText)
}

test('stallNotes gives the share that stalls took', () => {
  assert.deepEqual(notesFor({}), ['Stalls of the core took 5 % of the batches.'])
})

test('stallNotes names the estimator of stated ratios, and has each ratio of all samples', () => {
  const record = shownRecord(stallSample({ stated: 'slower' }))
  const [section] = sectionsOf(record)
  assert.ok(section)
  const [note = '', ...others] = stallNotes(section).map(phraseText)
  assert.deepEqual(others, [])
  assert.match(
    note,
    /verdicts? are without them \(estimator sums-less-stalls@1\); .* as timed\. The ratio as timed: /,
  )
  const [timed] = stallSample().comparisons
  assert.ok(timed && note.includes(formatRatio(timed.ratio)), note)
})

test('stallNotes counts void launches', () => {
  assert.match(notesFor({ voidLaunches: 3 })[0] ?? '', /made up to 3 launches of a comparison void/)
  assert.match(notesFor({ voidLaunches: 1 })[0] ?? '', /made up to 1 launch of a comparison void/)
})

test('stallNotes keeps to the ratio with stalls where they follow a contender', () => {
  const [share, follow = '', ...others] = notesFor({ follow: true })
  assert.deepEqual([share, others], ['Stalls of the core took 5 % of the batches.', []])
  assert.match(
    follow,
    /^Stalls follow a contender.*, 40 against 40 a second(?:; and \d+ more in the record)?\.$/,
  )
  const [section] = sectionsOf(stallSample({ follow: true }))
  const [comparison] = section?.comparisons ?? []
  assert.ok(section && comparison?.withoutStalls)
  const byChance = { ...comparison.withoutStalls, alikePValue: 0.03 }
  const accused = stallNotes({ ...section, comparisons: [{ ...comparison, withoutStalls: byChance }] })
  assert.deepEqual(accused.map(phraseText), [share])
  const { head, ...without } = comparison.withoutStalls
  const withoutStalls = { ...without, head: { ...head, stallsPerSecond: 144 } }
  const [, many = []] = stallNotes({ ...section, comparisons: [{ ...comparison, withoutStalls }] })
  assert.match(phraseText(many), /, 144 against 40 a second/)
})

test('stallNotes says what a verdict needs where stalls may follow a contender', () => {
  const [section] = sectionsOf(shownRecord(stallSample({ follow: true, stated: 'slower' })))
  assert.ok(section)
  const [stated = '', follow = '', ...others] = stallNotes(section).map(phraseText)
  assert.match(stated, / are without them /)
  assert.match(
    follow,
    /^Stalls took more from one side, .*, 40 against 40 a second(?:; and \d+ more in the record)?\.$/,
  )
  assert.deepEqual(others, [])
})

test('stallNotes says why stalls were not watched, and is empty for records without stalls', () => {
  assert.deepEqual(notesFor({ off: 'no-meter' }), [
    'Stalls of the core were not watched in every launch: no meter can be had here.',
  ])
  const [section] = sectionsOf(sampleRecord())
  assert.deepEqual(section && stallNotes(section), [])
})
