// A fleet over a real Postgres, which all of its tests share: from an empty database to what several machines say together.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { announce, keep, submit } from '@steelyard/fleet'
import type { CombinationRecord, RunRecord } from '@steelyard/record'
import { sessionSample } from '@steelyard/record/fixtures/session-sample'
import {
  addressFiles,
  FACTS,
  FAST,
  home,
  machine,
  newDatabase,
  REQUEST,
  server,
  skip,
  taken,
  withNewFleet,
  ZEN4,
  ZEN5,
} from './fleet/fleet-server.ts'
import './fleet/blobs.ts'
import './fleet/builds.ts'
import './fleet/cancel.ts'
import './fleet/gather.ts'
import './fleet/growth.ts'
import './fleet/jobs.ts'
import './fleet/open-requests.ts'
import './fleet/roles.ts'
import './fleet/silence.ts'

test('from an empty database to gathered records, with real workers on two machines', { skip }, async () => {
  const name = await newDatabase()
  const [owner = '', submitter = '', worker = ''] = addressFiles(name, [
    'postgres',
    'submits',
    'works:geheim',
  ])
  const made = await home.run(owner, 'one', 'fleet', 'init')
  assert.match(made.stdout, /^The fleet is ready\. /, made.stderr)
  // With another case there is something to combine.
  const asked = [...FAST, '-e', 'x * 2', '--machines', '2', '--sessions', '1']
  const sent = await home.run(submitter, 'one', 'fleet', 'run', ...asked)
  assert.match(
    sent.stdout,
    /^Request (\w+): 2 machines, 1 session each, 1 job a session\.\nNo machine can take it now; it waits for others\. Workers need --allow expressions\.$/m,
    sent.stderr,
  )
  const id = /^Request (\w+)/.exec(sent.stdout)?.[1] ?? ''
  const strict = await home.run(worker, 'one', 'fleet', 'worker', '--until-idle')
  assert.match(strict.stdout, /^Working as \S+ \w+\n$/, 'the default policy allows no expressions')
  const starting = ['one', 'two'].map(machineName =>
    home.start(worker, machineName, 'fleet', 'worker', '--until-idle', '--allow', 'expressions'),
  )
  await Promise.any(starting.map(each => each.said(/: begun\n/)))
  const seen = home.commandLines()
  const ends = await Promise.all(starting.map(({ ended }) => ended))
  for (const each of ends) {
    assert.equal(each.code, 0, each.stderr)
    assert.match(each.stdout, new RegExp(`^Working as .*\nJob ${id}/1\\.1: begun\nJob ${id}/1\\.1: kept\n$`))
  }
  const status = await home.run(submitter, 'one', 'fleet', 'status')
  assert.match(
    status.stdout,
    new RegExp(
      `^Request ${id}: -e 'x \\+ 1' .*\n  2 of 2 machines begun\n  jobs: 2 done, 0 running, 0 waiting, 0 failed\n`,
    ),
  )
  const gathered = await home.run(submitter, 'one', 'fleet', 'gather', id, '--out', 'gathered')
  const records = readdirSync(home.path('gathered')).map(
    file => JSON.parse(readFileSync(home.path(`gathered/${file}`), 'utf8')) as RunRecord,
  )
  assert.equal(new Set(records.map(({ environment }) => environment.installationId)).size, 2)
  assert.equal(new Set(records.map(({ seed }) => seed)).size, 2)
  // The two took turns: the lock of the machine is one.
  const [early, late] = records.toSorted((a, b) => a.startedAt.localeCompare(b.startedAt))
  assert.ok((early?.finishedAt ?? 'z') <= (late?.startedAt ?? ''), 'one run at a time')
  assert.match(records[0]?.targets[0]?.id ?? '', /^node@\d+\.\d+\.\d+$/)
  const outputs = [made, sent, strict, ...ends, status, gathered].map(each => `${each.stdout}${each.stderr}`)
  for (const text of [...outputs, JSON.stringify(records), seen.join('\n')])
    assert.doesNotMatch(text, /geheim/)
})

