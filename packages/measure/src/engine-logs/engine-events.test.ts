import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Collection, EngineLog, EngineLogEvent, Runner } from '@steelyard/runners'
import type { Batch, Contender } from '@steelyard/schedule'
import { engineEvents } from './engine-events.ts'
import { LogObserver } from './log-observer.ts'

const BATCH: Batch = { wallNs: 1, hostNs: 1, cpuNs: null }
const COLLECTION: Collection = {
  ...{ kind: 'minor', pausesNs: [1], mainOutsideNs: null, beforeBytes: null },
  ...{ afterBytes: 1, allocatedBytes: null },
}

/** The lines of this engine are the names of tiers and of what else it does. */
const LOG: EngineLog = {
  ...{ firstTier: 'LLInt', optimisingTiers: ['DFG'], lacks: [], files: [], flags: () => [] },
  eventOf(line): EngineLogEvent | null {
    if (line === 'collection') return null
    if (line === 'left') return { kind: 'left', functionName: 'f', reason: 'r', at: null, address: null }
    const of = { name: 'f', url: null, line: null, column: null }
    return { kind: 'code', of, tier: line, isLoop: false, bytes: 1, bytecodeBytes: null, address: null }
  },
}

function logged() {
  const heapTrace = {
    ...{ flags: [], counts: 'all' },
    reader: () => (line: string) => (line === 'collection' ? COLLECTION : null),
  }
  const runner = { heapTrace } as unknown as Runner
  const observer = new LogObserver(runner, LOG, '', false)
  return { observer, note: (line: string) => observer.trace.onLine(line) }
}

test('engineEvents counts what happens in the timed batches of the last window only', async () => {
  const { observer, note } = logged()
  const contender: Contender = {
    leadIn: async () => note('DFG'),
    warm: async () => {
      note('DFG')
      return { wallNs: 1 }
    },
    async run(iterations) {
      note('collection')
      note('collection')
      note('Baseline')
      // A line that is written with the reply arrives a moment later.
      if (iterations === 2) setImmediate(() => note('left'))
      return BATCH
    },
  }
  const watched = observer.watch(contender)
  const measure = async (batches: readonly number[]) => {
    await watched.warm(9)
    for (const iterations of batches) {
      await watched.leadIn(3)
      await watched.run(iterations)
    }
  }
  await measure([0, 0, 2, 2])
  // The last two batches are not part of the window.
  await measure([0, 0, 1, 2, 1, 2, 2])
  assert.deepEqual(engineEvents(observer.of(3), LOG), {
    batches: 3,
    timedNs: 3,
    eventfulNs: 3,
    tierUps: { count: 0, batches: 0 },
    deoptimisations: { count: 1, batches: 1 },
    collections: { count: 6, batches: 3 },
  })
})

test('engineEvents sums the time of batches in which the engine did something', async () => {
  const { observer, note } = logged()
  const watched = observer.watch({
    leadIn: async () => {},
    warm: async () => ({ wallNs: 1 }),
    async run(iterations) {
      note(iterations === 7 ? 'DFG' : 'Baseline')
      return { ...BATCH, wallNs: 100 * iterations }
    },
  })
  for (const iterations of [0, 5, 7, 5, 7]) await watched.run(iterations)
  const { timedNs, eventfulNs, tierUps } = engineEvents(observer.of(3), LOG)
  assert.deepEqual(
    { timedNs, eventfulNs, tierUps },
    { timedNs: 1700, eventfulNs: 700, tierUps: { count: 1, batches: 1 } },
  )
})
