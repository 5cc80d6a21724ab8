import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { appendLines, readLines } from './append-lines.ts'

const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-lines-'))
after(() => rmSync(folder, { recursive: true }))

test('lines are appended whole, wherever a kill tore the last one', async () => {
  const file = join(folder, 'new', 'lines')
  assert.deepEqual(readLines(file), [])
  await appendLines(file, [{ é: 1 }, { b: '\n' }])
  const text = readFileSync(file)
  for (let length = 0; length <= text.length; length++) {
    writeFileSync(file, text.subarray(0, length))
    const before = readLines(file)
    await appendLines(file, [{ c: 3 }])
    assert.deepEqual(readLines(file), [...before, { c: 3 }])
    assert.match(readFileSync(file, 'utf8'), /(^|\n)\{"c":3\}\n$/)
  }
})

test('a file that cannot be read is not taken for a new one, and a line that is no JSON is named', () => {
  assert.throws(() => readLines(folder), { code: 'EISDIR' })
  const file = join(folder, 'damaged')
  writeFileSync(file, '{}\n{"a"\n{}\n')
  assert.throws(() => readLines(file), {
    name: 'SyntaxError',
    message: `Cannot read line 2 of ${file}: it is no JSON.`,
  })
  writeFileSync(file, '{}\n\n{"a"\n')
  assert.throws(() => readLines(file), { message: `Cannot read line 3 of ${file}: it is no JSON.` })
})
