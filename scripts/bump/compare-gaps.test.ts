import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GapOutcome, gapChanges, isWrong } from './compare-gaps.ts'

function answer(
  subject: string,
  version: string,
  declared: string | null,
  failure: string | null,
): GapOutcome {
  return { subject, runtime: 'bun', version, declared, failure }
}

function kinds(before: readonly GapOutcome[], after: readonly GapOutcome[]) {
  return gapChanges(before, after).map(({ subject, kind, wasBefore }) => [subject, kind, wasBefore])
}

test('gapChanges is silent where declarations still hold', () => {
  const before = [answer('a/works', '1.0.0', null, null), answer('a/lacks', '1.0.0', 'no', 'threw: a')]
  const after = [answer('a/works', '2.0.0', null, null), answer('a/lacks', '2.0.0', 'no', 'threw: b')]
  assert.deepEqual(kinds(before, after), [])
})

test('gapChanges names gaps that closed and new ones, with the failure on the binary', () => {
  const before = [answer('a/lacks', '1.0.0', 'no', 'threw: a'), answer('a/works', '1.0.0', null, null)]
  const after = [answer('a/lacks', '2.0.0', 'no', null), answer('a/works', '2.0.0', null, 'threw: b')]
  assert.deepEqual(gapChanges(before, after), [
    { ...answer('a/lacks', '2.0.0', 'no', null), kind: 'closed', wasBefore: false },
    { ...answer('a/works', '2.0.0', null, 'threw: b'), kind: 'new', wasBefore: false },
  ])
  assert.ok(gapChanges(before, after).every(isWrong))
})

test('gapChanges separates what was wrong before the bump from what the bump made wrong', () => {
  const before = [answer('a/b', '1.0.0', null, 'threw: a'), answer('a/c', '1.0.0', 'no', null)]
  const after = [answer('a/b', '2.0.0', null, 'threw: b'), answer('a/c', '2.0.0', null, 'threw: c')]
  assert.deepEqual(kinds(before, after), [
    ['a/b', 'new', true],
    ['a/c', 'new', false],
  ])
})

test('gapChanges names declarations that end or begin with the version, and calls neither wrong', () => {
  const before = [answer('a/ends', '1.0.0', 'no', 'threw: a'), answer('a/begins', '1.0.0', null, null)]
  const after = [answer('a/ends', '2.0.0', null, null), answer('a/begins', '2.0.0', 'no', 'threw: b')]
  assert.deepEqual(kinds(before, after), [
    ['a/ends', 'lapsed', false],
    ['a/begins', 'begun', false],
  ])
  assert.ok(!gapChanges(before, after).some(isWrong))
})

test('gapChanges calls what could not be asked after the bump a new gap, and keeps runtimes apart', () => {
  const before = [answer('a/b', '1.0.0', 'no', 'threw: a')]
  const after = [
    { ...answer('a/b', '1.0.0', null, null), runtime: 'node' },
    answer('broken', '2.0.0', null, 'threw in import'),
  ]
  assert.deepEqual(kinds(before, after), [
    ['broken', 'new', false],
    ['a/b', 'new', false],
  ])
})
