import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cLibrary, glibcIn, muslIn } from './c-library.ts'

test('glibcIn takes the version and nothing else', () => {
  assert.deepEqual(glibcIn({ glibcVersionRuntime: '2.36', host: 'ada' }), { name: 'glibc', version: '2.36' })
  for (const header of [{ glibcVersionRuntime: 'ada' }, { glibcVersionRuntime: 2 }, {}, null, undefined]) {
    assert.equal(glibcIn(header), null)
  }
})

test('muslIn reads what its ldd says', () => {
  const said =
    'musl libc (x86_64)\nVersion 1.2.5\nDynamic Program Loader\nUsage: ldd [options] [--] pathname\n'
  assert.deepEqual(muslIn(said), { name: 'musl', version: '1.2.5' })
  assert.equal(muslIn('ldd (Debian GLIBC 2.36-9) 2.36'), null)
})

test('cLibrary knows the one of this machine', { skip: process.platform !== 'linux' }, async () => {
  assert.match((await cLibrary())?.version ?? '', /^\d+\.\d+/)
})
