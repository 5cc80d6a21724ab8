import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lackedTurns, leadIn, runBatch } from './batches.ts'
import type { Session } from './prepare.ts'

test('a loop has 8000 turns in each batch, once the case was called often enough', () => {
  assert.equal(lackedTurns(1, 1, 5e6), 0)
  assert.equal(lackedTurns(19, 10, 3e6), 0)
  assert.equal(lackedTurns(20, 10, 3e6), 7990)
  assert.equal(lackedTurns(20_000, 8000, 3e6), 0)
  assert.equal(lackedTurns(20_000, 9000, 3e6), 0)
})

test('a batch that only finds out how many iterations make a batch has no empty turns', () => {
  assert.equal(lackedTurns(1000, 64, 0.9e6), 0)
  assert.equal(lackedTurns(1000, 64, 1e6), 7936)
})

function sessionOf(async: boolean): Session {
  const prepared = { run: () => 1, state: null, caseId: 'one', async, window: null, digest: '' }
  return { suite: {} as never, prepared, phase: 'verify', calls: 0, lackingTurns: 0 }
}

test('empty turns that a batch lacks are made up before the next, counted from all calls', async () => {
  const clock = { start: () => 0, stop: () => 2e6, spentNs: 0, resolutionNs: () => 1 }
  const session = sessionOf(false)
  const after = async (work: Promise<void>) => {
    await work
    assert.equal(session.phase, 'run')
    return [session.calls, session.lackingTurns]
  }
  const none = () => {}
  assert.deepEqual(await after(runBatch(session, clock, 15, none)), [15, 0])
  assert.deepEqual(await after(leadIn(session, 4, none)), [19, 0])
  assert.deepEqual(await after(runBatch(session, clock, 1, none)), [20, 7999])
  assert.deepEqual(await after(leadIn(session, 5, none)), [25, 0])
  assert.deepEqual(await after(runBatch(session, { ...clock, start: () => 1.5e6 }, 10, none)), [35, 0])
  const async = sessionOf(true)
  await runBatch(async, clock, 100, none)
  assert.equal(async.lackingTurns, 0)
})
