import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { type SharingSample, sharingSample } from '@steelyard/record/fixtures/sharing-sample'
import { formatRatio, phraseText } from '@steelyard/text'
import { sectionsOf } from './section.ts'
import { sharingNote } from './sharing-note.ts'

function noteFor(sample: SharingSample): string | null {
  const [section] = sectionsOf(sharingSample(sample))
  assert.ok(section)
  const note = sharingNote(section)
  return note === null ? null : phraseText(note)
}

test('sharingNote has each ratio that changes with the use, in both halves', () => {
  const note = noteFor({}) ?? ''
  assert.match(note, /^Something else used the other hardware thread of the core at 50 % of the moments/)
  const [comparison] = sharingSample().comparisons
  assert.ok(comparison?.sharing)
  const { least, most } = comparison.sharing
  assert.ok(note.includes(`, ${formatRatio(least.ratio)} and ${formatRatio(most.ratio)}`), note)
})

test('sharingNote says that no ratio changes, and nothing where the thread was hardly used', () => {
  assert.match(noteFor({ pValue: 0.02 }) ?? '', /No ratio is seen to change with it\.$/)
  assert.equal(noteFor({ usedShare: 0.04 }), null)
  const [section] = sectionsOf(sampleRecord())
  assert.ok(section)
  assert.equal(sharingNote(section), null)
})

test('sharingNote corrects for the number of ratios', () => {
  const [section] = sectionsOf(sharingSample())
  const paired = section?.comparisons.filter(each => each.paired).length ?? 0
  assert.ok(paired > 1)
  assert.match(noteFor({ pValue: 0.009 }) ?? '', /No ratio is seen to change/)
  assert.match(noteFor({ pValue: 0.009 / paired }) ?? '', /These ratios hold for this hour only/)
})
