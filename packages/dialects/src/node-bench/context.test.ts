import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WindowCase } from '@steelyard/harness/adopted'
import { type BenchFn, madeCase } from './context.ts'

/** Long enough to be timed call by call. */
function work(): void {
  const end = performance.now() + 0.05
  while (performance.now() < end);
}

const made = (fn: BenchFn) => madeCase(fn, 'one', { size: 3 }, null) as Promise<WindowCase>

for (const [what, fn] of [
  [
    'a function',
    b => {
      b.start()
      work()
      b.end(Number(b.params.size))
    },
  ],
  [
    'an async function',
    async b => {
      b.start()
      await work()
      b.end(Number(b.params.size))
    },
  ],
] as const satisfies readonly (readonly [string, BenchFn])[]) {
  test(`an iteration is a call of ${what}, and its operations are units`, async () => {
    const { window } = await made(fn)
    const log: (string | number)[] = []
    await window(2, {
      start: () => log.push('start'),
      stop: () => log.push('stop'),
      add() {},
      units: count => log.push(count),
    })
    assert.deepEqual(log, ['start', 'stop', 'start', 'stop', 6])
  })
}

const WRONG: readonly (readonly [string, BenchFn, RegExp])[] = [
  ['ends nothing', b => b.start(), /did not end its own clock/],
  ['ends no operation', b => b.end(0), /ends with 0 operations/],
  ['ends half an operation', b => b.end(0.5), /ends with 0.5 operations/],
  ['reports its own time', b => b.record(), /reports its own time/],
]

for (const [what, fn, message] of WRONG) {
  test(`a benchmark that ${what} fails`, async () => {
    await assert.rejects(made(fn), message)
  })
}
