import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { select } from './catalog.ts'

test('select takes all that follows the name of a suite for its case, so that a slash too many is refused', () => {
  const caseOf = (word: string) => select(word)[0]?.caseId
  assert.deepEqual([caseOf('trig'), caseOf('trig/sin-small')], [null, 'sin-small'])
  assert.equal(caseOf('trig/sin-small/more'), 'sin-small/more')
})

test('select takes a file or a folder that is there as it is, also with brackets in its path', t => {
  const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-[id]-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'page[1].bench.ts')
  writeFileSync(file, '')
  const found = (word: string) => select(word).map(one => [one.file, one.caseId, one.isFound ?? false])
  assert.deepEqual(found(file), [[file, null, false]])
  assert.deepEqual(found(`${file}/sort`), [[file, 'sort', false]])
  assert.deepEqual(found(folder), [[file, null, true]])
  assert.deepEqual(found(join(os.tmpdir(), 'steelyard-[[]id]-*/*.ts')).length, 1)
})
