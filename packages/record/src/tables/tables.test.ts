import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleRecord, sampleTargetsRecord } from '../fixtures/sample-record.ts'
import type { RunRecord } from '../record.ts'
import { csvLine, tables } from './index.ts'
import { targetLine } from './target-line.ts'

const record = sampleRecord()

function rows(name: string, of: RunRecord = record) {
  const table = tables.find(each => each.name === name)
  assert.ok(table)
  return Array.from(table.rowsOf(of))
}

test('every table has rows of its columns in their order, and nothing else', () => {
  for (const table of tables) {
    const names = table.columns.map(({ name }) => name)
    assert.equal(new Set(names).size, names.length)
    for (const row of table.rowsOf(record)) assert.deepEqual(Object.keys(row), names)
  }
})

test('tables have a row for each thing of a record', () => {
  assert.equal(rows('records').length, 1)
  assert.equal(rows('targets').length, record.targets.length)
  assert.equal(rows('results').length, record.results.length)
  assert.equal(rows('comparisons').length, record.comparisons.length)
  const windows = record.results.flatMap(({ launches }) =>
    launches.flatMap(({ early }) => [null, ...early.keys()]),
  )
  assert.deepEqual(
    rows('launches').map(({ early }) => early),
    windows,
  )
})

test('instants are in UTC, estimates in their columns, lists as long as their samples', () => {
  assert.deepEqual(rows('records')[0]?.started_at, new Date('2026-11-21T09:00:00Z'))
  const [result] = record.results
  assert.equal(rows('results')[0]?.wall_ns, result?.wallNs?.value)
  assert.equal(rows('results')[0]?.wall_upper_ns, result?.wallNs?.upper)
  assert.deepEqual(rows('launches')[0]?.wall_ns_list, result?.launches[0]?.wallNs)
  for (const { batches, positions } of rows('launches')) {
    assert.equal((positions as readonly number[]).length, batches)
  }
})

test('a case compared with another has both names, a target with another both targets', () => {
  const [between] = rows('comparisons')
  assert.deepEqual([between?.base_case, between?.head_case], ['parse', 'arrow-2'])
  const across = rows('comparisons', sampleTargetsRecord())
  assert.deepEqual(
    across.slice(0, 2).map(({ base_line, head_line }) => [base_line, head_line]),
    [
      ['node', 'node --max-semi-space-size=64'],
      ['node', 'NODE_ENV=production bun'],
    ],
  )
})

test('targetLine leaves the version out, unless the record has another release', () => {
  const [node] = record.targets
  assert.ok(node)
  const older = { ...node, id: 'node@24.0.0', version: '24.0.0' }
  assert.equal(targetLine(node, [node]), 'node')
  assert.equal(targetLine(node, [node, older]), node.id)
  assert.equal(targetLine(older, [node, older]), 'node@24.0.0')
})

test('targetLine identifies a local build by its name, not by its hash', () => {
  const [node] = record.targets
  assert.ok(node)
  const binary = { source: 'path', sha256: '1a2b3c4d'.repeat(8), elf: null } as const
  const line = (id: string) => targetLine({ ...node, id, binary }, [])
  assert.equal(line('node~1a2b3c4d'), 'node~local')
  assert.equal(line('node~patched'), 'node~patched')
  assert.equal(line('node~patched#2'), 'node~patched')
})

test('targetLine keeps variables, sorted, and flags', () => {
  const [node] = record.targets
  assert.ok(node)
  const target = { ...node, flags: ['--no-opt'], environment: { B: '2', A: '1' } }
  assert.equal(targetLine(target, []), 'A=1 B=2 node --no-opt')
})

test('csvLine quotes what it must, and distinguishes empty text from nothing', () => {
  assert.equal(
    csvLine(['a', 'b,c', 'd"e', 'f\ng', '', null, 1.5, true, [1, null]]),
    'a,"b,c","d""e","f\ng","",,1.5,true,"[1,null]"',
  )
})
