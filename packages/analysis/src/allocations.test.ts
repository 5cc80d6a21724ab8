import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasuredAllocations } from '@steelyard/measure'
import { allocationsOf, allocationWarnings } from './allocations.ts'

const plan = { caseId: 'work', params: {}, target: 0 }

function launch(isInlined: boolean, sites: Readonly<Record<string, number>>): MeasuredAllocations {
  return {
    ...{ isInlined, iterations: 100, iterationNs: 30 },
    sites: Object.entries(sites).map(([at, bytes]) => {
      const [functionName = '', source = null] = at.split('@')
      return { place: { functionName, source, callee: null, kind: 'suite' }, bytes }
    }),
  }
}

test('allocationsOf has each site per iteration, with an interval over the launches of either kind', () => {
  const allocations = allocationsOf({
    ...{ plan, launches: [] },
    allocations: [
      launch(true, { work: 1000, other: 2 }),
      launch(true, { work: 1200 }),
      launch(false, { 'work@a.ts:1': 300, 'made@a.ts:9': 900 }),
      launch(false, { 'work@a.ts:1': 300, 'made@a.ts:9': 700 }),
    ],
  })
  assert.ok(allocations)
  assert.deepEqual(
    allocations.sites.map(({ functionName, source, bytesPerIteration, plainBytesPerIteration }) => [
      `${functionName} ${source}`,
      bytesPerIteration?.value,
      plainBytesPerIteration?.value,
    ]),
    [
      ['work a.ts:1', 11, 3],
      ['made a.ts:9', 0, 8],
    ],
  )
  assert.equal(allocations.bytesPerIteration?.value, 11.01)
  assert.ok((allocations.plainBytesPerIteration?.lower ?? 11) < 10)
  assert.deepEqual(allocations.launches[0], {
    ...{ isInlined: true, iterations: 100, bytes: 1002 },
    siteBytes: [1000, 0],
  })
  assert.equal(allocations.slowdown, null)
})

test('allocationsOf is null where it was not asked for, and where there is no sampler, with a warning', () => {
  for (const allocations of [[], null]) {
    assert.equal(allocationsOf({ plan, launches: [], allocations }), null)
  }
  assert.deepEqual(allocationWarnings({ allocations: [] }), [])
  assert.deepEqual(allocationWarnings({ allocations: null }), [{ code: 'no-allocation-sampler' }])
})

test('allocationsOf of nothing allocated has no site and 0 bytes', () => {
  const allocations = allocationsOf({
    ...{ plan, launches: [] },
    allocations: [launch(true, {}), launch(true, {})],
  })
  assert.deepEqual(allocations?.sites, [])
  assert.equal(allocations?.bytesPerIteration?.value, 0)
})
