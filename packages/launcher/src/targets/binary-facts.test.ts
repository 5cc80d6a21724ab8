import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { hashBinary, searchEngineVersion } from './binary-facts.ts'

test('the version of V8 and the hash of a file that has changed are read again', async t => {
  const directory = mkdtempSync(join(os.tmpdir(), 'binary-facts-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'binary')
  for (const version of ['14.6.202.33', '15.0.245.12']) {
    const text = `1.2.3.4\0${version}\0more`
    writeFileSync(file, text)
    // Both have the same length, and a clock may not have moved in between.
    utimesSync(file, 0, version.startsWith('14') ? 1 : 2)
    const sha256 = createHash('sha256').update(text).digest('hex')
    for (let twice = 0; twice < 2; twice++) {
      assert.equal(await hashBinary(file), sha256)
      assert.equal(await searchEngineVersion(file), version)
    }
  }
  await assert.rejects(hashBinary(join(directory, 'missing')), { code: 'ENOENT' })
  await assert.rejects(searchEngineVersion(join(directory, 'missing')), { code: 'ENOENT' })
})

test('the version of V8 is found without a patch number, unless another has one', async t => {
  const directory = mkdtempSync(join(os.tmpdir(), 'binary-facts-'))
  t.after(() => rmSync(directory, { recursive: true }))
  for (const [text, version] of [
    ['R14.8.180\0', '14.8.180'],
    ['12.3.0\0v10.12.0\0sec-15.1.3.4\n', null],
    ['15.6.75\0V15.8.62.5\0', '15.8.62.5'],
  ] as const) {
    const file = join(directory, `${version}`)
    writeFileSync(file, text)
    assert.equal(await searchEngineVersion(file), version)
  }
})

test('the version of V8 is found over two reads of a large file, and the hash is of all of it', async t => {
  const directory = mkdtempSync(join(os.tmpdir(), 'binary-facts-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'binary')
  const version = '\x0015.8.62.5\0'
  for (const text of ['x'.repeat(2 ** 20 - 5) + version + 'y'.repeat(2 ** 20), 'z'.repeat(2 ** 21 + 1)]) {
    writeFileSync(file, text)
    assert.equal(await hashBinary(file), createHash('sha256').update(text).digest('hex'))
    assert.equal(await searchEngineVersion(file), text.includes(version) ? '15.8.62.5' : null)
  }
})
