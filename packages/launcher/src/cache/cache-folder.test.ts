import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writableCacheFolder } from './cache-folder.ts'

test('writableCacheFolder ends in a sentence where no folder can be made', {
  skip: process.platform !== 'linux',
  timeout: 5000,
}, async t => {
  const before = process.env.XDG_CACHE_HOME
  t.after(() => {
    if (before === undefined) delete process.env.XDG_CACHE_HOME
    else process.env.XDG_CACHE_HOME = before
  })
  process.env.XDG_CACHE_HOME = '/proc/none'
  await assert.rejects(writableCacheFolder('runtimes'), {
    message:
      'Cannot write to the cache folder /proc/none/steelyard/runtimes: ENOENT. Set XDG_CACHE_HOME to a folder that can be written.',
  })
})
