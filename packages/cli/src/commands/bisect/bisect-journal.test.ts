import assert from 'node:assert/strict'
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { appendLines } from '@steelyard/record'
import { beginJournal, type EndsLine, findJournal, type JournalHead, readJournal } from './bisect-journal.ts'

const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-journal-'))
after(() => rmSync(folder, { recursive: true }))

const HEAD: Omit<JournalHead, 'schema'> = {
  ...{ key: '01234567', startedAt: '2026-11-21T10:00:00.000Z', command: ['bisect'] },
  steelyard: { version: '0.1.0', commit: null },
  ...{ suite: 'sums', case: 'loop', params: {}, runtime: 'node', metric: 'wall', error: 0.05, seed: 1 },
  releases: [{ version: '1.0.0', target: 'node@1.0.0' }],
  rules: { threshold: 0.01, biasAllowance: 0.002, error: 0.01 },
}

const v8 = { name: 'v8', version: '1' }
const ENDS: EndsLine = {
  ...{ step: 'ends', ends: 1, finishedAt: HEAD.startedAt, seconds: 1, launches: 10, note: null },
  ...{ engines: { good: v8, middle: null, bad: v8 }, badRatio: null, record: 'x.json' },
}

test('a journal is found by its key, and a line that a kill has torn is as if it had not been begun', async () => {
  const { file } = await beginJournal(folder, HEAD)
  assert.equal(findJournal(folder, 'another', HEAD.releases), null)
  assert.deepEqual(findJournal(folder, HEAD.key, HEAD.releases), { file, journal: readJournal(file) })
  assert.equal(readJournal(file)?.ends, null)
  appendFileSync(file, JSON.stringify(ENDS).slice(0, 20))
  assert.equal(readJournal(file)?.ends, null)
  await appendLines(file, [ENDS])
  assert.deepEqual(readJournal(file)?.ends, ENDS)
  assert.equal(readFileSync(file, 'utf8').split('\n').length, 3)
})

test('a journal that names other targets than the search is none of it, whatever its key', async () => {
  const target = 'NODE_OPTIONS=--import=./x.mjs node@1.0.0'
  await beginJournal(folder, { ...HEAD, key: '89abcdef', releases: [{ version: '1.0.0', target }] })
  assert.equal(findJournal(folder, '89abcdef', HEAD.releases), null)
})
