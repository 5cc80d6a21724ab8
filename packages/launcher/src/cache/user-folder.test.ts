import assert from 'node:assert/strict'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { userFolder } from './user-folder.ts'

test('userFolder ignores a relative path in its variable, as the specification says', () => {
  for (const [variable, usual] of [
    ['XDG_CACHE_HOME', '.cache'],
    ['XDG_STATE_HOME', '.local/state'],
  ] as const) {
    assert.equal(userFolder(variable, 'visits', { [variable]: '/var/me' }), '/var/me/steelyard/visits')
    for (const home of ['cache', './cache', '', undefined]) {
      assert.equal(
        userFolder(variable, 'visits', { [variable]: home }),
        join(homedir(), usual, 'steelyard/visits'),
      )
    }
  }
})
