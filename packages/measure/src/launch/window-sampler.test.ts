import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Scheduling } from '@steelyard/launcher'
import { auditOf, batchesOf, samplerOf } from './window-sampler.ts'

const BEFORE: Scheduling = { mainCpuNs: 5e9, waitedNs: 1e9, preemptions: 10, core: 1, stolenNs: 4e7 }

test('auditOf takes the work of own threads out of the wait for the core', () => {
  const after: Scheduling = { ...BEFORE, mainCpuNs: 5e9 + 2e6, waitedNs: 1e9 + 3e6, preemptions: 14 }
  // 2 ms on the main thread, 1 ms on others: of 3 ms of waiting, 2 ms were another process's.
  assert.deepEqual(auditOf(BEFORE, after, 3e6, 0), {
    waitedNs: 2e6,
    preemptions: 4,
    stolenNs: 0,
    moved: false,
  })
})

test('auditOf takes the work of other contenders out of the wait for the core', () => {
  const after: Scheduling = { ...BEFORE, mainCpuNs: 5e9 + 2e6, waitedNs: 1e9 + 3e6 }
  assert.equal(auditOf(BEFORE, after, 3e6, 1.5e6).waitedNs, 0.5e6)
  assert.equal(auditOf(BEFORE, after, 3e6, 8e6).waitedNs, 0)
})

test('batchesOf labels no batch for which only other contenders kept the core', () => {
  const times = { sentNs: 0, receivedNs: 3e6, durationNs: 3e6, clockNs: 0, hostWaitedNs: 0 }
  const after: Scheduling = { ...BEFORE, mainCpuNs: 5e9 + 2e6, waitedNs: 1e9 + 1e6 }
  const reading = { ...times, before: BEFORE, after, cpuNs: 2e6, arrivedMainCpuNs: 5e9 }
  const turns = [{ contender: 0, leadIn: 1, iterations: 1 }]
  const waitOf = (othersCpuNs: number | null) =>
    batchesOf(turns, [{ ...reading, othersCpuNs }])[0]?.audit?.waitedNs
  assert.deepEqual([null, 0, 1e6].map(waitOf), [1e6, 1e6, 0])
})

test('auditOf finds no wait where own threads worked longer than the main thread waited', () => {
  const after: Scheduling = { ...BEFORE, mainCpuNs: 5e9 + 2e6, waitedNs: 1e9 + 3e6 }
  assert.equal(auditOf(BEFORE, after, 9e6, 0).waitedNs, 0)
})

test('auditOf knows a move, and then nothing of stolen time, which is counted by core', () => {
  const audit = auditOf(BEFORE, { ...BEFORE, core: 0, stolenNs: 9e7 }, 0, 0)
  assert.equal(audit.moved, true)
  assert.equal(audit.stolenNs, null)
})

test('auditOf knows nothing where the platform reports nothing', () => {
  const unknown: Scheduling = {
    mainCpuNs: null,
    waitedNs: null,
    preemptions: null,
    core: null,
    stolenNs: null,
  }
  assert.deepEqual(auditOf(unknown, unknown, null, null), {
    waitedNs: null,
    preemptions: null,
    stolenNs: null,
    moved: null,
  })
})

test('samplerOf believes no estimate of reading a clock beyond what the host saw around the batch', async () => {
  const times = { mainCpuNs: 0, waitedNs: 0 }
  const counts = { preemptions: 0, core: 0, stolenNs: 0 }
  const process = {
    exchange: async () => ({ reply: { type: 'ran', durationNs: 3e6, clockNs: 7e6 }, hostNs: 4e6, sentNs: 0 }),
    cpuNs: () => 0,
    scheduling: { times: () => times, counts: () => counts },
  } as unknown as Parameters<typeof samplerOf>[0]
  const { wallNs, hostNs, cpuNs } = await samplerOf(process).run(1)
  assert.deepEqual([wallNs, hostNs, cpuNs], [3e6, 3e6, -1e6])
})
