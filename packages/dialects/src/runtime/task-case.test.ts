import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FunctionCase, Stopwatch, WindowCase } from '@steelyard/harness/adopted'
import { taskCase } from './task-case.ts'

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
  ) as FunctionCase
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
  ) as FunctionCase
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
  ) as FunctionCase
  const window = made.inPlace?.({ overriddenDuration: 1 })
  await assert.rejects(async () => window?.window(2, watch()), /some of its calls/)
  await assert.rejects(async () => made.end?.({ overriddenDuration: 1 }), /some of its calls/)
})

test('calls that all tell no time are an error', async () => {
  const made = taskCase(
    () => ({ overriddenDuration: 0 }),
    () => {},
  ) as FunctionCase
  const window = made.inPlace?.({ overriddenDuration: 0 })
  await assert.rejects(async () => window?.window(1e6, watch()), /they take no time/)
})

test('calls that tell more time than has passed are an error', async () => {
  const made = taskCase(
    () => ({ overriddenDuration: 1000 }),
    () => {},
  ) as FunctionCase
  const window = made.inPlace?.({ overriddenDuration: 1000 })
  await assert.rejects(async () => window?.window(2, watch()), /longer times than they take/)
})

test('hooks around every call are outside of what is timed', async () => {
  const seen: string[] = []
  const { window } = taskCase(
    async () => seen.push('call'),
    () => {},
    { before: () => seen.push('before'), after: async () => seen.push('after') },
  ) as WindowCase
  await window(2, { ...watch(), start: () => seen.push('start'), stop: () => seen.push('stop') })
  const one = ['before', 'start', 'call', 'stop', 'after']
  assert.deepEqual(seen, [...one, ...one])
})

test('a duration that a call tells counts with hooks too', async () => {
  const { window } = taskCase(
    () => ({ overriddenDuration: 1 }),
    () => {},
    { before: () => {} },
  ) as WindowCase
  await window(1, watch())
  const counting = watch()
  await window(3, { ...counting, start: () => assert.fail('its own clock'), add: counting.add })
  assert.equal(counting.ns, 3e6)
})
