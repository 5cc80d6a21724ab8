// Catches a worker that loses jobs on a full disk, when killed or when its database stops, and a timeline that measures steps again.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { requestStates, submit } from '@steelyard/fleet'
import { steelyardName } from '../src/version.ts'
import {
  addressFiles,
  FAST,
  GONE,
  home,
  jobsOf,
  REQUEST,
  results,
  server,
  skip,
  withNewFleet,
} from './fleet/fleet-server.ts'
import './fleet/timeline.ts'

const canMount =
  spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs -o size=1m none /tmp && flock /tmp/lock true'])
    .status === 0
const skipDisk = skip || (!canMount && 'this system lets no user mount a file system of their own')

/**
 * A disk of 160 MB. A process holds the lock of its folder until there is a file `full` next to it, then fills the disk:
 * so a worker that has seen enough space has none when it begins its job. Without that file there is space again.
 */
const ON_SMALL_DISK = `
mount -t tmpfs -o size=160m none "$DISK"
lock="$DISK/steelyard.lock"
{
  flock "$lock" sh -c '
    until [ -e "$DISK.full" ]; do sleep 0.05; done
    dd if=/dev/zero of="$DISK/filler" bs=1M'
  while [ -e "$DISK.full" ]; do sleep 0.05; done
  rm "$DISK/filler"
} >/dev/null 2>&1 &
while flock -n "$lock" true; do :; done
TMPDIR="$DISK" exec "$@"`

test('a full disk takes no job and loses none, and the state says why', { skip: skipDisk }, () =>
  withNewFleet(async fleet => {
    const [disk, file] = [home.path('disk'), home.addressFile(server().address(fleet.name, 'works'))]
    mkdirSync(disk)
    await submit(fleet.submitter, {
      ...REQUEST,
      ...{ steelyard: steelyardName(), runtimes: ['node'], needs: ['expressions'] },
      commands: [FAST, FAST],
    })
    const prefix = ['env', `DISK=${disk}`, 'unshare', '-rm', 'sh', '-c', ON_SMALL_DISK, 'sh']
    const worker = home.startUnder(
      prefix,
      file,
      'one',
      'fleet',
      'worker',
      '--until-idle',
      '--allow',
      'expressions',
    )
    await worker.said(/^Waiting: another run /m)
    writeFileSync(`${disk}.full`, '')
    await worker.said(
      /Cannot take a job: \S+disk has (?:0|less than 1) MB of space left, and a job needs 128 MB\. Trying again\.\n/,
    )
    const [state] = await requestStates(fleet.submitter, null)
    assert.deepEqual(state?.troubles, ['a job waits again: ENOSPC: no space left on device'])
    assert.deepEqual(state.jobs, { done: 0, running: 0, waiting: 2, failed: 0, cancelled: 0 })
    rmSync(`${disk}.full`)
    await fleet.owner.ask('UPDATE steelyard.task SET start_after = now()')
    const { code, stdout, stderr } = await worker.ended
    assert.equal(code, 0, stderr)
    assert.match(
      stdout,
      /^Working as .*\nJob \S+: begun\nJob \S+: failed\. ENOSPC: no space left on device\n(Job \S+: begun\nJob \S+: kept\n){2}$/,
    )
    assert.equal((await results(fleet)).length, 2)
    assert.deepEqual(await jobsOf(fleet), { done: 2, running: 0, waiting: 0, failed: 0, cancelled: 0 })
  }),
)

test('a killed worker loses nothing, and nothing of it goes on', { skip }, () =>
  withNewFleet(async fleet => {
    const [submitter = '', worker = ''] = addressFiles(fleet.name, ['submits', 'works'])
    const slow = [...FAST.slice(0, -1), '3']
    await home.run(submitter, 'one', 'fleet', 'run', ...slow, '--machines', '1', '--sessions', '1')
    const killed = home.start(worker, 'one', 'fleet', 'worker', '--allow', 'expressions')
    const held = timesIn(await home.launched(1))
    killed.kill('SIGKILL')
    await killed.ended
    assert.deepEqual(await jobsOf(fleet), { done: 0, running: 1, waiting: 0, failed: 0, cancelled: 0 })
    await fleet.owner.ask(GONE)
    const next = await home.run(worker, 'one', 'fleet', 'worker', '--until-idle', '--allow', 'expressions')
    assert.match(next.stdout, /: begun\nJob \S+: kept\n$/, next.stderr)
    assert.deepEqual(await jobsOf(fleet), { done: 1, running: 0, waiting: 0, failed: 0, cancelled: 0 })
    const [kept] = await fleet.owner.ask<{ record: Buffer }>('SELECT record FROM steelyard.task')
    const text = gunzipSync(kept?.record ?? '').toString()
    assert.ok(held.length > 0)
    for (const times of held)
      assert.ok(timesIn(text).includes(times), 'launches of the killed worker are in the record')
    assert.equal(home.journalText(), '')
    assert.deepEqual(home.leftProcesses(), [])
  }),
)

/** The times of each launch in a journal or a record. */
function timesIn(text: string): string[] {
  return Array.from(text.matchAll(/"wallNs":\s*(\[[\d.,\s-]+\])/g), ([, times = '']) =>
    times.replaceAll(/\s/g, ''),
  )
}

test('a database that dies during a job gets its record once it is back', { skip }, () =>
  withNewFleet(async fleet => {
    const [submitter = '', worker = ''] = addressFiles(fleet.name, ['submits', 'works'])
    await home.run(submitter, 'one', 'fleet', 'run', ...FAST, '--machines', '1', '--sessions', '1')
    const working = home.start(worker, 'one', 'fleet', 'worker', '--until-idle', '--allow', 'expressions')
    await working.said(/: begun\n/)
    await server().restart()
    const { code, stdout, stderr } = await working.ended
    assert.equal(code, 0, stderr)
    assert.match(stdout, /: begun\nJob \S+: kept\n$/)
    assert.deepEqual(await jobsOf(fleet), { done: 1, running: 0, waiting: 0, failed: 0, cancelled: 0 })
    assert.equal((await results(fleet)).length, 1)
  }),
)
