import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fakeLook as look } from '../fixtures/fake-look.ts'
import { type LateChange, lateChange } from './late-change.ts'

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

test('lateChange finds a change in the longer batches of a coarse clock too', () => {
  const found = lateChange(look(done => (done < 20_000 ? 100_000 : 40_000), undefined, 300, 10e6))
  assert.ok(found && isAt(found, 20_000), `${found?.iterations}`)
})
