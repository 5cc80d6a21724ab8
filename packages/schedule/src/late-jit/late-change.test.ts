import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeProbe as probe } from '../fixtures/fake-probe.ts'
import { type LateChange, lateChange } from './late-change.ts'

/** Whether a change was found there, or a little later: the warm-up goes beyond it. */
function isAt({ iterations }: LateChange, expected: number): boolean {
  return iterations > 0.98 * expected && iterations < 1.3 * expected
}

test('lateChange finds where a contender got faster or slower for good, and by how much', () => {
  const faster = lateChange(probe(done => (done < 16_000 ? 100_000 : 25_000)))
  assert.ok(faster && isAt(faster, 16_000), `${faster?.iterations}`)
  assert.ok(Math.abs(faster.durationNs / 1e5 / faster.iterations - 1) < 0.01, `${faster.durationNs}`)
  assert.equal(faster.speedUp, 4)
  const slower = lateChange(probe(done => (done < 20_000 ? 50_000 : 100_000)))
  assert.equal(slower?.speedUp, 0.5)
})

test('lateChange finds the last of several changes', () => {
  const found = lateChange(probe(done => (done < 4000 ? 200_000 : done < 12_000 ? 100_000 : 50_000)))
  assert.ok(found && isAt(found, 12_000), `${found?.iterations}`)
})

test('lateChange finds nothing in a speed that stays or comes back, nor after too few batches', () => {
  assert.equal(lateChange(probe(() => 100_000)), null)
  assert.equal(lateChange(probe(done => (done > 8000 && done < 16_000 ? 200_000 : 100_000))), null)
  assert.equal(lateChange(probe(done => (done < 2000 ? 100_000 : 50_000), undefined, 80)), null)
  assert.equal(lateChange([]), null)
})

test('lateChange finds a change in the longer batches of a coarse clock too', () => {
  const found = lateChange(probe(done => (done < 20_000 ? 100_000 : 40_000), undefined, 300, 10e6))
  assert.ok(found && isAt(found, 20_000), `${found?.iterations}`)
})
