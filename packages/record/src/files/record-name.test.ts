import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord } from '../fixtures/sample-record.ts'
import { profileFolder, recordName } from './record-name.ts'

const [suite] = sampleRecord().suites
assert.ok(suite)

test('recordName gives the start in UTC, the suite and the end of the id', () => {
  assert.equal(recordName(sampleRecord()), '2026-11-21T09-00-00-json-reviver-1a2b3c.json')
})

test('recordName is the same once further suites were measured', () => {
  const suites = [suite, { ...suite, name: 'streams' }, { ...suite, name: 'url' }]
  assert.equal(recordName(sampleRecord({ suites })), recordName(sampleRecord()))
})

test('recordName does without a suite, and shortens a long name', () => {
  assert.equal(recordName(sampleRecord({ suites: [] })), '2026-11-21T09-00-00-1a2b3c.json')
  const suites = [{ ...suite, name: `${'x'.repeat(59)}-and more` }]
  assert.equal(recordName(sampleRecord({ suites })), `2026-11-21T09-00-00-${'x'.repeat(59)}-1a2b3c.json`)
})

test('profileFolder stands next to the file of the record', () => {
  const suites = [{ ...suite, name: 'json-parse' }]
  assert.equal(profileFolder(sampleRecord({ suites })), '2026-11-21T09-00-00-json-parse-1a2b3c.profiles')
})

test('recordName turns another offset into UTC', () => {
  assert.match(recordName(sampleRecord({ startedAt: '2026-11-21T01:00:00+02:00' })), /^2026-11-20T23-00-00-/)
})

test('recordName keeps only what every file system takes', () => {
  const suites = [{ ...suite, name: '../my bench: 1/2' }]
  assert.equal(
    recordName(sampleRecord({ suites, id: '0193-fe_1a/2b' })),
    '2026-11-21T09-00-00-my-bench-1-2-fe1a2b.json',
  )
})
