// A network that swallows packets and closes no connection. fleet.test.ts runs these.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { announce, type Database, keep, requestStates, submit, touch, withDatabase } from '@steelyard/fleet'
import { steelyardName } from '../../src/version.ts'
import { wireTo } from './cut-wire.ts'
import {
  FACTS,
  FAST,
  type Fleet,
  home,
  jobsOf,
  REQUEST,
  results,
  server,
  skip,
  taken,
  withNewFleet,
  ZEN5,
} from './fleet-server.ts'

/** Short, so that a test need not wait. */
const PATIENCE = '?connect_timeout=0.4&query_timeout=400'
const SILENT = { name: 'FleetError', isPassing: true }

/** Counts the sockets, with those of the wire, which closes none in silence. */
function sockets(): number {
  return process.getActiveResourcesInfo().filter(kind => kind === 'TCPSocketWrap').length
}

async function withWire(
  { name }: Fleet,
  user: string,
  use: (address: string, wire: Awaited<ReturnType<typeof wireTo>>) => Promise<void>,
): Promise<void> {
  const wire = await wireTo(server().port)
  const address = server().address(name, user).replace(`:${server().port}`, `:${wire.port}`)
  await use(`${address}${PATIENCE}`, wire).finally(() => wire.close())
}

test(
  'silence before or after the delivery of a record loses nothing and counts nothing twice',
  { skip },
  () =>
    withNewFleet(async fleet => {
      const { submitter, worker } = fleet
      await announce(worker, ZEN5, FACTS)
      await submit(submitter, REQUEST)
      const job = await taken(worker, ZEN5)
      await withWire(fleet, 'works', async (address, wire) => {
        const beganMs = performance.now()
        let idle = 0
        await withDatabase(address, async far => {
          assert.equal(await touch(far, job), true)
          const record = randomUUID()
          for (const what of ['all', 'answers'] as const) {
            wire.swallow(what)
            await assert.rejects(keep(far, job, record, Buffer.from('x')), SILENT)
            assert.equal((await results(fleet)).length, what === 'all' ? 0 : 1)
            wire.mend()
            if (what === 'all') assert.equal(await touch(far, job), true)
          }
          assert.equal(await keep(far, job, record, Buffer.from('x')), 'kept')
          assert.deepEqual(await results(fleet), [{ record_id: record }])
          wire.swallow('all')
          idle = sockets()
        })
        await sleep(100)
        assert.ok(sockets() < idle, 'an idle connection in silence is closed')
        wire.mend()
        await withDatabase(address.replace(PATIENCE, '?query_timeout=60000'), async far => {
          assert.equal(await touch(far, job), false, 'the job is done')
          wire.swallow('all')
          touch(far, job).catch(() => {})
          await sleep(50)
        })
        assert.ok(performance.now() - beganMs < 15_000, 'what waits in silence ends too')
      })
    }),
)

test(
  'silence at the end of a submission leaves all of it or nothing, and the message says so',
  { skip },
  () =>
    withNewFleet(async fleet => {
      await withWire(fleet, 'submits', async (address, wire) => {
        for (const [what, made] of [
          ['all', 0],
          ['answers', 1],
        ] as const) {
          await withDatabase(address, async far => {
            const silentAtEnd: Database = {
              ask(text, values) {
                if (text.startsWith('INSERT')) wire.swallow(what)
                return far.ask(text, values)
              },
            }
            await assert.rejects(submit(silentAtEnd, { ...REQUEST, machines: 2 }), {
              ...SILENT,
              message: /'fleet status' shows whether the request was made\.$/,
            })
          })
          wire.mend()
          const states = await requestStates(fleet.submitter, null)
          assert.deepEqual(
            states.map(({ jobs }) => jobs.waiting),
            Array(made).fill(2),
          )
        }
      })
    }),
)

test('a worker and a submitter do not hang in silence, and the record comes once it ends', { skip }, () =>
  withNewFleet(async fleet => {
    await withWire(fleet, 'works', async (address, wire) => {
      const works = home.addressFile(address)
      await submit(fleet.submitter, {
        ...REQUEST,
        ...{ steelyard: steelyardName(), runtimes: ['node'], needs: ['expressions'], sessions: 2 },
        commands: [FAST],
      })
      const policy = ['--allow', 'expressions']
      const working = home.start(works, 'one', 'fleet', 'worker', ...policy)
      await working.said(/: begun\n/)
      wire.swallow('all')
      const silent = await home.run(works, 'two', 'fleet', 'worker', '--until-idle')
      assert.deepEqual([silent.code, silent.stdout], [2, ''])
      assert.match(silent.stderr, /^Cannot use the database of the fleet: it does not answer/)
      wire.mend()
      await working.said(/: kept\n(.|\n)*: begun\n/)
      assert.equal((await results(fleet)).length, 1)
      wire.swallow('answers')
      working.kill('SIGTERM')
      assert.equal((await working.ended).code, 130)
      assert.deepEqual(await jobsOf(fleet), { done: 1, running: 0, waiting: 1, failed: 0, cancelled: 0 })
    })
  }),
)
