import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeRecord } from '@steelyard/record'
import { foreignSample } from '@steelyard/record/fixtures/foreign-sample'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { loadDuckDb } from './duckdb.ts'
import { loadRecords } from './load.ts'
import { type Answer, Query } from './query.ts'
import { readRecords } from './read-records.ts'

const directory = await mkdtemp(join(tmpdir(), 'steelyard-archive-'))
after(() => rm(directory, { recursive: true, force: true }))

const records = join(directory, 'records')

async function keep(id: string, folder = records, overrides: Parameters<typeof sampleRecord>[0] = {}) {
  const file = join(folder, `${id}.json`)
  await writeRecord(file, sampleRecord({ id, ...overrides }))
  return file
}

/** What was loaded, and the rows of a question about it. */
function answer(names: readonly string[], sql: string, onProgress?: (read: number) => void) {
  return Query.over(
    names,
    async (query, loaded) => ({ ...loaded, rows: await allOf(await query.ask(sql)) }),
    onProgress,
  )
}

async function allOf({ rows }: Answer): Promise<unknown[]> {
  const all = []
  for await (const part of rows) all.push(...part)
  return all
}

const samples = sampleRecord().results.flatMap(({ launches }) => launches.flatMap(({ wallNs }) => wallNs))

test('the rows of all records are loaded', async () => {
  await keep('one')
  await keep('two')
  const {
    records: count,
    skipped,
    rows,
  } = await answer([records], 'SELECT count(*), sum(wall_ns) FROM samples')
  assert.deepEqual([count, skipped], [2, []])
  assert.deepEqual(rows, [[2 * samples.length, 2 * samples.reduce((sum, value) => sum + value, 0)]])
})

test('samples has those of another tool, and its figure where it kept none', async () => {
  const record = foreignSample()
  const [first, second] = record.results
  assert.ok(first?.foreign && second)
  const sampled = { ...first, foreign: { ...first.foreign, samplesNs: [3, 4], byProcess: true } }
  const file = join(directory, 'foreign.json')
  await writeRecord(file, { ...record, results: [sampled, second] })
  const { rows } = await answer(
    [file],
    'SELECT case_id, timer, launch, sample, wall_ns FROM samples ORDER BY wall_ns',
  )
  assert.deepEqual(rows, [
    [first.case, 'deno-bench', 0, 0, 3],
    [first.case, 'deno-bench', 1, 0, 4],
    [second.case, 'deno-bench', null, null, 200_000],
  ])
})

test('the rows are of what was named alone, each record once, complete before partial', async () => {
  const other = join(directory, 'other')
  await keep('three', other)
  await keep('one', other, { status: 'partial', comparisons: [] })
  const {
    records: count,
    skipped,
    rows,
  } = await answer([other, join(records, 'one.json')], 'SELECT record, status FROM records ORDER BY ALL')
  assert.equal(count, 2)
  assert.match(skipped[0]?.reason ?? '', /other\/one\.json holds the same record as .*records\/one\.json\.$/)
  assert.deepEqual(rows, [
    ['one', 'complete'],
    ['three', 'complete'],
  ])
})

test('a partial record that is gone or broken when its turn comes is named, and the others are read', async () => {
  const folder = join(directory, 'changing')
  const file = await keep('changing', folder, { status: 'partial', comparisons: [] })
  await keep('steady', folder)
  const ids: string[] = []
  const { records: count, skipped } = await readRecords(
    [folder],
    ({ record }) => void ids.push(record.id),
    (read, all) => {
      if (read === all) writeFileSync(file, '{')
    },
  )
  assert.deepEqual([count, ids], [1, ['steady']])
  assert.match(skipped[0]?.reason ?? '', /changing\.json: it is not JSON/)
})

test('what is no record is named', async () => {
  const bad = join(directory, 'bad')
  await mkdir(bad)
  await writeFile(join(bad, 'half.json'), '{ "schema": "steelyard/run@1"')
  await writeFile(join(bad, 'other.json'), '{}')
  const { skipped, rows } = await answer([bad], 'SELECT count(*) FROM samples')
  assert.match(skipped[0]?.reason ?? '', /half\.json: it is not JSON/)
  assert.match(skipped[1]?.reason ?? '', /other\.json: it is not a Steelyard record, since it has no schema/)
  assert.deepEqual(rows, [[0]])
  await assert.rejects(answer([join(bad, 'nothing')], 'SELECT 1'), { name: 'ArchiveError' })
})

