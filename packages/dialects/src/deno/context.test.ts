import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WindowCase } from '@steelyard/harness/adopted'
import { type BenchFn, madeCase } from './context.ts'

/** Long enough to be timed call by call. */
function work(): void {
  const end = performance.now() + 0.05
  while (performance.now() < end);
}

const TIMED: readonly (readonly [string, BenchFn, readonly string[]])[] = [
  [
    'start and end',
    b => {
      b.start()
      work()
      log('timed')
      b.end()
      log('not')
    },
    ['start', 'timed', 'stop', 'not'],
  ],
  [
    'a start alone',
    b => {
      log('not')
      b.start()
      work()
    },
    ['not', 'start', 'stop'],
  ],
  [
    'an end alone',
    b => {
      work()
      b.end()
      log('not')
    },
    ['start', 'stop', 'not'],
  ],
  [
    'a start alone in an async function',
    async b => {
      await 0
      b.start()
      work()
      log('timed')
    },
    ['start', 'timed', 'stop'],
  ],
]

let logged: string[] = []

function log(what: string): void {
  logged.push(what)
}

for (const [what, fn, expected] of TIMED) {
  test(`a benchmark with ${what} is timed call by call`, async () => {
    const { window, timesCalls } = (await madeCase('one', fn)) as WindowCase
    assert.equal(timesCalls, true)
    logged = []
    await window(2, { start: () => log('start'), stop: () => log('stop'), add() {}, units() {} })
    assert.deepEqual(logged, [...expected, ...expected])
  })
}

test('a benchmark that starts and ends nothing is a function of its own', async () => {
  const fn: BenchFn = b => b.name
  const made = await madeCase('one', fn)
  assert.ok('run' in made)
  assert.equal(made.run, fn)
  assert.equal(made.run(made.state), 'one')
})

test('a benchmark that starts its clock in some calls only fails', async () => {
  let calls = 0
  const made = await madeCase('one', b => {
    if (calls++ > 0) b.start()
  })
  assert.ok('run' in made)
  assert.throws(() => made.run(made.state), /in some of its calls only/)
})

test('functions that are not async and return a promise are reported as not awaited by Deno', async () => {
  const sync = await madeCase('sync', () => Promise.resolve(1))
  const async = await madeCase('async', async () => 1)
  assert.deepEqual(['awaitsNothing' in sync, 'awaitsNothing' in async], [true, false])
})
