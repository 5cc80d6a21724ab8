import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CauseRecord, CauseRowRecord, PlaceKind } from '@steelyard/record'
import { profileSample } from '@steelyard/record/fixtures/profile-sample'
import { phraseText } from '@steelyard/text'
import { rowTexts } from '../fixtures/row-texts.ts'
import { sectionsOf } from '../section.ts'
import { causeFigures } from './cause-figures.ts'
import { explainedNotes } from './cause-note.ts'

test('causeFigures says where the difference of a verdict lies, what that explains and what it cost', () => {
  const record = profileSample()
  const [figures, ...others] = sectionsOf(record).flatMap(section => causeFigures(section, record))
  assert.deepEqual(others, [])
  assert.ok(figures)
  const { title, headings, notes: said } = figures.table
  assert.match(phraseText(title), /^What takes longer: .* against /)
  const [, [place, ...own] = [], collector] = rowTexts(figures.table)
  assert.match(place ?? '', /^[\w-]+ \(suite\.ts:22\)$/)
  assert.deepEqual(headings.map(({ text }) => phraseText(text)).slice(1), [
    'base',
    'head',
    'difference',
    '±',
    'of all',
    'with calls',
  ])
  // One function has two times: its own, and with what it calls.
  assert.deepEqual(own, ['900 ns', '1.60 µs', '+700 ns', '50.0 ns', '70 %', '+700 ns'])
  assert.equal(collector?.[0], '(garbage collector)')
  assert.equal(collector?.at(-1), null)
  const notes = (said ?? []).map(phraseText)
  assert.match(
    notes[0] ?? '',
    /^The first 2 of 2 rows differ beyond chance\. At most 1 in 20 such rows is there by chance, on average\.$/,
  )
  assert.match(
    notes[1] ?? '',
    /^Functions that differ beyond chance add up to \+1\.00 µs: 100 % of the difference of \+1\.00 µs\.$/,
  )
  assert.ok(notes.some(note => /^From 2 launches .* took 1\.02 to 1\.25 times as long/.test(note)))
})

test('only rows that differ come first, and a difference within its interval explains nothing', () => {
  const { causes: [cause] = [], ...record } = profileSample()
  assert.ok(cause)
  const [own, collector] = cause.rows
  assert.ok(own && collector)
  const changed = {
    ...cause,
    explainedShare: null,
    rows: [{ ...own, adjustedPValue: 0.2 }, collector],
  }
  const causes = { ...record, causes: [changed] }
  const [figures] = sectionsOf(causes).flatMap(section => causeFigures(section, causes))
  const { table } = figures ?? {}
  assert.equal(rowTexts(table ?? null)[1]?.[0], '(garbage collector)')
  assert.match(phraseText(table?.notes?.[0] ?? []), /^The first of \d rows? differs beyond chance/)
  assert.match(phraseText(table?.notes?.[1] ?? []), /within its interval of 0/)
})

const place = { functionName: 'f', source: null, callee: null, kind: 'suite' } as const

function row(value: number, isSure: boolean, kind: PlaceKind = 'suite'): CauseRowRecord {
  const estimate = { value, lower: value - 1, upper: value + 1, level: 0.95, n: 5 }
  const adjustedPValue = isSure ? 0.001 : 0.5
  return {
    ...place,
    kind,
    baseNs: 100,
    headNs: 100 + value,
    differenceNs: estimate,
    adjustedPValue,
    total: null,
  }
}

/** Returns the notes of rows that explain a difference of 100 ns. */
function notesOf(...rows: readonly CauseRowRecord[]): string[] {
  const differing = rows.filter(({ kind, adjustedPValue }) => kind !== 'engine' && adjustedPValue < 0.05)
  const explained = differing.reduce((sum, { differenceNs }) => sum + differenceNs.value, 0)
  const whole = { value: 100, lower: 90, upper: 110, level: 0.95, n: 10 }
  const cause = { by: 'place', differenceNs: whole, explainedShare: explained / 100, rows, frames: [] }
  return explainedNotes(cause as unknown as CauseRecord).map(phraseText)
}

test('what is left has its parts, and a word where it is much', () => {
  assert.deepEqual(notesOf(row(90, true), row(10, false)), [
    'Named rows that differ beyond chance add up to +90.0 ns: 90 % of the difference of +100 ns.',
    'Left are +10.0 ns in rows within chance.',
  ])
  assert.deepEqual(notesOf(row(40, true), row(10, false), row(45, true, 'engine')), [
    'Named rows that differ beyond chance add up to +40.0 ns: 40 % of the difference of +100 ns.',
    'Left are +60.0 ns: +45.0 ns where the engine names no function, +10.0 ns in rows within chance, +5.00 ns in places that take under 0.1 % each, or while it waited. So the profile cannot say what takes it.',
  ])
  assert.match(notesOf(row(40, true), row(60, false))[1] ?? '', /launches differ too much to tell/)
})

test('rows that add up to more than the whole, or to less than nothing, are shown with both signs', () => {
  assert.deepEqual(notesOf(row(170, true), row(-30, true), row(-40, false)), [
    'Named rows that differ beyond chance add up to +140 ns (+170 ns and -30.0 ns): 140 % of the difference of +100 ns.',
    'Left are -40.0 ns in rows within chance. It goes the other way.',
  ])
  assert.deepEqual(notesOf(row(-50, true), row(150, true, 'engine')), [
    'Named rows that differ beyond chance add up to -50.0 ns: -50 % of the difference of +100 ns.',
    'Left are +150 ns where the engine names no function. It goes the other way. So the profile cannot say what takes it.',
  ])
})

test('where the case itself is the answer, the reader learns that the profile has none', () => {
  const [cause] = profileSample().causes
  assert.ok(cause)
  const note = /^70 % is in the case itself: what was inlined into it/
  assert.ok(explainedNotes(cause).some(each => note.test(phraseText(each))))
  const [own, collector] = cause.rows
  assert.ok(own && collector)
  const elsewhere = { ...cause, rows: [{ ...own, functionName: 'other' }, collector] }
  assert.ok(!explainedNotes(elsewhere).some(each => /the case itself/.test(phraseText(each))))
})

test('causeFigures has no share of a difference of nothing', () => {
  const record = profileSample()
  const causes = record.causes.map(cause => ({
    ...cause,
    differenceNs: { ...cause.differenceNs, value: 0 },
    explainedShare: null,
  }))
  const [figures] = sectionsOf(record).flatMap(section => causeFigures(section, { ...record, causes }))
  assert.equal(rowTexts(figures?.table ?? null)[1]?.[5], null)
})
