import assert from 'node:assert/strict'
import { test } from 'node:test'
import { agreementSample } from '../fixtures/agreement-sample.ts'
import { compareSample } from '../fixtures/compare-sample.ts'
import { engineSample } from '../fixtures/engine-sample.ts'
import { figuresSample } from '../fixtures/figures-sample.ts'
import { foreignSample } from '../fixtures/foreign-sample.ts'
import { ZEN5_MACHINE } from '../fixtures/machine-sample.ts'
import { profileSample } from '../fixtures/profile-sample.ts'
import { sampleRecord, sampleTargetsRecord } from '../fixtures/sample-record.ts'
import { serverSample } from '../fixtures/server-sample.ts'
import { stallSample } from '../fixtures/stall-sample.ts'
import { startSample } from '../fixtures/start-sample.ts'
import type { RunRecord } from '../record.ts'
import { csvLine, tables } from './index.ts'
import { targetLine } from './target-line.ts'
import { targetTable } from './target-table.ts'

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
  assert.equal(rows('results')[0]?.cpu_ns, result?.cpuNs?.value)
  assert.equal(rows('results')[0]?.wall_upper_ns, result?.wallNs?.upper)
  assert.deepEqual(rows('launches')[0]?.wall_ns_list, result?.launches[0]?.wallNs)
  for (const { batches, positions } of rows('launches')) {
    assert.equal((positions as readonly number[]).length, batches)
  }
})

test('a result has the hashes of its own suite', () => {
  const [suite] = record.suites
  assert.ok(suite)
  const suites = [{ ...suite, name: 'other', bundleSha256: 'b0', codeSha256: 'c0' }, suite]
  for (const row of rows('results', { ...record, suites })) {
    assert.deepEqual([row.bundle_sha256, row.code_sha256], [suite.bundleSha256, suite.codeSha256])
  }
})

test('a launch that was not watched has null for what the kernel says', () => {
  const results = record.results.map(result => ({
    ...result,
    launches: result.launches.map(launch => ({ ...launch, audit: null, early: [] })),
  }))
  for (const row of rows('launches', { ...record, results })) {
    const { contended_list, waited_ns, preemptions, stolen_ns } = row
    assert.deepEqual([contended_list, waited_ns, preemptions, stolen_ns], [null, null, null, null])
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

test('the runtime of a target may be the shell of an engine', () => {
  const runtime = targetTable.columns.find(({ name }) => name === 'runtime')
  assert.match(runtime?.says ?? '', /\bshell\b/)
})

test('targetLine leaves the version out, unless the record has another release', () => {
  const [node] = record.targets
  assert.ok(node)
  const older = { ...node, id: 'node@24.0.0', version: '24.0.0' }
  assert.equal(targetLine(node.id, [node]), 'node')
  assert.equal(targetLine(node.id, [node, older]), node.id)
  assert.equal(targetLine(older.id, [node, older]), 'node@24.0.0')
})

test('targetLine identifies a local build by its name, not by its hash', () => {
  const [node] = record.targets
  assert.ok(node)
  const binary = { source: 'path', sha256: '1a2b3c4d'.repeat(8), elf: null } as const
  const line = (id: string) => targetLine(id, [{ ...node, id, binary }])
  assert.equal(line('node~1a2b3c4d'), 'node~local')
  assert.equal(line('node'), 'node~local')
  assert.equal(line('node~patched'), 'node~patched')
  assert.equal(line('node~patched#2'), 'node~patched')
})

test('targetLine keeps variables, sorted, and flags', () => {
  const [node] = record.targets
  assert.ok(node)
  const target = { ...node, flags: ['--no-opt'], environment: { B: '2', A: '1' } }
  assert.equal(targetLine(target.id, [target]), 'A=1 B=2 node --no-opt')
})

test('csvLine quotes what it must, and distinguishes empty text from nothing', () => {
  assert.equal(
    csvLine(['a', 'b,c', 'd"e', 'f\ng', '', null, 1.5, true, [1, null]]),
    'a,"b,c","d""e","f\ng","",,1.5,true,"[1,null]"',
  )
})

const TYPES: Readonly<Record<string, (value: unknown) => boolean>> = {
  VARCHAR: value => typeof value === 'string',
  DOUBLE: value => Number.isFinite(value),
  INTEGER: Number.isInteger,
  BIGINT: Number.isSafeInteger,
  BOOLEAN: value => typeof value === 'boolean',
  TIMESTAMP: value => value instanceof Date && !Number.isNaN(value.getTime()),
}

/** A record of what the samples lack. */
function whole(): RunRecord {
  const { environment, comparisons, results, suites, targets, steelyard } = record
  return {
    ...record,
    steelyard: { ...steelyard, commit: 'a1b2c3' },
    environment: { ...environment, ...ZEN5_MACHINE, governor: 'performance' },
    suites: suites.map(suite => ({ ...suite, codeSha256: 'c0' })),
    targets: targets.map(target => ({ ...target, compatibilityDate: '2026-01-01' })),
    results: results.map(result => ({ ...result, windowNs: 5e7 })),
    comparisons: comparisons.map(comparison => ({
      ...comparison,
      asTimed: { ...comparison, control: null },
    })),
  }
}

/** A record of another tool that keeps the samples of each process, and their CPU time. */
function sampledForeign(): RunRecord {
  const { results, ...rest } = foreignSample()
  const kept = { samplesNs: [1, 2], cpuSamplesNs: [1, 2], byProcess: true }
  return {
    ...rest,
    results: results.map(({ foreign, ...result }) => ({
      ...result,
      foreign: foreign && { ...foreign, ...kept },
    })),
  }
}

test('every column says what it holds, and has values of its type', () => {
  const samples = [
    ...[record, sampleTargetsRecord(), compareSample(), engineSample(), figuresSample(), foreignSample()],
    ...[serverSample(), stallSample(), startSample(), profileSample(), agreementSample(), whole()],
    sampledForeign(),
  ]
  for (const table of tables) {
    const all = samples.flatMap(sample => Array.from(table.rowsOf(sample)))
    for (const { name, type, says } of table.columns) {
      const values = all.flatMap(row => row[name] ?? []).filter(value => value !== null)
      const isOfType = TYPES[type.replace('[]', '')]
      assert.notEqual(says, '')
      assert.ok(values.length > 0, `${table.name}.${name} has no value`)
      for (const value of values)
        assert.ok(isOfType?.(value), `${table.name}.${name}: ${value} is no ${type}`)
    }
  }
})
