import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-measuring-'))
after(() => rmSync(directory, { recursive: true }))
// The place of the lock is read when its module is imported.
process.env.TMPDIR = directory
const { acquireLock } = await import('./lock.ts')
const { measuring } = await import('./measuring.ts')

test('measuring refuses before it waits for another run, and waits for what is right', async () => {
  const release = await acquireLock(() => {}, new AbortController().signal)
  let isMeasured = false
  const work = async () => {
    isMeasured = true
    return 0
  }
  const refusing = async () => {
    throw new Error('no such case')
  }
  await assert.rejects(measuring(work, refusing), /no such case/)
  assert.equal(isMeasured, false)
  const checked = Promise.withResolvers<void>()
  const waiting = measuring(work, async () => checked.resolve())
  await checked.promise
  assert.equal(isMeasured, false)
  release()
  assert.equal(await waiting, 0)
  assert.equal(isMeasured, true)
})
