import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PlaceRecord, ProfileRecord } from '@steelyard/record'
import { sampledSides } from './profiles.ts'

const OWN = { functionName: 'c', source: 'suite.ts:1', callee: null, kind: 'suite' } as const
const NATIVE = { ...OWN, callee: 'v8::internal::JsonParser::Parse', kind: 'native' } as const

/** @param shares of native functions in the launches of perf; none for no such launches */
function profileOf(...shares: readonly number[]): ProfileRecord {
  const launch = (places: readonly PlaceRecord[]) => ({
    ...{ iterationNs: 1, slowdown: 1, samples: 100, places },
    ...{ files: [], self: [], below: [] },
  })
  const native = shares.map(share =>
    launch([
      { ...NATIVE, share },
      { ...OWN, share: 1 - share },
    ]),
  )
  return {
    ...{ suite: 's', case: 'c', params: {}, target: 't', intervalUs: 200, stacks: [] },
    launches: [launch([{ ...OWN, share: 1 }])],
    native: shares.length === 0 ? null : { intervalUs: 500, stacks: [], launches: native },
    nativeMissing: null,
  }
}

test('native functions that take a fifth of a side are shown on both', () => {
  const { base, head, isNative } = sampledSides(profileOf(0.05, 0.05), profileOf(0.1, 0.31))
  assert.equal(isNative, true)
  assert.deepEqual([base.intervalUs, base.launches.length, base.native], [500, 2, null])
  assert.deepEqual(head.launches[1]?.places[0], { ...NATIVE, share: 0.31 })
})

test('where they take less, the functions that the engine names say more', () => {
  const sides = [profileOf(0.1, 0.2), profileOf(0.19, 0.2)] as const
  assert.deepEqual(sampledSides(...sides), { base: sides[0], head: sides[1], isNative: false })
})

test('both sides are shown by the same means', () => {
  const sides = [profileOf(0.9), profileOf()] as const
  assert.deepEqual(sampledSides(...sides), { base: sides[0], head: sides[1], isNative: false })
})
