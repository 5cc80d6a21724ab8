// Which requests a worker that asks for a job is given. fleet.test.ts runs these.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { announce, giveBack, keep, requestStates, submit, take } from '@steelyard/fleet'
import { FACTS, machine, REQUEST, skip, taken, withNewFleet, ZEN4, ZEN5 } from './fleet-server.ts'

test('a machine gets the oldest request first', { skip }, () =>
  withNewFleet(async ({ submitter, worker, owner }) => {
    for (const key of [ZEN5, ZEN4]) await announce(worker, key, FACTS)
    const first = await submit(submitter, { ...REQUEST, machines: 2 })
    const second = await submit(submitter, REQUEST)
    await owner.ask(
      `UPDATE steelyard.request SET created_at = created_at - interval '1 hour' WHERE id = $1`,
      [second],
    )
    assert.equal((await taken(worker, ZEN5)).request, second)
    assert.equal((await taken(worker, ZEN4)).request, first)
  }),
)

test('machines that ask at once are no more than a request asks for', { skip }, () =>
  withNewFleet(async ({ submitter, worker }) => {
    const keys = [1, 2, 3, 4, 5, 6].map(number => machine('zen5-26.2-ff4994', number))
    for (const key of keys) await announce(worker, key, FACTS)
    await submit(submitter, { ...REQUEST, machines: 4 })
    const jobs = await Promise.all(keys.map(key => take(worker, key)))
    const seeds = jobs.flatMap(job => job?.command.at(-1) ?? [])
    assert.deepEqual(seeds.toSorted(), ['--seed=0', '--seed=1', '--seed=2', '--seed=3'])
  }),
)

test('what a machine has left to do has failed where it refuses after its first result', { skip }, () =>
  withNewFleet(async ({ submitter, worker }) => {
    for (const key of [ZEN5, ZEN4]) await announce(worker, key, FACTS)
    await submit(submitter, { ...REQUEST, commands: [['a'], ['b'], ['c']] })
    await keep(worker, await taken(worker, ZEN5), randomUUID(), Buffer.from('x'))
    await giveBack(worker, await taken(worker, ZEN5), 'refused', 'not allowed here')
    assert.equal(await take(worker, ZEN4), null)
    const [state] = await requestStates(submitter, null)
    assert.deepEqual(state?.jobs, { done: 1, running: 0, waiting: 0, failed: 2, cancelled: 0 })
    assert.deepEqual([state.isSettled, state.troubles.length], [true, 3])
  }),
)

test('a machine that no longer matches a request gives it up', { skip }, () =>
  withNewFleet(async ({ submitter, worker }) => {
    for (const key of [ZEN5, ZEN4]) await announce(worker, key, FACTS)
    const id = await submit(submitter, { ...REQUEST, sessions: 2, machines: 2 })
    await keep(worker, await taken(worker, ZEN5), randomUUID(), Buffer.from('x'))
    await giveBack(worker, await taken(worker, ZEN4), 'stopped', 'The worker was stopped.')
    for (const key of [ZEN5, ZEN4]) {
      await announce(worker, key, { ...FACTS, steelyard: '0.2.0' })
      assert.equal(await take(worker, key), null)
    }
    const third = machine('zen3-25.1-bbbbbb', 3)
    await announce(worker, third, FACTS)
    for (const _ of [1, 2]) await keep(worker, await taken(worker, third), randomUUID(), Buffer.from('x'))
    const [state] = await requestStates(submitter, id)
    assert.deepEqual(state?.jobs, { done: 3, running: 0, waiting: 0, failed: 1, cancelled: 0 })
    assert.equal(state.isSettled, true)
    assert.match(
      state.troubles[0] ?? '',
      /^a job failed: its machine has another version now, or allows less$/,
    )
  }),
)
