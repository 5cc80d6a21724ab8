import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { fakeProbe, neighbour } from '../fixtures/fake-probe.ts'
import { type LateChange, lateChange, type WarmBatch } from './late-change.ts'
import { LateChanges, needBeyond } from './late-changes.ts'

/** Probes as often as a run does, and returns the change that was confirmed. */
function confirmed(probe: () => readonly WarmBatch[]): LateChange | null | undefined {
  const changes = new LateChanges<string>()
  while (changes.needsProbe('a')) changes.add('a', lateChange(probe()))
  return changes.of('a')
}

test('LateChanges confirms a change that comes again, and not the noise of neighbours', t => {
  const random = createRandom(20)
  for (const stay of [10, 100, 500]) {
    const share = (iterationNs: (done: number) => number) =>
      Array.from({ length: 200 }, () =>
        confirmed(() => fakeProbe(iterationNs, neighbour(random, stay))),
      ).filter(Boolean).length / 200
    const [none, twice] = [share(() => 80_000), share(done => (done < 20_000 ? 80_000 : 35_000))]
    t.diagnostic(`neighbours for ${stay} batches: ${none} without a change, ${twice} with one of 2.3 times`)
    // A false one only costs time: the contender is warmed up for longer than it needs.
    assert.ok(none <= 0.05, `${none} of contenders that keep their speed`)
    assert.ok(twice >= 0.8, `${twice} of contenders that get 2.3 times faster`)
  }
})

test('LateChanges confirms the later of two changes that agree', () => {
  const changes = new LateChanges<string>()
  const change = (iterations: number, speedUp = 2): LateChange => ({ iterations, durationNs: 1e9, speedUp })
  changes.add('a', change(10_000))
  // Nothing contradicts it yet, and there may be no time for another probe.
  assert.deepEqual([changes.needsProbe('a'), changes.of('a')?.iterations], [true, 10_000])
  changes.add('a', change(12_000))
  assert.deepEqual([changes.needsProbe('a'), changes.of('a')?.iterations], [false, 12_000])
  assert.deepEqual([changes.needsProbe('b'), changes.of('b')], [true, undefined])
  // As many iterations, but another change.
  for (const speedUp of [2, 4]) changes.add('c', change(10_000, speedUp))
  assert.deepEqual([changes.needsProbe('c'), changes.of('c')?.speedUp], [true, 4])
})

test('LateChanges asks for a third probe where the second missed the change, and goes by the first until then', () => {
  const changes = new LateChanges<string>()
  const change = { iterations: 10_000, durationNs: 1e9, speedUp: 2 }
  const needs = [change, null, change].map(one => changes.add('a', one))
  assert.deepEqual(needs, [true, true, false])
  changes.add('b', change)
  changes.add('b', null)
  assert.deepEqual([changes.of('a'), changes.of('b')], [change, change])
})

test('LateChanges confirms nothing after a first probe without a change, or three that do not agree', () => {
  const changes = new LateChanges<string>()
  changes.add('a', null)
  assert.deepEqual([changes.needsProbe('a'), changes.of('a')], [false, null])
  for (const iterations of [1000, 5000, 20_000]) {
    assert.ok(changes.needsProbe('b'))
    changes.add('b', { iterations, durationNs: 1e9, speedUp: 2 })
  }
  assert.deepEqual([changes.needsProbe('b'), changes.of('b')], [false, null])
})

test('needBeyond asks for more iterations than a change took, and for none without one', () => {
  assert.equal(needBeyond({ iterations: 10_000, durationNs: 1e9, speedUp: 2 }).iterations, 12_000)
  assert.equal(needBeyond(null).iterations, 0)
  assert.equal(needBeyond(undefined).iterations, 0)
})
