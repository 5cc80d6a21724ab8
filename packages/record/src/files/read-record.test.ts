import assert from 'node:assert/strict'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sampleRecord, sampleTargetsRecord } from '../fixtures/sample-record.ts'
import { checkSize, LARGEST_BYTES, NoRecordError, readRecord } from './read-record.ts'
import { recordText } from './record-text.ts'

const directory = await mkdtemp(join(tmpdir(), 'steelyard-store-'))
after(() => rm(directory, { recursive: true }))

async function fileWith(text: string): Promise<string> {
  const file = join(directory, 'record.json')
  await writeFile(file, text)
  return file
}

for (const record of [sampleRecord(), sampleTargetsRecord()]) {
  test(`readRecord gives back what was written, compare: ${record.suites[0]?.compare}`, async () => {
    assert.deepEqual(await readRecord(await fileWith(recordText(record))), record)
  })
}

test('readRecord reports a missing file', async () => {
  const file = join(directory, 'nothing.json')
  await assert.rejects(readRecord(file), {
    message: /^Cannot read .*nothing\.json: there is no such file\. Look/,
  })
})

test('readRecord reports that a directory is no record', async () => {
  await assert.rejects(readRecord(directory), { message: /: it is a directory\. Name one record in it\.$/ })
})

test('readRecord gives the reason of the file system where it has no better one', async () => {
  const file = join(await fileWith(''), 'x.json')
  await assert.rejects(readRecord(file), { message: /x\.json: ENOTDIR: .*\. Check that you may read it\.$/ })
})

test('readRecord distinguishes a damaged record, or one of another version, from what is no record', async () => {
  const isNone = async (text: string) => {
    const error = await readRecord(await fileWith(text)).catch(cause => cause)
    assert.ok(error instanceof SyntaxError)
    return error instanceof NoRecordError
  }
  assert.equal(await isNone('{ "schema": "steelyard/run@2", '), false)
  assert.equal(await isNone('{ "schema": "steelyard/run@3" }'), false)
  assert.equal(await isNone('{ "schema": "other@1" }'), true)
  assert.equal(await isNone('{ "schema": 5 }'), true)
  assert.equal(await isNone('{ "name": '), true)
})

test('readRecord says the largest size before it reads a larger file, and checkSize that of several', async () => {
  const file = await fileWith('')
  await truncate(file, LARGEST_BYTES + 1)
  await assert.rejects(readRecord(file), {
    message:
      /record\.json: 101 MB are more than the 100 MB that fit the memory\. Measure less in one command\./,
  })
  await truncate(file, LARGEST_BYTES / 2)
  await checkSize([file, file])
  await assert.rejects(checkSize([file, file, file]), {
    message: /^Cannot read 3 records at once: 150 MB .* Name fewer, or ask them with 'sql'\.$/,
  })
})

const bad: Readonly<Record<string, { text: string; says: RegExp }>> = {
  'is empty': { text: '\n', says: /record\.json: it is empty\. Name/ },
  'is not JSON': { text: '{ "schema": ', says: /record\.json: it is not JSON \(.+\)\. Name/ },
  'is JSON of another kind': {
    text: '{ "name": "x" }',
    says: /it is not a Steelyard record, since it has no schema\. Name/,
  },
  'is null': { text: 'null', says: /since it has no schema/ },
  'is of another version': {
    text: '{ "schema": "steelyard/run@3" }',
    says: /its schema is "steelyard\/run@3", this Steelyard reads "steelyard\/run@2"\. Read it with/,
  },
  'does not follow the schema': {
    text: recordText(sampleRecord()).replace('"seed": 42', '"seed": "42"'),
    says: /record\.json: seed is "42", expected integer\. Restore/,
  },
}

for (const [what, { text, says }] of Object.entries(bad)) {
  test(`readRecord names a file that ${what}`, async () => {
    const file = await fileWith(text)
    await assert.rejects(readRecord(file), { name: 'SyntaxError', message: says })
  })
}

test('readRecord and recordText repair half of a surrogate pair, in keys too', async () => {
  const environment = { ...sampleRecord().environment, warnings: [{ code: 'tool-flag', flag: 'a\ud83d😀' }] }
  const results = sampleRecord().results.map(each => ({ ...each, params: { 'text\udc00': 'b\ud83d' } }))
  const comparisons = sampleRecord().comparisons.map(each => ({
    ...each,
    params: { 'text\udc00': 'b\ud83d' },
  }))
  const record = sampleRecord({ environment, results, comparisons })
  assert.doesNotMatch(recordText(record), /\\ud/)
  for (const text of [JSON.stringify(record), recordText(record)]) {
    const read = await readRecord(await fileWith(text))
    assert.equal(read.environment.warnings[0]?.flag, 'a\ufffd😀')
    assert.deepEqual(read.results[0]?.params, { 'text\ufffd': 'b\ufffd' })
  }
})

test('readRecord names what it found without cutting a character in half', async () => {
  for (const before of ['', 'x']) {
    const text = JSON.stringify({ schema: before + '😀'.repeat(60) })
    await assert.rejects(readRecord(await fileWith(text)), ({ message }: Error) => message.isWellFormed())
  }
})
