// What becomes of a request that is cancelled. fleet.test.ts runs these.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { announce, cancelRequest, giveBack, keep, submit, take, touch } from '@steelyard/fleet'
import {
  addressFiles,
  FACTS,
  FAST,
  GONE,
  home,
  jobsOf,
  REQUEST,
  results,
  skip,
  taken,
  withNewFleet,
  ZEN4,
  ZEN5,
} from './fleet-server.ts'

const PIECES = { ...REQUEST, commands: [['a'], ['b'], ['c']] }

test('a cancelled request begins no job, and what runs is kept', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, worker } = fleet
    for (const key of [ZEN5, ZEN4]) await announce(worker, key, FACTS)
    const id = await submit(submitter, { ...PIECES, machines: 2 })
    await keep(worker, await taken(worker, ZEN5), randomUUID(), Buffer.from('x'))
    const running = await taken(worker, ZEN5)
    const next = await submit(submitter, { ...REQUEST, commands: [['other']] })
    const state = await cancelRequest(submitter, id)
    assert.ok(state?.cancelledAt)
    assert.deepEqual(state.jobs, { done: 1, running: 1, waiting: 0, failed: 0, cancelled: 4 })
    assert.deepEqual([state.able, state.nextSessionAt], [0, null])
    assert.equal(await touch(worker, running), true)
    assert.equal(await keep(worker, running, randomUUID(), Buffer.from('x')), 'kept')
    assert.equal((await results(fleet)).length, 2)
    for (const key of [ZEN5, ZEN4]) {
      const job = await take(worker, key)
      assert.ok(job === null || job.request === next, 'only other requests are begun')
    }
    const again = await cancelRequest(submitter, id)
    assert.deepEqual(again?.cancelledAt, state.cancelledAt)
    assert.deepEqual(again?.jobs, { done: 2, running: 0, waiting: 0, failed: 0, cancelled: 4 })
    await assert.rejects(cancelRequest(submitter, 'no'), /^FleetError: Cannot find the request no/)
    await assert.rejects(cancelRequest(worker, id), /this user may not do that/)
  }),
)

for (const kind of ['failed', 'stopped', 'refused'] as const) {
  test(`a job that a worker has ${kind} is not begun again once its request is cancelled`, { skip }, () =>
    withNewFleet(async fleet => {
      const { submitter, worker, owner } = fleet
      for (const key of [ZEN5, ZEN4]) await announce(worker, key, FACTS)
      const id = await submit(submitter, PIECES)
      const running = await taken(worker, ZEN5)
      await cancelRequest(submitter, id)
      await giveBack(worker, running, kind, 'no reason')
      await owner.ask('UPDATE steelyard.task SET start_after = now()')
      for (const key of [ZEN5, ZEN4]) assert.equal(await take(worker, key), null)
      assert.deepEqual(await jobsOf(fleet), { done: 0, running: 0, waiting: 0, failed: 0, cancelled: 3 })
    }),
  )
}

test('a worker that was thought dead brings its record although the request is cancelled', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, worker, owner } = fleet
    await announce(worker, ZEN5, FACTS)
    const id = await submit(submitter, PIECES)
    const silent = await taken(worker, ZEN5)
    await owner.ask(GONE)
    assert.deepEqual(await jobsOf(fleet), { done: 0, running: 0, waiting: 3, failed: 0, cancelled: 0 })
    await cancelRequest(submitter, id)
    assert.deepEqual(await jobsOf(fleet), { done: 0, running: 0, waiting: 0, failed: 0, cancelled: 3 })
    assert.equal(await touch(worker, silent), true)
    assert.deepEqual(await jobsOf(fleet), { done: 0, running: 1, waiting: 0, failed: 0, cancelled: 2 })
    await owner.ask(GONE)
    await cancelRequest(submitter, id)
    assert.equal(await keep(worker, silent, randomUUID(), Buffer.from('x')), 'kept')
    assert.deepEqual(await jobsOf(fleet), { done: 1, running: 0, waiting: 0, failed: 0, cancelled: 2 })
  }),
)

test('fleet cancel says what is left, and status says when', { skip }, () =>
  withNewFleet(async ({ name, submitter }) => {
    const [file = ''] = addressFiles(name, ['submits'])
    const id = await submit(submitter, { ...REQUEST, asked: FAST, commands: [FAST, FAST] })
    const cancelled = await home.run(file, 'one', 'fleet', 'cancel', id)
    const expected = new RegExp(
      `^Request ${id}: .*\n  0 of 1 machine begun\n  jobs: 0 done, 0 running, 0 waiting, 0 failed, 2 cancelled\n  cancelled \\S+ \\d\\d:\\d\\d UTC\n`,
    )
    assert.match(cancelled.stdout, expected, cancelled.stderr)
    assert.match((await home.run(file, 'one', 'fleet', 'status', id)).stdout, expected)
    const wrong = await home.run(file, 'one', 'fleet', 'cancel', 'no')
    assert.deepEqual([wrong.code, wrong.stdout], [2, ''])
    assert.match(wrong.stderr, /^Cannot find the request no: the fleet has none of that id\./)
  }),
)
