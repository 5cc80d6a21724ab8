import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cLibrary, glibcIn } from './environment.ts'

test('glibcIn takes the version and nothing else', () => {
  assert.deepEqual(glibcIn({ glibcVersionRuntime: '2.36', host: 'ada' }), { name: 'glibc', version: '2.36' })
  for (const header of [{ glibcVersionRuntime: 'ada' }, { glibcVersionRuntime: 2 }, {}, null, undefined]) {
    assert.equal(glibcIn(header), null)
  }
})

test('cLibrary knows the one of this machine', { skip: process.platform !== 'linux' }, () => {
  assert.match(cLibrary()?.version ?? '', /^\d+\.\d+/)
})
