import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { fakeLook, neighbour } from '../fixtures/fake-look.ts'
import { type LateChange, lateChange, type WarmBatch } from './late-change.ts'
import { LateChanges, needBeyond } from './late-changes.ts'

/** Looks as often as a run does, and returns the change that was believed. */
function believed(look: () => readonly WarmBatch[]): LateChange | null | undefined {
  const changes = new LateChanges<string>()
  while (changes.wantsLook('a')) changes.looked('a', lateChange(look()))
  return changes.of('a')
}

test('LateChanges believes a change that comes again, and not what neighbours make', t => {
  const random = createRandom(20)
  for (const stay of [10, 100, 500]) {
    const share = (iterationNs: (done: number) => number) =>
      Array.from({ length: 200 }, () =>
        believed(() => fakeLook(iterationNs, neighbour(random, stay))),
      ).filter(Boolean).length / 200
    const [none, twice] = [share(() => 80_000), share(done => (done < 20_000 ? 80_000 : 35_000))]
    t.diagnostic(`neighbours for ${stay} batches: ${none} without a change, ${twice} with one of 2.3 times`)
    // It only costs time: such a contender is warmed up for longer than it needs.
    assert.ok(none <= 0.05, `${none} of contenders that keep their speed`)
    assert.ok(twice >= 0.8, `${twice} of contenders that get 2.3 times faster`)
  }
})

test('LateChanges believes the later of two changes that agree', () => {
  const changes = new LateChanges<string>()
  const change = (iterations: number, speedUp = 2): LateChange => ({ iterations, durationNs: 1e9, speedUp })
  changes.looked('a', change(10_000))
  // Nothing speaks against it yet, and there may be no time for another look.
  assert.deepEqual([changes.wantsLook('a'), changes.of('a')?.iterations], [true, 10_000])
  changes.looked('a', change(12_000))
  assert.deepEqual([changes.wantsLook('a'), changes.of('a')?.iterations], [false, 12_000])
  assert.deepEqual([changes.wantsLook('b'), changes.of('b')], [true, undefined])
})

test('LateChanges believes nothing after a first look without one, or three that do not agree', () => {
  const changes = new LateChanges<string>()
  changes.looked('a', null)
  assert.deepEqual([changes.wantsLook('a'), changes.of('a')], [false, null])
  for (const iterations of [1000, 5000, 20_000]) {
    assert.ok(changes.wantsLook('b'))
    changes.looked('b', { iterations, durationNs: 1e9, speedUp: 2 })
  }
  assert.deepEqual([changes.wantsLook('b'), changes.of('b')], [false, null])
})

test('needBeyond asks for more iterations than a change took, and for none without one', () => {
  assert.equal(needBeyond({ iterations: 10_000, durationNs: 1e9, speedUp: 2 }).iterations, 12_000)
  assert.equal(needBeyond(null).iterations, 0)
  assert.equal(needBeyond(undefined).iterations, 0)
})
