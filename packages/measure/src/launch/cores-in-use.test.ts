import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchTurn } from '@steelyard/schedule'
import { createRandom } from '@steelyard/stats'
import { CoresInUse } from './cores-in-use.ts'
import { type Placement, place } from './placement.ts'

const CORES = [0, 1]

const TURN: LaunchTurn = { granted: async () => true, begins() {} }

function placing(coresInUse: CoresInUse, { cores = CORES, overlaps = true } = {}): Placement {
  return place(2, {
    cores,
    random: createRandom(5),
    workspace: { coresInUse },
    ...(overlaps && { turn: TURN }),
  })
}

test('place gives each launch that overlaps a core that no other has', () => {
  const coresInUse = new CoresInUse()
  const first = placing(coresInUse)
  assert.equal(first.lanes.length, 1)
  first.lease.measure()
  assert.equal(coresInUse.measured, first.core)
  const second = placing(coresInUse)
  assert.notEqual(second.core, first.core)
  first.lease.end()
  assert.equal(coresInUse.measured, null)
  second.lease.measure()
  const third = placing(coresInUse)
  assert.equal(third.core, first.core)
  // It was lost while it got ready.
  third.lease.end()
  assert.equal(coresInUse.measured, second.core)
  second.lease.end()
  assert.deepEqual(coresInUse.free(CORES), CORES)
})

test('place splits other launches over two cores, of which it keeps the one that they are measured on', () => {
  const coresInUse = new CoresInUse()
  const { core, lanes, laneCores, lease } = placing(coresInUse, { overlaps: false })
  assert.deepEqual([lanes.map(lane => lane.length), laneCores.toSorted()], [[1, 1], CORES])
  lease.measure()
  assert.deepEqual(coresInUse.free(CORES), [laneCores[1]])
  // Another launch has the core that was given back, and keeps it when this one ends.
  const other = placing(coresInUse)
  lease.end()
  assert.deepEqual(coresInUse.free(CORES), [core])
  other.lease.end()
})

test('place holds nothing where no core is given', () => {
  const coresInUse = new CoresInUse()
  const { core, laneCores, lease } = placing(coresInUse, { cores: [] })
  lease.measure()
  assert.deepEqual([core, laneCores, coresInUse.measured], [null, [null], null])
})
