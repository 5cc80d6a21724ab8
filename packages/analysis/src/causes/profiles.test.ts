import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type LaunchProfile, PROFILED_LAUNCHES } from '@steelyard/measure'
import { profileSample } from '@steelyard/record/fixtures/profile-sample'
import { measuredContender } from '../../../measure/src/fixtures/measured-contender.ts'
import type { MeasuredContender } from '../../../measure/src/suite/measured-suite.ts'
import { causesOf, profilesIn, profilesOf } from './profiles.ts'

test('causes can be computed again from a record that was read, and only verdicts have any', () => {
  // Two readings of a record share no objects.
  const record = JSON.parse(JSON.stringify(profileSample())) as ReturnType<typeof profileSample>
  const [comparison] = record.comparisons
  assert.ok(comparison)
  const own = { ...comparison, params: { ...comparison.params } }
  const decided = { ...own, verdict: 'slower', reason: null } as const
  const { results, profiles = [] } = record
  const [cause, ...others] = causesOf([decided], results, profiles)
  assert.deepEqual(others, [])
  assert.deepEqual([cause?.base, cause?.head, cause?.case], [own.base, own.head, own.case])
  assert.ok((cause?.frames?.length ?? 0) > 1)
  assert.deepEqual(causesOf([{ ...decided, verdict: 'same' }], results, profiles), [])
  assert.deepEqual(causesOf([{ ...decided, params: { other: 1 } }], results, profiles), [])
})

test('a verdict on CPU time is laid out in CPU time', () => {
  const { comparisons, results, profiles = [] } = profileSample()
  const [comparison] = comparisons
  assert.ok(comparison)
  const base = results.find(({ target, case: id }) => target === comparison.base && id === comparison.case)
  assert.ok(base?.cpuNs && base.wallNs && base.cpuNs.value !== base.wallNs.value)
  const decided = { ...comparison, verdict: 'slower', reason: null } as const
  const [onWall] = causesOf([{ ...decided, metric: 'wall' }], results, profiles)
  const [onCpu] = causesOf([{ ...decided, metric: 'cpu' }], results, profiles)
  assert.deepEqual([onWall?.baseNs, onCpu?.baseNs], [base.wallNs.value, base.cpuNs.value])
})

test('functions of a case that waits took its CPU time, where that is known of both sides', () => {
  const { comparisons, results, profiles = [] } = profileSample()
  const [comparison] = comparisons
  assert.ok(comparison)
  const decided = { ...comparison, metric: 'wall', verdict: 'slower', reason: null } as const
  const longestOf = (cpuShareOf: (target: string) => number | null) => {
    const waiting = results.map(result => {
      const share = cpuShareOf(result.target)
      const { wallNs } = result
      return { ...result, cpuNs: wallNs && share && { ...wallNs, value: share * wallNs.value } }
    })
    const [cause] = causesOf([decided], waiting as typeof results, profiles)
    return Math.max(...(cause?.rows ?? []).map(({ baseNs }) => baseNs))
  }
  const whole = longestOf(() => 1)
  assert.ok(Math.abs(longestOf(() => 0.2) / whole - 0.2) < 1e-9)
  const isBase = (target: string) => target === comparison.base
  assert.equal(
    longestOf(target => (isBase(target) ? 0.2 : null)),
    whole,
  )
})

test('causes are named by place on one runtime, and by what perf saw where both sides have that', () => {
  const { comparisons, results, profiles = [] } = profileSample()
  const [comparison] = comparisons
  const [base, head] = profiles
  assert.ok(comparison && base && head)
  const found = (
    targets: readonly [string, string],
    more: object = {},
    sides: readonly (typeof base)[] = [base, head],
  ) => {
    const [baseId, headId] = targets
    const named = {
      ...comparison,
      base: baseId,
      head: headId,
      verdict: 'faster',
      reason: null,
      ...more,
    } as const
    return causesOf(
      [named],
      results.map(result => (result.target === comparison.base ? { ...result, target: baseId } : result)),
      sides.map((side, index) => ({ ...side, target: targets[index] ?? '' })),
    ).map(({ by, sampler }) => [by, sampler])
  }
  assert.deepEqual(found(['node@1', 'bun@1']), [['function', 'inspector']])
  assert.deepEqual(found(['node@1', 'node@2']), [['place', 'inspector']])
  assert.deepEqual(found(['node@1', 'node~abc --no-opt']), [['place', 'inspector']])
  assert.deepEqual(found(['A=1 node@1', 'node@1']), [['place', 'inspector']])
  assert.deepEqual(found(['A=1 node@1', 'A=1 bun@1']), [['function', 'inspector']])
  const native = { intervalUs: 200, stacks: [], launches: head.launches }
  const byPerf = [base, head].map(side => ({ ...side, native }))
  assert.deepEqual(found(['node@1', 'node@2'], {}, byPerf), [['place', 'perf']])
  // Engines name native functions in their own ways.
  assert.deepEqual(found(['node@1', 'bun@1'], {}, byPerf), [['function', 'inspector']])
  const { ratio } = comparison
  for (const none of [
    { ratio: { ...ratio, n: 1 } },
    { ratio: { ...ratio, lower: ratio.upper } },
    { suite: 'x' },
    { baseCase: 'x' },
    { verdict: 'inconclusive' },
  ]) {
    assert.deepEqual(found(['node@1', 'node@2'], none), [], JSON.stringify(none))
  }
  assert.equal(found(['node@1', 'node@2'], { ratio: { ...ratio, n: 2 } }).length, 1)
  assert.deepEqual(found(['node@1', 'node@2'], {}, [base]), [])
  assert.deepEqual(causesOf([{ ...comparison, verdict: 'slower' }], [], profiles), [])
})

