import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { CoresInUse } from './cores-in-use.ts'
import { type Placement, place } from './placement.ts'

const CORES = [0, 1]

function placing(coresInUse: CoresInUse, cores: readonly number[] = CORES): Placement {
  return place(2, { cores, random: createRandom(5), workspace: { coresInUse } })
}

test('place gives a launch two cores, and each that gets ready meanwhile those that are left', () => {
  const coresInUse = new CoresInUse()
  const first = placing(coresInUse)
  assert.deepEqual(first.laneCores.toSorted(), CORES)
  first.lease.measure()
  assert.equal(coresInUse.measured, first.core)
  const second = placing(coresInUse)
  assert.deepEqual([second.core, second.lanes.length], [first.laneCores[1], 1])
  // It ends while the second has the core that was once its own.
  first.lease.end()
  assert.equal(coresInUse.measured, null)
  assert.deepEqual(coresInUse.free(CORES), [first.core])
  second.lease.measure()
  const third = placing(coresInUse)
  assert.deepEqual([third.core, third.lanes.length], [first.core, 1])
  third.lease.end()
  assert.equal(coresInUse.measured, second.core)
  second.lease.end()
  assert.deepEqual(coresInUse.free(CORES), CORES)
})

test('place holds nothing where no core is given', () => {
  const coresInUse = new CoresInUse()
  const { core, laneCores, lease } = placing(coresInUse, [])
  lease.measure()
  assert.deepEqual([core, laneCores, coresInUse.measured], [null, [null], null])
})
