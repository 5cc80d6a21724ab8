// Which slots a worker that asks for a job is looked up in. fleet.test.ts runs these.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { announce, giveBack, keep, requestStates, submit, take } from '@steelyard/fleet'
import { FACTS, REQUEST, skip, taken, withNewFleet, ZEN4, ZEN5 } from './fleet-server.ts'

test('a slot is settled with the last of its results', { skip }, () =>
  withNewFleet(async ({ submitter, worker, owner }) => {
    for (const key of [ZEN5, ZEN4]) await announce(worker, key, FACTS)
    const commands = [
      ['trig', '--seed=1'],
      ['trig', '--seed=2'],
    ]
    await submit(submitter, { ...REQUEST, machines: 2, commandsOf: () => commands })
    const settled = async () =>
      (await owner.ask('SELECT settled FROM steelyard.slot ORDER BY number')).map(row => row.settled)
    const keepOne = async (key: typeof ZEN5) =>
      keep(worker, await taken(worker, key), randomUUID(), Buffer.from('x'))
    await keepOne(ZEN5)
    assert.deepEqual(await settled(), [false, false])
    await keepOne(ZEN5)
    assert.deepEqual(await settled(), [true, false])
    await keepOne(ZEN4)
    assert.equal(await take(worker, ZEN5), null)
    await keepOne(ZEN4)
    assert.equal(await take(worker, ZEN4), null)
    assert.deepEqual(await settled(), [true, true])
  }),
)

test('a free slot is settled once nobody can begin it any more', { skip }, () =>
  withNewFleet(async ({ submitter, worker, owner }) => {
    for (const key of [ZEN5, ZEN4]) await announce(worker, key, FACTS)
    const settled = async () =>
      (await owner.ask('SELECT settled FROM steelyard.slot ORDER BY request, number')).map(row => row.settled)
    const id = await submit(submitter, { ...REQUEST, machines: 2 })
    const running = await taken(worker, ZEN5)
    await submitter.ask('SELECT steelyard.cancel($1)', [id])
    assert.deepEqual(await settled(), [false, true], 'what runs is open')
    await giveBack(worker, running, 'refused', 'no reason')
    assert.deepEqual(await settled(), [false, true])
    assert.equal(await take(worker, ZEN4), null)
    await requestStates(submitter, null)
    assert.deepEqual(await settled(), [true, true])
    await owner.ask('DELETE FROM steelyard.request')

    await submit(submitter, { ...REQUEST, machines: 2 })
    await requestStates(submitter, null)
    await taken(worker, ZEN5)
    assert.deepEqual(await settled(), [false, false], 'jobs wait')
    await owner.ask(`UPDATE steelyard.task SET start_after = now() - interval '31 days'`)
    const [state] = await requestStates(submitter, null)
    assert.deepEqual(state?.jobs, { done: 0, running: 1, waiting: 0, failed: 1, cancelled: 0 })
    assert.deepEqual(await settled(), [false, true])
  }),
)

test(
  'a machine gets the oldest request first, and the next free slot where others are being taken',
  {
    skip,
  },
  () =>
    withNewFleet(async ({ submitter, worker, owner }) => {
      for (const key of [ZEN5, ZEN4]) await announce(worker, key, FACTS)
      const first = await submit(submitter, { ...REQUEST, machines: 2 })
      const second = await submit(submitter, REQUEST)
      await owner.ask(
        `UPDATE steelyard.request SET created_at = created_at - interval '1 hour' WHERE id = $1`,
        [second],
      )
      assert.equal((await taken(worker, ZEN5)).request, second)
      const job = await owner.transaction(async ask => {
        await ask(`SELECT FROM steelyard.slot WHERE request = $1 AND number = 1 FOR UPDATE`, [first])
        return taken(worker, ZEN4)
      })
      const [slot] = await owner.ask('SELECT slot AS number FROM steelyard.task WHERE job = $1', [job.id])
      assert.deepEqual([job.request, slot?.number], [first, 2])
    }),
)
