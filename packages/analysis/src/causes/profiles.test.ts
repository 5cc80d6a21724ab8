import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileSample } from '@steelyard/record/fixtures/profile-sample'
import { causesOf } from './profiles.ts'

test('causes can be computed again from a record that was read, and only verdicts have any', () => {
  // What is read anew shares no objects.
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
