import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResultRecord, Warning } from '@steelyard/record'
import { figuresSample } from '@steelyard/record/fixtures/figures-sample'
import { startSample } from '@steelyard/record/fixtures/start-sample'
import { warningText } from '@steelyard/text'
import { olderReason, olderWarnings } from './older-values.ts'

const [measured] = figuresSample().results.filter(({ calls, memory }) => calls && memory)
assert.ok(measured)
const result: ResultRecord = measured

test('olderReason knows a reason by the sentence that is made of it', () => {
  const { memory } = result
  const known: readonly Warning[] = [
    { code: 'too-few-calls', needed: 20, calls: 2 },
    { code: 'too-few-calls', needed: 100, calls: 2 },
    { code: 'too-few-collections', collections: 6, iterations: memory?.iterations ?? 0 },
  ]
  for (const value of known) assert.deepEqual(olderReason(warningText(value), result), value)
  const rounded: readonly Warning[] = [
    ...[1, 12.3, 999, 1000, 45_600, 1.01e6, 2.5e9, 999e9].map(
      leastNs => ({ code: 'call-too-short', leastNs }) as const,
    ),
    { code: 'budget-too-short', leastNs: 12_345 },
    { code: 'budget-under-channel', leastNs: 1.5e6 },
    { code: 'main-thread-waited', waitedShare: 0.0567 },
    { code: 'main-thread-waited', waitedShare: 0.4 },
    { code: 'main-thread-waited', waitedShare: 2.13 },
  ]
  for (const value of rounded) {
    const found = olderReason(warningText(value), result)
    assert.equal(found?.code, value.code, warningText(value))
    assert.equal(found && warningText(found), warningText(value))
  }
})

test('olderReason knows no reason that the record contradicts, or that has another wording today', () => {
  assert.equal(olderReason(warningText({ code: 'too-few-calls', needed: 20, calls: 3 }), result), null)
  assert.equal(olderReason('no platform reports 5 %', result), null)
})

test('olderWarnings knows the size of a bundle', () => {
  const [started] = startSample().results.filter(({ start }) => start)
  assert.ok(started?.start)
  const value: Warning = { code: 'large-bundle', gzipBytes: started.start.bundle.gzipBytes }
  const sentence = warningText(value)
  assert.deepEqual(olderWarnings({ ...started, warnings: [sentence] }).get(sentence), value)
})

test('olderWarnings knows how an iteration stands to the empty loop', () => {
  const work = {
    iterations: 1000,
    onceNs: [600, 601],
    twiceNs: [1400, 1402],
    empty: { iterations: 1000, batchesNs: [300] },
  }
  const launches = result.launches.map(launch => ({ ...launch, work }))
  const known = olderWarnings({ ...result, launches, warnings: ['any'] })
  assert.deepEqual(
    Array.from(known.values(), ({ code }) => code).filter(code => /loop|growing/.test(code)),
    ['near-empty-loop', 'growing-state'],
  )
})
