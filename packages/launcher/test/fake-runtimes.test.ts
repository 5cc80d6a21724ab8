import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Command } from '@steelyard/harness/protocol'
import type { ContenderProcess } from '../src/process/launch.ts'
import { LaunchError, type LaunchFailure } from '../src/process/launch-error.ts'
import { startFake } from './fake-contender.ts'
import { isRunning } from './is-running.ts'

let directory: string
let count = 0

before(async () => {
  directory = await mkdtemp(join(os.tmpdir(), 'steelyard-fakes-'))
})
after(() => rm(directory, { recursive: true, force: true }))

function start(manner: string, commandMs?: number): Promise<ContenderProcess> {
  return startFake(manner, join(directory, String(count++)), commandMs)
}

async function assertLost(work: Promise<unknown>, failure: LaunchFailure, message: RegExp): Promise<void> {
  await assert.rejects(work, (error: unknown) => {
    assert.ok(error instanceof LaunchError, String(error))
    assert.equal(error.failure, failure)
    assert.match(error.message, message)
    return true
  })
}

test('launch times out on a runtime that never sends hello', () =>
  assertLost(start('silent'), 'timeout', /did not start within 2 s/))

test('launch reports how a runtime crashed while starting, with its last line', () =>
  assertLost(start('crashing'), 'crashed', /exited with code 3: fatal: the roof is on fire/))

test('launch refuses a runtime that sends anything but replies', () =>
  assertLost(start('babbling'), 'crashed', /no reply: this is not JSON/))

test('launch waits for a slow runtime', async () => {
  const contender = await start('slow')
  await contender.kill()
})

test('exchange kills a runtime that hangs and ignores SIGTERM', async () => {
  const contender = await start('hanging')
  await assertLost(contender.exchange({ type: 'load' }), 'timeout', /did not load within 0\.5 s/)
  await contender.kill()
  assert.equal(isRunning(contender.pid), false)
})

test('exchange names the signal that killed a runtime', async () => {
  const contender = await start('dying')
  await assertLost(contender.exchange({ type: 'load' }), 'crashed', /was killed by SIGABRT/)
  await contender.kill()
})

/** Asks a contender so often, the last time of which it is lost, and kills it whatever comes of that. */
async function assertLostIn(
  manner: string,
  commands: readonly Command[],
  failure: LaunchFailure,
  message: RegExp,
  commandMs?: number,
): Promise<void> {
  const contender = await start(manner, commandMs)
  try {
    for (const command of commands.slice(0, -1)) await contender.exchange(command)
    for (const command of commands.slice(-1)) await assertLost(contender.exchange(command), failure, message)
  } finally {
    await contender.kill()
  }
}

const LEAD_IN: Command = { type: 'lead-in', iterations: 1 }
/** Which of both is seen depends on when the host reads it. */
const UNASKED = /spoke although it was not asked|in reply to something else/

test('exchange accepts no reply that was written before its command', () =>
  assertLostIn('early', [{ type: 'run', iterations: 1 }], 'crashed', UNASKED))

test('exchange accepts no second reply to a command as the reply to the next', () =>
  assertLostIn('twice', [LEAD_IN, LEAD_IN], 'crashed', UNASKED))

test('exchange accepts no reply without the number of its command', () =>
  assertLostIn('guessing', [LEAD_IN], 'crashed', /in reply to something else/))

test('exchange loses a runtime whose reply has no end', () =>
  // A busy machine may need more than the default 500 ms to write 32 MB.
  assertLostIn('without-end', [{ type: 'load' }], 'crashed', /wrote over 32 MB in one reply/, 20_000))

test('launch accepts no process that it did not start', () =>
  assertLost(start('naming-its-host'), 'crashed', /named process \d+ as its own, which it did not start/))

test('launch works with a runtime that closes its output', async () => {
  const contender = await start('closing-streams')
  await contender.kill()
})

test('kill reaches the children of a runtime that has left them behind', async () => {
  const contender = await start('leaving-a-child')
  await assertLost(contender.exchange({ type: 'load' }), 'crashed', /exited with code 4/)
  await contender.kill()
  assert.equal(isRunning(contender.pid), false)
})

test('kill may be called twice, and leaves no folder', async () => {
  const contender = await start('slow')
  await Promise.all([contender.kill(), contender.kill()])
  await contender.kill()
  assert.deepEqual(await readdir(directory), [])
})
