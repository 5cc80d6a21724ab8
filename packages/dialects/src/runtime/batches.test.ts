import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BatchOptions, batchCase } from './batches.ts'

/** Long enough to be timed by itself. */
function work(): void {
  const end = performance.now() + 0.02
  while (performance.now() < end);
}

test('a case without setup is its function', async () => {
  const made = batchCase(work, { batch: 3 })
  assert.ok('run' in made)
  assert.equal(made.run, work)
})

for (const batch of [0, -2, 0.5, Number.NaN]) {
  test(`a batch of ${batch} calls is refused: its windows would have another number of calls, or no end`, () => {
    assert.throws(() => batchCase(work, { batch, setup() {} }), {
      message: `its batch is ${batch}: a positive integer is expected`,
    })
  })
}

const BATCHES: readonly (readonly [string, Pick<BatchOptions, 'batch'>, string])[] = [
  ['all calls of a window', {}, 'setup start call call call stop teardown'],
  [
    'as many calls as it asks for',
    { batch: 2 },
    'setup start call call stop teardown setup start call stop teardown',
  ],
]

for (const [what, options, expected] of BATCHES) {
  test(`setup and teardown are around ${what}, untimed`, async () => {
    const log: string[] = []
    const made = batchCase(
      () => {
        work()
        log.push('call')
      },
      { ...options, setup: async () => log.push('setup'), teardown: () => log.push('teardown') },
    )
    assert.ok('window' in made)
    log.length = 0
    await made.window(3, {
      start: () => log.push('start'),
      stop: () => log.push('stop'),
      add() {},
      units() {},
    })
    assert.equal(log.join(' '), expected)
  })
}

test('a setup may know how many calls follow it', async () => {
  const calls: number[] = []
  const made = batchCase(work, { batch: 2, setup() {}, willCall: count => calls.push(count) })
  assert.ok('window' in made)
  await made.window(3, { start() {}, stop() {}, add() {}, units() {} })
  assert.deepEqual(calls, [2, 1])
})

test('what the setup returns is given to every call and to the teardown', async () => {
  const log: unknown[] = []
  const made = batchCase(
    async state => {
      log.push(state)
    },
    { setup: async () => 'state', teardown: state => log.push(`end of ${state}`) },
  )
  assert.ok('window' in made)
  await made.window(2, { start() {}, stop() {}, add() {}, units() {} })
  assert.deepEqual(log, ['state', 'state', 'end of state'])
})

test('promises are awaited one after the other, in what is timed', async () => {
  const log: string[] = []
  const made = batchCase(
    async () => {
      log.push('begin')
      await undefined
      log.push('end')
    },
    { setup() {} },
  )
  assert.ok('window' in made)
  await made.window(2, { start: () => log.push('start'), stop: () => log.push('stop'), add() {}, units() {} })
  assert.equal(log.join(' '), 'start begin end begin end stop')
})
