import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EngineEvent } from '@steelyard/launcher'
import type { Batch, Contender } from '@steelyard/schedule'
import { EventLog } from './event-log.ts'

const BATCH: Batch = { wallNs: 1, hostNs: 1, cpuNs: null }

test('EventLog counts what happens in the timed batches of the last window only', async () => {
  const { log, note } = logged()
  const contender: Contender = {
    leadIn: async () => note('tierUps'),
    warm: async () => {
      note('tierUps')
      return { wallNs: 1 }
    },
    async run(iterations) {
      note('collections')
      note('collections')
      // What is written with the reply comes a moment after it.
      if (iterations === 2) setImmediate(() => note('deoptimisations'))
      return BATCH
    },
  }
  const watched = log.watch(contender)
  const measure = async (batches: readonly number[]) => {
    await watched.warm(9)
    for (const iterations of batches) {
      await watched.leadIn(3)
      await watched.run(iterations)
    }
  }
  await measure([0, 0, 2, 2])
  // What comes after the window is none of it.
  await measure([0, 0, 1, 2, 1, 2, 2])
  assert.deepEqual(log.ofFirst(3), {
    batches: 3,
    timedNs: 3,
    eventfulNs: 3,
    tierUps: { count: 0, batches: 0 },
    deoptimisations: { count: 1, batches: 1 },
    collections: { count: 6, batches: 3 },
  })
})

test('EventLog tells what batches took in which the engine did something', async () => {
  const { log, note } = logged()
  const watched = log.watch({
    leadIn: async () => {},
    warm: async () => ({ wallNs: 1 }),
    async run(iterations) {
      if (iterations === 7) note('tierUps')
      return { ...BATCH, wallNs: 100 * iterations }
    },
  })
  for (const iterations of [0, 5, 7, 5, 7]) await watched.run(iterations)
  const { timedNs, eventfulNs } = log.ofFirst(3)
  assert.deepEqual({ timedNs, eventfulNs }, { timedNs: 1700, eventfulNs: 700 })
})

/** Returns a log of an engine whose lines are the names of events, and what writes one. */
function logged() {
  const log = new EventLog({ flags: [], eventOf: line => line as EngineEvent })
  return { log, note: (event: EngineEvent) => log.trace.onLine(event) }
}
