import assert from 'node:assert/strict'
import { test } from 'node:test'
import { launchMeanNs, launchRatio, logRatioOfSums, medianLogRatio } from './launch-ratio.ts'

test('logRatioOfSums weighs every sample by its time', () => {
  assert.equal(logRatioOfSums([10, 10, 40], [10, 10, 10]), Math.log(2))
})

test('logRatioOfSums keeps a reading of 0, whose time is in the next one', () => {
  assert.equal(logRatioOfSums([10, 0, 20], [10, 10, 10]), 0)
})

test('logRatioOfSums is null without time on both sides', () => {
  assert.equal(logRatioOfSums([], []), null)
  assert.equal(logRatioOfSums([0, 0], [1, 1]), null)
  assert.equal(logRatioOfSums([1, 1], [1, -1]), null)
})

test('logRatioOfSums is null where no clock could show the ratio', () => {
  for (const [head, base] of [
    [
      [1e308, 1e308],
      [1, 1],
    ],
    [
      [1e308, 1e308],
      [1e308, 1e308],
    ],
    [[1e308], [1e-300]],
    [[1e7], [1e-6]],
  ] as const) {
    assert.equal(logRatioOfSums(head, base), null)
    assert.equal(logRatioOfSums(base, head), null)
  }
  assert.equal(logRatioOfSums([1e6], [1e-5]), Math.log(1e6 / 1e-5))
})

test('medianLogRatio takes the middle of the paired rounds, whatever the tail does', () => {
  assert.equal(medianLogRatio([10, 22, 900], [10, 20, 30]), Math.log(22 / 20))
})

test('medianLogRatio pairs before it takes the median', () => {
  assert.equal(medianLogRatio([1, 20, 300], [1, 10, 300]), 0)
})

test('medianLogRatio leaves out rounds without a log and is null when none is left', () => {
  assert.equal(medianLogRatio([0, 20, 20], [10, 10, 0]), Math.log(2))
  assert.equal(medianLogRatio([0, -1], [10, 10]), null)
  assert.equal(medianLogRatio([], []), null)
})

test('both ratios change sign when head and base are swapped', () => {
  const head = [11, 14, 9, 13]
  const base = [10, 9, 12, 10]
  for (const ratio of [logRatioOfSums, medianLogRatio]) {
    const [there, back] = [ratio(head, base), ratio(base, head)]
    assert.ok(there !== null && back !== null && Math.abs(there + back) < 1e-15)
  }
})

test('both ratios refuse samples that are unpaired or not finite', () => {
  for (const ratio of [logRatioOfSums, medianLogRatio]) {
    assert.throws(() => ratio([1, 2], [1]), /head has 2, base 1/)
    assert.throws(() => ratio([1, Number.NaN], [1, 1]), RangeError)
  }
})

test('launchRatio and launchMeanNs read one clock, and no round that lacks a reading', () => {
  const head = { wallNs: [30, 10, 20, 40], cpuNs: [8, null, 4, 9] }
  const base = { wallNs: [10, 10, 10], cpuNs: [2, 3, null] }
  assert.deepEqual(launchRatio(head, base, 'wall'), { ofSums: Math.log(2), ofMedians: Math.log(2) })
  assert.deepEqual(launchRatio(head, base, 'cpu'), { ofSums: Math.log(4), ofMedians: Math.log(4) })
  assert.deepEqual([launchMeanNs(head, 'wall'), launchMeanNs(head, 'cpu')], [25, 7])
  assert.equal(launchMeanNs({ wallNs: [0], cpuNs: [null] }, 'wall'), null)
  assert.equal(launchMeanNs({ wallNs: [1], cpuNs: [null] }, 'cpu'), null)
})
