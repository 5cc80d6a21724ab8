// Who gets which job, and what is kept of it. fleet.test.ts runs these.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  announce,
  giveBack,
  keep,
  readConditions,
  requestStates,
  submit,
  take,
  touch,
  withDatabase,
} from '@steelyard/fleet'
import { wireTo } from './cut-wire.ts'
import {
  FACTS,
  GONE,
  jobsOf,
  REQUEST,
  results,
  server,
  skip,
  taken,
  withNewFleet,
  ZEN4,
  ZEN5,
} from './fleet-server.ts'

test(
  'a job goes to a machine that matches, and a request has as many machines as it asks for',
  { skip },
  () =>
    withNewFleet(async fleet => {
      const { submitter, worker } = fleet
      await announce(worker, ZEN4, FACTS)
      await announce(worker, ZEN5, FACTS)
      const id = await submit(submitter, {
        ...REQUEST,
        conditions: readConditions('cpu=zen5|zen3,platform=linux'),
        machines: 2,
        commands: [['a'], ['b']],
      })
      assert.equal(await take(worker, ZEN4), null)
      const first = await taken(worker, ZEN5)
      assert.deepEqual([first.request, first.session, first.piece], [id, 1, 1])
      assert.equal(await take(worker, ZEN5), null, 'one job at a time on a machine')
      assert.equal(await keep(worker, first, randomUUID(), Buffer.from('x')), 'kept')
      const second = await taken(worker, ZEN5)
      assert.deepEqual([second.piece, second.command], [2, ['b', '--seed=1']])
      await keep(worker, second, randomUUID(), Buffer.from('x'))
      assert.equal(await take(worker, ZEN5), null, 'the others are for another machine')
      const [state] = await requestStates(submitter, id)
      assert.deepEqual([state?.machines, state?.begun, state?.able], [2, 1, 1])
      assert.deepEqual(state?.jobs, { done: 2, running: 0, waiting: 2, failed: 0, cancelled: 0 })
      await assert.rejects(requestStates(submitter, 'no'), /^FleetError: Cannot find the request no/)
    }),
)

test('a session begins only once the last one is settled, and long enough after it', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, worker, owner } = fleet
    await announce(worker, ZEN5, FACTS)
    await submit(submitter, {
      ...REQUEST,
      sessions: 2,
      apartSeconds: 7200,
      commands: [['a'], ['b']],
    })
    await keep(worker, await taken(worker, ZEN5), randomUUID(), Buffer.from('x'))
    const last = await taken(worker, ZEN5)
    assert.deepEqual([last.session, last.piece], [1, 2])
    await owner.ask(`UPDATE steelyard.task SET began_at = now() - interval '3 hours' WHERE session = 1`)
    await giveBack(worker, last, 'failed', 'no reason')
    assert.equal(await take(worker, ZEN5), null, 'the session is not settled')
    await owner.ask(`UPDATE steelyard.task SET start_after = now()`)
    const again = await taken(worker, ZEN5)
    assert.equal(again.piece, 2, 'the session goes on before the next')
    await keep(worker, again, randomUUID(), Buffer.from('x'))
    assert.equal(await take(worker, ZEN5), null)
    const [state] = await requestStates(submitter, null)
    const apartMs = (state?.nextSessionAt?.getTime() ?? 0) - Date.now()
    assert.ok(apartMs > 7_100_000 && apartMs < 7_200_000, `${apartMs}`)
    await owner.ask(`UPDATE steelyard.task SET began_at = now() - interval '2 hours' WHERE session = 1`)
    assert.equal((await taken(worker, ZEN5)).session, 2)
  }),
)

