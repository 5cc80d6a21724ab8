import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BenchFn, madeCase } from './context.ts'

/** Long enough to be timed call by call. */
function work(): void {
  const end = performance.now() + 0.05
  while (performance.now() < end);
}

const made = (fn: BenchFn) => madeCase(fn, 'one', { size: 3 }, null)

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
    const { window } = made(fn)
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

test('a call may record what it has timed, and both tell what they took', async () => {
  let calls = 0
  const samples: { operations: number; duration_ns: bigint }[] = []
  const { window, unitsPerCall } = made(b => {
    if (calls++ % 2 === 0) {
      work()
      samples.push(b.record({ operations: 2, duration_ns: 50_000n, detail: null }))
    } else {
      b.start()
      work()
      samples.push(b.end(3))
    }
  })
  calls = 0
  const log: (string | number)[] = []
  await window(3, {
    start: () => log.push('start'),
    stop: () => log.push('stop'),
    add: durationNs => log.push(durationNs),
    units: count => log.push(count),
  })
  assert.deepEqual(log, [50_000, 'start', 'stop', 50_000, 7])
  assert.equal(unitsPerCall?.(), 2)
  const [recorded, timed] = samples.slice(-2).reverse()
  assert.equal(recorded?.duration_ns, 50_000n)
  assert.ok(timed?.operations === 3 && timed.duration_ns >= 50_000n && timed.duration_ns < 1_000_000_000n)
})

test('calls cannot record more time than they took', async () => {
  const { window } = made(b => {
    b.record({ operations: 1, duration_ns: 1_000_000_000n, detail: null })
  })
  assert.throws(
    () => window(1, { start() {}, stop() {}, add() {}, units() {} }),
    /longer times than they take/,
  )
})

const WRONG: readonly (readonly [string, BenchFn, RegExp])[] = [
  ['ends nothing', b => b.start(), /did not end its own clock/],
  ['ends no operation', b => b.end(0), /ends with 0 operations/],
  ['ends half an operation', b => b.end(0.5), /ends with 0.5 operations/],
  [
    'records no time',
    b => b.record({ operations: 1, duration_ns: 0n, detail: null }),
    /records a duration of 0: a positive bigint/,
  ],
  [
    'records and ends',
    b => {
      b.record({ operations: 1, duration_ns: 20_000n, detail: null })
      b.start()
      b.end(1)
    },
    /ended its own clock twice/,
  ],
]

for (const [what, fn, message] of WRONG) {
  test(`a benchmark that ${what} fails`, async () => {
    const watch = { start() {}, stop() {}, add() {}, units() {} }
    await assert.rejects(async () => made(fn).window(1, watch), message)
  })
}