test('a worker that is stopped gives its job back, and that counts as no attempt', { skip }, () =>
  withNewFleet(async fleet => {
    const [submitter = '', worker = ''] = addressFiles(fleet.name, ['submits', 'works'])
    await home.run(submitter, 'one', 'fleet', 'run', ...FAST, '--machines', '1', '--sessions', '1')
    const stopped = home.start(worker, 'one', 'fleet', 'worker', '--allow', 'expressions')
    await stopped.said(/: begun\n/)
    stopped.kill('SIGTERM')
    const { code, stdout, stderr } = await stopped.ended
    assert.equal(code, 130, stderr)
    assert.match(stdout, /: stopped\. The worker was stopped\.\n$/)
    const [job] = await fleet.owner.ask('SELECT state, attempts FROM steelyard.task')
    assert.deepEqual(job, { state: 'waiting', attempts: 0 })
    assert.deepEqual(home.leftProcesses(), [])
    const frozen = home.start(worker, 'one', 'fleet', 'worker', '--allow', 'expressions')
    await frozen.said(/: begun\n/)
    frozen.kill('SIGSTOP')
    assert.match(
      (await frozen.ended).stderr,
      /^Ended: something stopped the run \(SIGSTOP\)\. To go on: \S.* fleet worker$/m,
    )
  }),
)

test('gather combines what is there, and leaves out what is not of its job', { skip }, () =>
  withNewFleet(async ({ name, submitter, worker }) => {
    const id = await submit(submitter, {
      ...REQUEST,
      machines: 4,
      sessions: 2,
      commands: [['compare', 'json-reviver', '--base=node@26.10.0']],
    })
    const effects = { [ZEN5.cpuId]: -0.27, [ZEN4.cpuId]: 0.1 }
    const file = home.addressFile(server().address(name, 'submits'))
    const early = await home.run(file, 'one', 'fleet', 'gather', id)
    assert.match(early.stderr, /Nothing to gather yet: the fleet has no result that can be used\.\n$/)
    for (const key of [ZEN4, ZEN5]) {
      await announce(worker, key, FACTS)
      for (const hour of [0, 24]) {
        const job = await taken(worker, key)
        const effect = { 'arrow-2': effects[key.cpuId] ?? 0 }
        const record = sessionSample(
          { ...key, hour, effects: effect },
          { id: randomUUID(), command: [...job.command] },
        )
        await keep(worker, job, record.id, gzipSync(JSON.stringify(record)))
      }
    }
    const strange = machine('zen3-25.1-bbbbbb', 3)
    await announce(worker, strange, FACTS)
    const stolen = await taken(worker, strange)
    const forged = sessionSample(
      { ...ZEN5, hour: 48, effects: { 'arrow-2': 5 } },
      { id: randomUUID(), command: [...stolen.command] },
    )
    await keep(worker, stolen, forged.id, gzipSync(JSON.stringify(forged)))
    await keep(worker, await taken(worker, strange), randomUUID(), Buffer.from('no gzip'))
    const other = machine('zen2-23.49-cccccc', 4)
    await announce(worker, other, FACTS)
    const named = await taken(worker, other)
    const rebuilt = sessionSample(
      { ...other, hour: 0, effects: {} },
      { id: randomUUID(), command: [...named.command] },
    )
    const targets = rebuilt.targets.map(target => ({
      ...target,
      binary: { ...target.binary, source: 'path' as const },
    }))
    await keep(worker, named, rebuilt.id, gzipSync(JSON.stringify({ ...rebuilt, targets })))
    const { code, stdout, stderr } = await home.run(file, 'one', 'fleet', 'gather', id, '--json', '-')
    assert.equal(code, 0, stderr)
    assert.match(stderr, /Left out: the result \S+ of zen3-25\.1-bbbbbb: it is of another machine\.\n/)
    assert.match(stderr, /Left out: the result \S+ of zen3-25\.1-bbbbbb: it cannot be read \(.*\)\.\n/)
    assert.match(stderr, /Left out: the result \S+ of zen2\S+: it is of another build than the job names\.\n/)
    assert.match(stderr, /json-reviver\/arrow-2 .*depends on the machine/)
    const { comparisons, records } = JSON.parse(stdout) as CombinationRecord
    assert.deepEqual([comparisons[0]?.conclusion.kind, comparisons[0]?.machines.length], ['depends', 2])
    assert.equal(records.length, 4)
  }),
)
