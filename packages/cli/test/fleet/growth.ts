// Machines that are added until ratios are known well enough. fleet.test.ts runs these.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import {
  addMachines,
  announce,
  cancelRequest,
  type Database,
  keep,
  requestStates,
  submit,
  take,
} from '@steelyard/fleet'
import type { CombinationRecord, RunRecord } from '@steelyard/record'
import { sessionSample } from '@steelyard/record/fixtures/session-sample'
import { FACTS, home, machine, REQUEST, server, skip, taken, withNewFleet, ZEN5 } from './fleet-server.ts'

const GROWTH = { untilWidth: 0.01, most: 8 }

test(
  'added machines have the jobs of the first with other seeds, and two that add at once add once',
  { skip },
  () =>
    withNewFleet(async ({ submitter, worker, owner }) => {
      const id = await submit(submitter, {
        ...REQUEST,
        ...{ growth: GROWTH, sessions: 2, seed: 5, commands: [['a'], ['b']] },
      })
      const both = await Promise.all([1, 2].map(() => addMachines(submitter, id, 1, 2)))
      assert.deepEqual(both.toSorted(), [false, true])
      for (const number of [1, 2, 3, 4]) {
        await announce(worker, machine('zen5-26.2-ff4994', number), FACTS)
        await take(worker, machine('zen5-26.2-ff4994', number))
      }
      const tasks = await owner.ask(
        'SELECT session, piece, command FROM steelyard.task ORDER BY installation, session, piece',
      )
      const commands = [1, 2, 3].flatMap(number =>
        [1, 2].flatMap(session =>
          ['a', 'b'].map((word, index) => ({
            ...{ session, piece: index + 1 },
            command: [word, `--seed=${5 + 4 * (number - 1) + 2 * (session - 1) + index}`],
          })),
        ),
      )
      assert.deepEqual(tasks, commands)
      const [state] = await requestStates(submitter, id)
      assert.deepEqual([state?.machines, state?.begun, state?.jobs.waiting], [3, 3, 9])
      assert.deepEqual(state?.growth, GROWTH)
      await cancelRequest(submitter, id)
      assert.equal(await addMachines(submitter, id, 3, 2), false)
    }),
)

test('a request is settled once nothing is to come but of a machine that has gone', { skip }, () =>
  withNewFleet(async ({ submitter, worker, owner }) => {
    const isSettled = async () => (await requestStates(submitter, null)).map(state => state.isSettled)
    await announce(worker, ZEN5, FACTS)
    await submit(submitter, { ...REQUEST, sessions: 2, apartSeconds: 7200 })
    assert.deepEqual(await isSettled(), [false])
    const job = await taken(worker, ZEN5)
    assert.deepEqual(await isSettled(), [false])
    await keep(worker, job, randomUUID(), Buffer.from('x'))
    assert.deepEqual(await isSettled(), [false], 'its second session is to come')
    await owner.ask(`UPDATE steelyard.machine SET seen_at = now() - interval '25 hours'`)
    assert.deepEqual(await isSettled(), [true])
  }),
)

const EFFECTS = [-0.1, -0.091, -0.109, -0.112, -0.088]

/** Measures all that machines 1 to `last` are to do, with made-up samples. */
async function measure(worker: Database, last: number): Promise<void> {
  for (let number = 1; number <= last; number++) {
    const key = machine(`zen${number}-1.1-aaaaaa`, number)
    await announce(worker, key, FACTS)
    for (let job = await take(worker, key); job !== null; job = await take(worker, key)) {
      const record = sessionSample(
        { ...key, hour: 24 * job.session, effects: { 'arrow-2': EFFECTS[number - 1] ?? -0.1 } },
        { id: randomUUID(), command: [...job.command] },
      )
      await keep(worker, job, record.id, gzipSync(JSON.stringify(record)))
    }
  }
}

test('gather adds machines until the width is reached, and its interval is the wider one', { skip }, () =>
  withNewFleet(async ({ name, submitter, worker }) => {
    const id = await submit(submitter, {
      ...REQUEST,
      growth: GROWTH,
      machines: 5,
      sessions: 2,
      commands: [['compare', 'json-reviver', '--base=node@26.10.0']],
      seed: 5,
    })
    const file = home.addressFile(server().address(name, 'submits'))
    const early = await home.run(file, 'one', 'fleet', 'gather', id)
    assert.match(
      early.stderr,
      /Machines may be added once those that measure are done\.\nNothing to gather yet/,
    )
    const waiting = home.start(file, 'one', 'fleet', 'gather', id, '--wait', '--json', '-')
    const added = waiting.said(/Added \d machines?: the request asks for [678] now\.\n/)
    await measure(worker, 5)
    await added
    const grown = await requestStates(submitter, id)
    await measure(worker, grown[0]?.machines ?? 0)
    const { code, stdout, stderr } = await waiting.ended
    assert.equal(code, 0, stderr)
    assert.match(stderr, /known to ± 1\.\d+ %, on 5 kinds of CPU\. Asked for: ± 1 % on 5 at least\.\n/)
    assert.match(
      stderr,
      /known to ± 0\.\d+ %, on [678] kinds of CPU\..*\nNo machine is added: that is enough\.\n/,
    )
    const { rules, comparisons } = JSON.parse(stdout) as CombinationRecord
    assert.equal(rules.stoppedOnWidth, true)
    const folder = home.path(`results/local/fleet-${id}`)
    const records = readdirSync(folder).map(
      each => JSON.parse(readFileSync(`${folder}/${each}`, 'utf8')) as RunRecord,
    )
    assert.equal(new Set(records.map(({ command }) => command.at(-1))).size, records.length)
    for (const { fleet } of records) assert.deepEqual(fleet, { request: id, untilWidth: 0.01 })
    const again = await home.run(file, 'one', 'combine', folder, '--json', '-')
    assert.deepEqual(JSON.parse(again.stdout).comparisons, comparisons, 'the records say how they were made')
  }),
)
