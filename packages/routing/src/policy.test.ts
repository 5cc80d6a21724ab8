import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BUSY_SHARE, BusyWindow, chooseProcess } from './policy.ts'

const CALM = { underWay: 0, busyShare: 0 }

function busyWith(underWay: number) {
  return { underWay, busyShare: BUSY_SHARE }
}

test('one-warm takes the first regardless of its load', () => {
  assert.equal(chooseProcess('one-warm', [busyWith(9), CALM], 1), 0)
})

test('spread takes the one with the fewest under way, and equals take turns', () => {
  const processes = [busyWith(2), busyWith(1), busyWith(1)]
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map(routed => chooseProcess('spread', processes, routed)),
    [1, 1, 2, 1, 1, 2],
  )
})

test('spread-when-busy takes the first that is calm, and spreads when none is', () => {
  assert.equal(chooseProcess('spread-when-busy', [{ underWay: 50, busyShare: 0.1 }, CALM], 3), 0)
  assert.equal(chooseProcess('spread-when-busy', [busyWith(1), busyWith(1), CALM], 0), 2)
  assert.equal(chooseProcess('spread-when-busy', [busyWith(3), busyWith(1), busyWith(2)], 0), 1)
})

test('BusyWindow gives the share of the last 20 ms, and 0 from a single reading', () => {
  const window = new BusyWindow()
  assert.equal(window.share, 0)
  window.add(0, 0)
  assert.equal(window.share, 0)
  window.add(5e6, 5e6)
  assert.equal(window.share, 0.25)
  for (const atMs of [10, 15, 20, 25]) window.add(atMs * 1e6, 5e6)
  assert.equal(window.share, 0)
})

test('chooseProcess refuses an empty pool', () => {
  assert.throws(() => chooseProcess('spread', [], 0), RangeError)
})
