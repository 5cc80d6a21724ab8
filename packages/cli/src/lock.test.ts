import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { acquireLock } from './lock.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-lock-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const forever = new AbortController().signal

test('acquireLock lets one in, makes the next wait and says for whom, and then lets it in', async () => {
  const file = join(directory, 'a')
  const release = await acquireLock(() => assert.fail('nobody is there'), forever, file)
  const waitedFor: number[] = []
  let entered = false
  const second = acquireLock(pid => waitedFor.push(pid), forever, file).then(releaseSecond => {
    entered = true
    return releaseSecond
  })
  await sleep(100)
  assert.equal(entered, false)
  assert.deepEqual(waitedFor, [process.pid])
  release()
  const releaseSecond = await second
  releaseSecond()
  assert.equal(existsSync(file), false)
})

test('acquireLock takes over from a run that died', async () => {
  const file = join(directory, 'b')
  for (const dead of [
    '{"pid":999999999,"startTicks":null}',
    `{"pid":${process.pid},"startTicks":"1"}`,
    'not JSON',
  ]) {
    if (process.platform !== 'linux' && dead.includes('"1"')) continue
    writeFileSync(file, dead)
    const release = await acquireLock(() => assert.fail('it is dead'), forever, file)
    release()
  }
  assert.deepEqual(readdirSync(directory), [])
})

test('acquireLock stops waiting when it is told to', async () => {
  const file = join(directory, 'c')
  const release = await acquireLock(() => {}, forever, file)
  const controller = new AbortController()
  const second = acquireLock(() => controller.abort(), controller.signal, file)
  await second
  assert.equal(existsSync(file), true)
  release()
})