test('the one record whose rows DuckDB refuses is skipped by name, and the others are loaded', async () => {
  const mixed = join(directory, 'mixed')
  const { environment } = sampleRecord()
  for (let index = 0; index < 9; index++) {
    const overrides = index === 3 || index === 8 ? { environment: { ...environment, cores: 2 ** 40 } } : {}
    await keep(`mixed-${index}`, mixed, overrides)
  }
  const seen: number[] = []
  const { skipped, rows } = await answer([mixed], 'SELECT list(record ORDER BY record) FROM records', done =>
    seen.push(done),
  )
  assert.deepEqual(seen, [1, 2, 3, 4, 5, 6, 7, 8, 9])
  assert.deepEqual(
    skipped.map(({ file }) => file),
    [3, 8].map(index => join(mixed, `mixed-${index}.json`)),
  )
  for (const { file, reason } of skipped) {
    assert.match(reason, /^Cannot read .*mixed-[38]\.json: its rows do not fit the tables \(.*1099511627776/)
    assert.doesNotMatch(reason.replace(file, ''), /\n|\//)
  }
  assert.deepEqual(rows, [[[0, 1, 2, 4, 5, 6, 7].map(index => `mixed-${index}`)]])
})

test('where neither memory nor disk takes the rows, no record is left out of an answer', async () => {
  const { DuckDBInstance } = await loadDuckDb()
  const instance = await DuckDBInstance.create(':memory:', { memory_limit: '1MB', temp_directory: '' })
  const connection = await instance.connect()
  await assert.rejects(
    loadRecords(connection, [records], () => {}),
    {
      name: 'ArchiveError',
      message: /^Cannot load the rows of records: [^.]* allocate .* or name fewer records\.$/,
    },
  )
  connection.closeSync()
  instance.closeSync()
})

const said = (message: string) => ({ code: 'tool-error', message })

test('a record with half of a surrogate pair is read, as others wrote it', async () => {
  const emoji = join(directory, 'emoji')
  await mkdir(emoji)
  const params = { 'size\udc00': 'a\ud83d' }
  const record = sampleRecord({ id: 'emoji' })
  const results = record.results.map(result => ({ ...result, params, error: said('x\ud83d') }))
  const comparisons = record.comparisons.map(comparison => ({ ...comparison, params }))
  await writeFile(join(emoji, 'old.json'), JSON.stringify({ ...record, results, comparisons }))
  const { skipped, rows } = await answer([emoji], 'SELECT DISTINCT params FROM results')
  assert.deepEqual(skipped, [])
  assert.deepEqual(rows, [[JSON.stringify({ 'size\ufffd': 'a\ufffd' })]])
})

const refused = {
  'two statements': ['SELECT 1; SELECT 2', /it is 2 statements/],
  'a change': ['DROP VIEW records', /it is DROP/],
  'an extension': ['INSTALL httpfs', /records are only read/],
  'a loaded extension': ["LOAD 'httpfs'", /records are only read/],
  'a setting': ['SET enable_external_access = true', /records are only read/],
  'another database': [`ATTACH '${join(directory, 'x.db')}'`, /records are only read/],
  'a copy': [`COPY records TO '${join(directory, 'x.csv')}'`, /Cannot carry out/],
  'a file': ["SELECT * FROM read_text('/proc/self/environ')", /disabled by configuration/],
  'a list of files': ["SELECT * FROM glob('/*')", /disabled by configuration/],
  'no such column': ['SELECT nothing FROM records', /"nothing" not found.*lists tables and columns\.$/],
} as const

test('a query reads records and can do nothing else', async t => {
  await Query.over([records], async query => {
    for (const [what, [sql, says]] of Object.entries(refused)) {
      await t.test(`not ${what}`, () =>
        assert.rejects(query.ask(sql), { name: 'ArchiveError', message: says }),
      )
    }
  })
})

test('a query reaches no address, not even on this machine', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    response.end('a\n1\n')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await Query.over([records], async query => {
    for (const reader of ['read_csv', 'read_parquet', 'read_json', 'read_text']) {
      await assert.rejects(query.ask(`SELECT * FROM ${reader}('http://127.0.0.1:${port}/a.csv')`), {
        message: /disabled by configuration|Permission/,
      })
    }
    const settings = await query.ask(
      "SELECT name, value FROM duckdb_settings() WHERE name IN ('enable_external_access', 'autoload_known_extensions', 'autoinstall_known_extensions', 'allow_community_extensions', 'lock_configuration') ORDER BY name",
    )
    assert.deepEqual(await allOf(settings), [
      ['allow_community_extensions', 'false'],
      ['autoinstall_known_extensions', 'false'],
      ['autoload_known_extensions', 'false'],
      ['enable_external_access', 'false'],
      ['lock_configuration', 'true'],
    ])
  })
  await new Promise(resolve => server.close(resolve))
  assert.equal(asked, 0)
})
