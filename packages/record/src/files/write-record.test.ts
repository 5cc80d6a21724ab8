import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { sampleRecord } from '../fixtures/sample-record.ts'
import type { RunRecord } from '../record.ts'
import { readRecord } from './read-record.ts'
import { recordName } from './record-name.ts'
import { writeRecord } from './write-record.ts'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'steelyard-store-'))
})
afterEach(() => rm(directory, { recursive: true }))

test('writeRecord writes what readRecord gives back, and creates the directory', async () => {
  const record = sampleRecord()
  const file = join(directory, 'results', 'local', recordName(record))
  await writeRecord(file, record)
  assert.deepEqual(await readRecord(file), record)
  assert.deepEqual(await readdir(join(directory, 'results', 'local')), [recordName(record)])
})

test('writeRecord replaces an older file', async () => {
  const file = join(directory, 'record.json')
  await writeRecord(file, sampleRecord({ seed: 1 }))
  await writeRecord(file, sampleRecord({ seed: 2 }))
  assert.equal((await readRecord(file)).seed, 2)
  assert.deepEqual(await readdir(directory), ['record.json'])
})

const refused: Readonly<Record<string, RunRecord>> = {
  'a record that does not follow the schema': { ...sampleRecord(), seed: Number.NaN },
  'a number that is not finite in a field of its own': { ...sampleRecord(), extra: Number.NaN } as RunRecord,
}

for (const [what, record] of Object.entries(refused)) {
  test(`writeRecord refuses ${what}, and leaves the old file and no other`, async () => {
    const file = join(directory, 'record.json')
    await writeFile(file, 'old')
    await assert.rejects(writeRecord(file, record), { message: /(seed|extra) is NaN/ })
    assert.equal(await readFile(file, 'utf8'), 'old')
    assert.deepEqual(await readdir(directory), ['record.json'])
  })
}

test('writeRecord removes its temporary file when the last step fails', async () => {
  const file = join(directory, 'record.json')
  await mkdir(file)
  await assert.rejects(writeRecord(file, sampleRecord()), {
    message: /^Cannot write .*record\.json: .* Name another/,
  })
  assert.deepEqual(await readdir(directory), ['record.json'])
})

test('writeRecord names the file when a directory of its path is a file', async () => {
  await writeFile(join(directory, 'results'), '')
  const file = join(directory, 'results', 'record.json')
  await assert.rejects(writeRecord(file, sampleRecord()), { message: /^Cannot write .*record\.json: / })
  assert.deepEqual(await readdir(directory), ['results'])
})
