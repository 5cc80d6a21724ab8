import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeNamedPipes } from './named-pipes.ts'

test('named pipes are made for this user alone, and one that is in the way is an error that names it', async context => {
  const folder = mkdtempSync(join(tmpdir(), 'pipes-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const files = [join(folder, 'a'), join(folder, 'ü b')]
  makeNamedPipes(files)
  for (const file of files) {
    const stat = statSync(file)
    assert.ok(stat.isFIFO())
    assert.equal(stat.mode & 0o777, 0o600)
  }
  assert.throws(() => makeNamedPipes([join(folder, 'c'), join(folder, 'a')]), /\ba\b/)
  assert.ok(statSync(join(folder, 'c')).isFIFO())
})
