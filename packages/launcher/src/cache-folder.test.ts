import assert from 'node:assert/strict'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { cacheFolder } from './cache-folder.ts'

test('cacheFolder ignores a relative XDG_CACHE_HOME, as the specification says', () => {
  assert.equal(cacheFolder('visits', { XDG_CACHE_HOME: '/var/cache/me' }), '/var/cache/me/steelyard/visits')
  for (const home of ['cache', './cache', '']) {
    assert.equal(cacheFolder('visits', { XDG_CACHE_HOME: home }), join(homedir(), '.cache/steelyard/visits'))
  }
})
