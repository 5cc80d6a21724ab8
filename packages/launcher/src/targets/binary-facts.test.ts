import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readBinary } from './binary-facts.ts'

test('readBinary finds the version of V8, and hashes a file that has changed anew', async t => {
  const directory = mkdtempSync(join(os.tmpdir(), 'binary-facts-'))
  t.after(() => rmSync(directory, { recursive: true }))
  const file = join(directory, 'binary')
  for (const version of ['14.6.202.33', '15.0.245.12']) {
    const text = `1.2.3.4\0${version}\0more`
    writeFileSync(file, text)
    // Both have the same length, and a clock may not have moved in between.
    utimesSync(file, 0, version.startsWith('14') ? 1 : 2)
    const sha256 = createHash('sha256').update(text).digest('hex')
    assert.deepEqual(await readBinary(file), { sha256, engineVersion: version })
    assert.deepEqual(await readBinary(file), { sha256, engineVersion: version })
  }
  await assert.rejects(readBinary(join(directory, 'missing')), { code: 'ENOENT' })
})