test('two cases on one runtime are named by function, but for native functions', () => {
  const { comparisons, results, profiles = [] } = profileSample()
  const [comparison] = comparisons
  const [base, head] = profiles
  assert.ok(comparison && base && head)
  const target = 'node@1'
  const native = { intervalUs: 200, stacks: [], launches: head.launches }
  const byOf = (...sides: readonly (typeof base)[]) =>
    causesOf(
      [{ ...comparison, base: target, head: target, case: 'other', verdict: 'slower', reason: null }],
      results.map(result => ({ ...result, target })),
      sides.map((side, index) => ({ ...side, target, case: index === 0 ? side.case : 'other' })),
    ).map(({ by }) => by)
  assert.deepEqual(byOf(base, head), ['function'])
  assert.deepEqual(byOf({ ...base, native }, { ...head, native }), ['place'])
})

const OWN = { functionName: 'work', source: 's.ts:1', callee: null, kind: 'suite' } as const

function launchProfile(share: number, name: string): LaunchProfile {
  const frame = { name: 'work', source: 's.ts:1', kind: 'suite' } as const
  return {
    ...{ iterationNs: 50, slowdown: 1.5, samples: 70 },
    places: [
      { ...OWN, share },
      { ...OWN, callee: 'sort', share: 0.0009 },
    ],
    stacks: [
      { frames: [frame], share },
      { frames: [frame, { name: 'sort', source: null, kind: 'builtin' }], share: 0.0009 },
    ],
    files: [{ name, format: 'cpuprofile', content: new TextEncoder().encode('abc') }],
  }
}

test('profilesOf has the profiles of contenders with all their launches, in a folder next to the record', () => {
  const launches = Array.from({ length: PROFILED_LAUNCHES }, (_, at) => launchProfile(0.999, `p${at}`))
  const profilesOfOne = (some: Partial<MeasuredContender>) => {
    const contender = { ...measuredContender({ caseId: 'work', target: 1 }, []), ...some }
    return profilesOf({
      name: 'made',
      plan: { by: 'cases', baseline: 'work', contenders: [], groups: [], unsupported: [] },
      measured: { contenders: [contender], groups: [], end: 'time', timedShares: [] },
      targetIds: ['a', 'b'],
    })
  }
  assert.deepEqual(profilesOfOne({}), [])
  assert.deepEqual(profilesOfOne({ profiles: launches.slice(1), nativeProfiles: launches }), [])
  const [profile] = profilesOfOne({ profiles: launches })
  const { launches: found, ...whole } = profile ?? assert.fail()
  assert.deepEqual(whole, {
    ...{ suite: 'made', case: 'work', params: {}, target: 'b', intervalUs: 200 },
    stacks: [{ caller: null, name: 'work', source: 's.ts:1', kind: 'suite' }],
    ...{ native: null, nativeMissing: null },
  })
  assert.equal(found.length, PROFILED_LAUNCHES)
  // The hash is that of `printf abc | sha256sum`.
  const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
  assert.deepEqual(found[0], {
    ...{ iterationNs: 50, slowdown: 1.5, samples: 70, places: [{ ...OWN, share: 0.999 }] },
    ...{ self: [0.999], below: [0.0009] },
    files: [{ path: 'p0', format: 'cpuprofile', sha256, bytes: 3 }],
  })
  const [both] = profilesOfOne({ profiles: launches, nativeProfiles: launches })
  assert.deepEqual(both?.native, { intervalUs: 200, stacks: whole.stacks, launches: found })
  const some = { nativeProfiles: launches.slice(1), nativeGap: { code: 'no-perf' } as const }
  const [partly] = profilesOfOne({ profiles: launches, ...some })
  assert.deepEqual([partly?.native, partly?.nativeMissing], [null, { code: 'no-perf' }])
  assert.ok(both && partly)
  const paths = profilesIn('folder', [both, partly]).map(({ launches, native }) => [
    ...[launches, native?.launches].map(side =>
      side?.map(({ files }) => files.map(({ path }) => path).join()),
    ),
  ])
  const all = launches.map((_, at) => `folder/p${at}`)
  assert.deepEqual(paths, [
    [all, all],
    [all, undefined],
  ])
})