test('a duplicate delivery counts once, whoever brings it', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, worker, owner } = fleet
    await announce(worker, ZEN5, FACTS)
    await submit(submitter, { ...REQUEST, sessions: 2 })
    const first = await taken(worker, ZEN5)
    const record = randomUUID()
    const both = await Promise.all([1, 2].map(() => keep(worker, first, record, Buffer.from('x'))))
    assert.deepEqual(both, ['kept', 'kept'], 'the same record again changes nothing')
    assert.equal(await keep(worker, first, randomUUID(), Buffer.from('y')), 'superseded')
    const late = await taken(worker, ZEN5)
    await owner.ask(GONE)
    const again = await taken(worker, ZEN5)
    assert.equal(again.id, late.id)
    assert.equal(await touch(worker, late), false)
    await giveBack(worker, late, 'failed', 'late')
    assert.equal(await keep(worker, late, randomUUID(), Buffer.from('late')), 'superseded')
    const second = randomUUID()
    assert.equal(await keep(worker, again, second, Buffer.from('x')), 'kept')
    assert.deepEqual((await results(fleet)).map(row => row.record_id).sort(), [record, second].sort())
    assert.deepEqual(await jobsOf(fleet), { done: 2, running: 0, waiting: 0, failed: 0, cancelled: 0 })
  }),
)

test('a worker that was thought dead goes on with jobs that no other worker has begun', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, worker, owner } = fleet
    await announce(worker, ZEN5, FACTS)
    await submit(submitter, REQUEST)
    const job = await taken(worker, ZEN5)
    await owner.ask(GONE)
    assert.deepEqual(await jobsOf(fleet), { done: 0, running: 0, waiting: 1, failed: 0, cancelled: 0 })
    assert.equal(await touch(worker, job), true)
    assert.deepEqual(await jobsOf(fleet), { done: 0, running: 1, waiting: 0, failed: 0, cancelled: 0 })
    await owner.ask(GONE)
    assert.deepEqual(await jobsOf(fleet), { done: 0, running: 0, waiting: 1, failed: 0, cancelled: 0 })
    assert.equal(await keep(worker, job, randomUUID(), Buffer.from('x')), 'kept')
    assert.deepEqual(await jobsOf(fleet), { done: 1, running: 0, waiting: 0, failed: 0, cancelled: 0 })
    assert.equal(await take(worker, ZEN5), null)
  }),
)

test('a cut wire loses no record and counts none twice', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, worker, name } = fleet
    await announce(worker, ZEN5, FACTS)
    await submit(submitter, REQUEST)
    const job = await taken(worker, ZEN5)
    const wire = await wireTo(server().port)
    const address = server().address(name, 'works').replace(`:${server().port}`, `:${wire.port}`)
    await withDatabase(address, async far => {
      assert.equal(await touch(far, job), true)
      const record = randomUUID()
      for (const what of ['all', 'answers'] as const) {
        wire.cut(what)
        await assert.rejects(keep(far, job, record, Buffer.from('x')), {
          name: 'FleetError',
          isPassing: true,
        })
        assert.equal((await results(fleet)).length, what === 'all' ? 0 : 1)
        wire.mend()
        if (what === 'all') assert.equal(await touch(far, job), true)
      }
      assert.equal(await keep(far, job, record, Buffer.from('x')), 'kept')
      assert.deepEqual(await results(fleet), [{ record_id: record }])
    }).finally(() => wire.close())
  }),
)

test('a database without space keeps nothing of a record, and all of it once it has space', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, worker, owner } = fleet
    await announce(worker, ZEN5, FACTS)
    await submit(submitter, REQUEST)
    const job = await taken(worker, ZEN5)
    await owner.ask(`CREATE FUNCTION no_space() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$`)
    await owner.ask(
      'CREATE TRIGGER no_space BEFORE UPDATE OF record ON steelyard.task EXECUTE FUNCTION no_space()',
    )
    const record = randomUUID()
    await assert.rejects(keep(worker, job, record, Buffer.from('x')), {
      message: 'Cannot use the database of the fleet: its disk is full.',
      isPassing: true,
    })
    assert.deepEqual(await jobsOf(fleet), { done: 0, running: 1, waiting: 0, failed: 0, cancelled: 0 })
    await owner.ask('DROP TRIGGER no_space ON steelyard.task')
    assert.equal(await keep(worker, job, record, Buffer.from('x')), 'kept')
    assert.deepEqual(await results(fleet), [{ record_id: record }])
  }),
)

