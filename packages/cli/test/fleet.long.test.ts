// Catches a worker that loses jobs on a full disk: it fills a small one, in a namespace of its own.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { requestStates, submit } from '@steelyard/fleet'
import { steelyardName } from '../src/version.ts'
import { FAST, home, jobsOf, REQUEST, results, server, skip, withNewFleet } from './fleet/fleet-server.ts'

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
