import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasuredAllocations } from '@steelyard/measure'
import { measuredContender } from '../../measure/src/fixtures/measured-contender.ts'
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

test('allocationsOf keeps sites from a thousandth of all bytes on, in either kind of launches, and fifty at most', () => {
  const sitesOf = (...launches: readonly MeasuredAllocations[]) =>
    allocationsOf({ plan, launches: [], allocations: launches })?.sites.map(
      ({ functionName }) => functionName,
    )
  assert.deepEqual(sitesOf(launch(true, { work: 998.1, small: 1, less: 0.9 })), ['work', 'small'])
  // One kind may allocate nothing.
  assert.deepEqual(sitesOf(launch(true, {}), launch(false, { work: 10, other: 20 })), ['other', 'work'])
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, 1000 - at]))
  const kept = sitesOf(launch(true, many)) ?? []
  assert.deepEqual([kept.length, kept[0], kept[49]], [50, 'f0', 'f49'])
})

test('allocationsOf knows what sampling costs, from the launches that inline as timed ones do', () => {
  const launches = measuredContender({}, [
    { group: 0, launch: 0, wallNs: [20, 20] },
    { group: 0, launch: 1, wallNs: [20, 20] },
  ]).launches
  const of = (...allocations: readonly MeasuredAllocations[]) =>
    allocationsOf({ plan, launches, allocations })?.slowdown
  assert.equal(of(launch(true, { work: 1 }), { ...launch(false, { work: 1 }), iterationNs: 300 }), 1.5)
  assert.equal(of(launch(false, { work: 1 })), null)
})

test('allocationsOf puts the case where a launch knows it to be, and leaves all other places', () => {
  const sources = allocationsOf({
    ...{ plan, launches: [] },
    allocations: [
      launch(true, { work: 4, other: 3, 'work@b.ts:2': 2 }),
      launch(true, { 'work@a.ts:1': 5, work: 1 }),
    ],
  })?.sites.map(({ functionName, source, bytesPerIteration }) => [
    ...[functionName, source, Math.round(1000 * (bytesPerIteration?.value ?? 0))],
  ])
  assert.deepEqual(sources, [
    ['work', 'b.ts:2', 35],
    ['work', 'a.ts:1', 25],
    ['other', null, 15],
  ])
})