test('a record without the token of a job is refused', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, worker } = fleet
    await announce(worker, ZEN5, FACTS)
    await submit(submitter, REQUEST)
    const job = await taken(worker, ZEN5)
    await giveBack(worker, job, 'failed', 'no reason')
    const kept = await worker.ask('SELECT steelyard.keep($1, NULL, $2, $3)', [
      job.id,
      randomUUID(),
      Buffer.from('x'),
    ])
    assert.deepEqual([kept, await results(fleet)], [[{ keep: 'superseded' }], []])
  }),
)

test('a machine that refuses or fails leaves the request to another, and its reason is kept', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, worker, owner } = fleet
    for (const key of [ZEN5, ZEN4]) await announce(worker, key, FACTS)
    await submit(submitter, REQUEST)
    for (let attempt = 0; attempt < 4; attempt++) {
      await giveBack(worker, await taken(worker, ZEN5), 'failed', `no build ${attempt}`)
      await owner.ask(`UPDATE steelyard.task SET start_after = now()`)
    }
    assert.equal(await take(worker, ZEN5), null)
    const job = await taken(worker, ZEN4)
    await giveBack(worker, job, 'refused', 'not allowed here')
    assert.equal(await take(worker, ZEN4), null)
    const [state] = await requestStates(submitter, null)
    assert.deepEqual(state?.troubles, [
      'zen5-26.2-ff4994 refused: no build 3',
      'zen4-25.17-aaaaaa refused: not allowed here',
    ])
    assert.deepEqual([state?.begun, state?.able, state?.jobs.waiting], [0, 0, 1])
  }),
)

test('a machine that has left a request brings no record of an earlier job of it', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, worker, owner } = fleet
    await announce(worker, ZEN5, FACTS)
    await submit(submitter, { ...REQUEST, commands: [['a'], ['b']] })
    const silent = await taken(worker, ZEN5)
    await owner.ask(`UPDATE steelyard.task SET attempts = 4 WHERE job = '${silent.id}'`)
    await owner.ask(GONE)
    await giveBack(worker, await taken(worker, ZEN5), 'refused', 'not allowed here')
    assert.equal(await keep(worker, silent, randomUUID(), Buffer.from('x')), 'superseded')
    assert.deepEqual(await results(fleet), [])
  }),
)

test('a machine that has gone before its first result leaves its place to another', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, worker, owner } = fleet
    for (const key of [ZEN5, ZEN4]) await announce(worker, key, FACTS)
    await submit(submitter, { ...REQUEST, sessions: 2 })
    const lost = await taken(worker, ZEN5)
    assert.equal(await take(worker, ZEN4), null)
    await owner.ask(GONE)
    await owner.ask(
      `UPDATE steelyard.machine SET seen_at = now() - interval '61 minutes' WHERE cpu_id LIKE 'zen5%'`,
    )
    assert.deepEqual((await taken(worker, ZEN4)).command, ['compare', 'json-reviver', '--seed=2'])
    assert.equal(await keep(worker, lost, randomUUID(), Buffer.from('x')), 'superseded')
  }),
)

test('an old worker, and a clock that is off, get the reason and no job', { skip }, () =>
  withNewFleet(async ({ submitter, worker, owner }) => {
    await announce(worker, ZEN5, { ...FACTS, steelyard: '0.0.9' })
    await submit(submitter, REQUEST)
    assert.equal(await take(worker, ZEN5), null)
    await announce(worker, ZEN5, FACTS)
    for (const [hours, side] of [
      [1, 'ahead of'],
      [-1, 'behind'],
    ] as const) {
      await assert.rejects(
        take(worker, ZEN5, new Date(Date.now() + hours * 3_600_000)),
        new RegExp(`^FleetError: The clock of this machine is 60 minutes ${side} that of the database`),
      )
    }
    await assert.rejects(
      owner.ask(`SELECT steelyard.announce(0, 'x', gen_random_uuid(), '{}')`),
      /its fleet is of another version/,
    )
    assert.notEqual(await take(worker, ZEN5, new Date(Date.now() + 200_000)), null)
  }),
)
