import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, type Random } from '@steelyard/stats'
import { normal } from '../../stats/test/noise.ts'
import { type LateChange, lateChange, type WarmBatch } from './late-change.ts'
import { LateChanges } from './late-changes.ts'

const BATCH_NS = 3e6
const BATCHES = 1000

/** A look at a contender whose iteration takes so long once it has had so many, as its batches went. */
function look(
  iterationNs: (done: number) => number,
  noise: () => number = () => 1,
  batches = BATCHES,
): WarmBatch[] {
  let [iterations, durationNs] = [0, 0]
  return Array.from({ length: batches }, () => {
    const noisyNs = iterationNs(iterations) * noise()
    const count = Math.max(1, Math.round(BATCH_NS / noisyNs))
    iterations += count
    durationNs += count * noisyNs
    return { iterationNs: noisyNs, iterations, durationNs }
  })
}

/** A neighbour that comes and goes, for about `stay` batches each time, beside what differs from batch to batch. */
function neighbour(random: Random, stay: number): () => number {
  let isThere = random.integer(2) === 0
  return () => {
    if (random.integer(stay) === 0) isThere = !isThere
    return (isThere ? 1.1 : 0.7) * Math.exp(0.15 * normal(random))
  }
}

/** Whether a change was found there, or a little later: beyond it is warmed up. */
function isAt({ iterations }: LateChange, expected: number): boolean {
  return iterations > 0.98 * expected && iterations < 1.3 * expected
}

test('lateChange finds where a contender got faster or slower for good, and by how much', () => {
  const faster = lateChange(look(done => (done < 16_000 ? 100_000 : 25_000)))
  assert.ok(faster && isAt(faster, 16_000), `${faster?.iterations}`)
  assert.ok(Math.abs(faster.durationNs / 1e5 / faster.iterations - 1) < 0.01, `${faster.durationNs}`)
  assert.equal(faster.speedUp, 4)
  const slower = lateChange(look(done => (done < 20_000 ? 50_000 : 100_000)))
  assert.equal(slower?.speedUp, 0.5)
})

test('lateChange finds the last of several changes', () => {
  const found = lateChange(look(done => (done < 4000 ? 200_000 : done < 12_000 ? 100_000 : 50_000)))
  assert.ok(found && isAt(found, 12_000), `${found?.iterations}`)
})

test('lateChange finds nothing in what stays, comes back, or was seen too short', () => {
  assert.equal(lateChange(look(() => 100_000)), null)
  assert.equal(lateChange(look(done => (done > 8000 && done < 16_000 ? 200_000 : 100_000))), null)
  assert.equal(lateChange(look(done => (done < 2000 ? 100_000 : 50_000), undefined, 80)), null)
  assert.equal(lateChange([]), null)
})

/** Looks as often as a run does, and returns the change that was believed. */
function believed(lookOnce: () => readonly WarmBatch[]): LateChange | null {
  const changes = new LateChanges<string>(3e9)
  while (changes.needOf('a').lookNs > 0) changes.looked('a', lateChange(lookOnce()))
  return changes.of('a')
}

test('LateChanges believes a change that comes again, and not what neighbours make', t => {
  const random = createRandom(20)
  for (const stay of [10, 100, 500]) {
    const share = (iterationNs: (done: number) => number) =>
      Array.from({ length: 200 }, () => believed(() => look(iterationNs, neighbour(random, stay)))).filter(
        change => change !== null,
      ).length / 200
    const [none, twice] = [share(() => 80_000), share(done => (done < 20_000 ? 80_000 : 35_000))]
    t.diagnostic(`neighbours for ${stay} batches: ${none} without a change, ${twice} with one of 2.3 times`)
    // It only costs time: such a contender is warmed up for longer than it needs.
    assert.ok(none <= 0.05, `${none} of contenders that keep their speed`)
    assert.ok(twice >= 0.8, `${twice} of contenders that get 2.3 times faster`)
  }
})

test('LateChanges warms every launch up beyond the later of two changes that agree', () => {
  const changes = new LateChanges<string>(3e9)
  const change = (iterations: number, speedUp = 2): LateChange => ({ iterations, durationNs: 1e9, speedUp })
  assert.deepEqual(changes.needOf('a'), { lookNs: 3e9, iterations: 0 })
  changes.looked('a', change(10_000))
  assert.deepEqual([changes.needOf('a').lookNs, changes.of('a')], [3e9, null])
  changes.looked('a', change(12_000))
  assert.deepEqual(changes.needOf('a'), { lookNs: 0, iterations: 14_400 })
  assert.equal(changes.needOf('b').lookNs, 3e9)
})

test('LateChanges looks no more once a first look or three found nothing that agrees', () => {
  const changes = new LateChanges<string>(3e9)
  changes.looked('a', null)
  assert.deepEqual(changes.needOf('a'), { lookNs: 0, iterations: 0 })
  for (const iterations of [1000, 5000, 20_000]) {
    assert.equal(changes.needOf('b').lookNs, 3e9)
    changes.looked('b', { iterations, durationNs: 1e9, speedUp: 2 })
  }
  assert.deepEqual([changes.needOf('b'), changes.of('b')], [{ lookNs: 0, iterations: 0 }, null])
  assert.equal(new LateChanges<string>(0).needOf('c').lookNs, 0)
})
