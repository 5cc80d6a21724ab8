import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stopwatch } from '@steelyard/harness/adopted'
import { taskCase } from './own-duration.ts'

function watch(): Stopwatch & { ns: number } {
  const counting = {
    ...{ ns: 0, start() {}, stop() {}, units() {} },
    add(durationNs: number) {
      counting.ns += durationNs
    },
  }
  return counting
}

test('a task whose calls tell their duration is timed by that', async () => {
  let ended = 0
  let calls = 0
  const made = taskCase(
    () => ({ overriddenDuration: ++calls / 10 }),
    () => ended++,
  )
  const { window, end } = made.inPlace?.({ overriddenDuration: 0.5 }) ?? {}
  const counting = watch()
  await window?.(3, counting)
  assert.ok(Math.abs(counting.ns - 6e5) < 1, String(counting.ns))
  await end?.(undefined)
  assert.equal(ended, 1)
})

test('what tinybench does not take for a duration is none', () => {
  const { inPlace } = taskCase(
    () => {},
    () => {},
  )
  for (const value of [undefined, null, 1, {}, [1]]) assert.equal(inPlace?.(value), null)
  for (const overriddenDuration of ['1', -1, Number.NaN, Number.POSITIVE_INFINITY]) {
    assert.equal(inPlace?.({ overriddenDuration }), null)
  }
})

test('calls that tell their duration only at times are an error', async () => {
  let calls = 0
  const made = taskCase(
    () => (calls++ === 0 ? { overriddenDuration: 1 } : undefined),
    () => {},
  )
  const window = made.inPlace?.({ overriddenDuration: 1 })
  await assert.rejects(async () => window?.window(2, watch()), /some of its calls/)
  await assert.rejects(async () => made.end?.({ overriddenDuration: 1 }), /some of its calls/)
})

test('calls that all tell no time are an error', async () => {
  const made = taskCase(
    () => ({ overriddenDuration: 0 }),
    () => {},
  )
  const window = made.inPlace?.({ overriddenDuration: 0 })
  await assert.rejects(async () => window?.window(1e6, watch()), /they take no time/)
})

test('calls that tell more time than has passed are an error', async () => {
  const made = taskCase(
    () => ({ overriddenDuration: 1000 }),
    () => {},
  )
  const window = made.inPlace?.({ overriddenDuration: 1000 })
  await assert.rejects(async () => window?.window(2, watch()), /longer than they do/)
})
