import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeRecord } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { type Selection, updateArchive } from './archive.ts'
import { type Answer, Query } from './query.ts'

const directory = await mkdtemp(join(tmpdir(), 'steelyard-archive-'))
after(() => rm(directory, { recursive: true, force: true }))

const home = join(directory, 'home')
const records = join(directory, 'records')
await mkdir(home)

async function keep(id: string, folder = records, overrides: Parameters<typeof sampleRecord>[0] = {}) {
  const file = join(folder, `${id}.json`)
  await writeRecord(file, sampleRecord({ id, ...overrides }))
  return file
}

async function answer(selection: Selection, sql: string): Promise<unknown[]> {
  return Query.over(selection, async query => {
    return allOf(await query.ask(sql))
  })
}

async function allOf({ rows }: Answer): Promise<unknown[]> {
  const all = []
  for await (const part of rows) all.push(...part)
  return all
}

const samples = sampleRecord().results.flatMap(({ launches }) => launches.flatMap(({ wallNs }) => wallNs))

test('updateArchive reads what is new or has changed, and nothing else', async () => {
  await keep('one')
  const two = await keep('two')
  const first = await updateArchive(home, [records])
  assert.deepEqual([first.read, first.paths.length, first.skipped], [2, 2, []])
  const again = await updateArchive(home, [records])
  assert.deepEqual([again.read, again.paths.length], [0, 2])
  assert.deepEqual(await answer(again, 'SELECT count(*), sum(wall_ns) FROM samples'), [
    [2 * samples.length, 2 * samples.reduce((sum, value) => sum + value, 0)],
  ])
  await writeRecord(two, sampleRecord({ id: 'two', seed: 7 }))
  await utimes(two, 1e9, 1e9)
  const changed = await updateArchive(home, [records])
  assert.equal(changed.read, 1)
  assert.deepEqual(await answer(changed, "SELECT record, seed FROM records WHERE record = 'two'"), [
    ['two', 7],
  ])
})

test('updateArchive gives the rows of what was named alone, each record once, complete before partial', async () => {
  const other = join(directory, 'other')
  await keep('three', other)
  await keep('one', other, { status: 'partial', comparisons: [] })
  const selection = await updateArchive(home, [join(records, 'one.json'), other])
  assert.equal(selection.paths.length, 2)
  assert.match(
    selection.skipped[0]?.reason ?? '',
    /other\/one\.json holds the same record as .*records\/one\.json\.$/,
  )
  assert.deepEqual(await answer(selection, 'SELECT record, status FROM records ORDER BY ALL'), [
    ['one', 'complete'],
    ['three', 'complete'],
  ])
})

test('updateArchive names what is no record, also when it was read before', async () => {
  const bad = join(directory, 'bad')
  await mkdir(bad)
  await writeFile(join(bad, 'half.json'), '{ "schema": "steelyard/run@1"')
  await writeFile(join(bad, 'other.json'), '{}')
  for (const read of [2, 0]) {
    const selection = await updateArchive(home, [bad])
    assert.equal(selection.read, read)
    const reasons = selection.skipped.map(({ reason }) => reason)
    assert.match(reasons[0] ?? '', /half\.json: it is not JSON/)
    assert.match(reasons[1] ?? '', /other\.json: it is not a Steelyard record, since it has no schema/)
    assert.deepEqual(await answer(selection, 'SELECT count(*) FROM samples'), [[0]])
  }
  await assert.rejects(updateArchive(home, [join(bad, 'nothing')]), { name: 'ArchiveError' })
})

test('updateArchive starts again where DuckDB cannot open the archive', async () => {
  const { database } = await updateArchive(home, [records])
  await writeFile(database, 'damaged')
  const again = await updateArchive(home, [records])
  assert.deepEqual([again.read, again.paths.length], [2, 2])
  assert.deepEqual(await answer(again, 'SELECT count(*) FROM records'), [[2]])
})

test('updateArchive skips by name the one record whose rows DuckDB refuses, and keeps the others', async () => {
  const mixed = join(directory, 'mixed')
  const { environment } = sampleRecord()
  for (let index = 0; index < 9; index++) {
    const overrides = index === 3 || index === 8 ? { environment: { ...environment, cores: 2 ** 40 } } : {}
    await keep(`mixed-${index}`, mixed, overrides)
  }
  for (const read of [9, 0]) {
    const seen: number[] = []
    const selection = await updateArchive(home, [mixed], done => seen.push(done))
    assert.equal(selection.read, read)
    assert.deepEqual(seen, read === 0 ? [] : [1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert.deepEqual(
      selection.skipped.map(({ file }) => file),
      [3, 8].map(index => join(mixed, `mixed-${index}.json`)),
    )
    for (const { file, reason } of selection.skipped) {
      assert.match(
        reason,
        /^Cannot read .*mixed-[38]\.json: its rows do not fit the tables \(.*1099511627776/,
      )
      assert.doesNotMatch(reason.replace(file, ''), /\n|\//)
    }
    assert.deepEqual(await answer(selection, 'SELECT list(record ORDER BY record) FROM records'), [
      [[0, 1, 2, 4, 5, 6, 7].map(index => `mixed-${index}`)],
    ])
  }
})

const said = (message: string) => ({ code: 'tool-error', message })

test('updateArchive reads a record with half of a surrogate pair, as others wrote it', async () => {
  const emoji = join(directory, 'emoji')
  await mkdir(emoji)
  const params = { 'size\udc00': 'a\ud83d' }
  const record = sampleRecord({ id: 'emoji' })
  const results = record.results.map(result => ({ ...result, params, error: said('x\ud83d') }))
  const comparisons = record.comparisons.map(comparison => ({ ...comparison, params }))
  await writeFile(join(emoji, 'old.json'), JSON.stringify({ ...record, results, comparisons }))
  const selection = await updateArchive(home, [emoji])
  assert.deepEqual(selection.skipped, [])
  assert.deepEqual(await answer(selection, 'SELECT DISTINCT params FROM results'), [
    [JSON.stringify({ 'size\ufffd': 'a\ufffd' })],
  ])
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
  const selection = await updateArchive(home, [records])
  await Query.over(selection, async query => {
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
  const selection = await updateArchive(home, [records])
  await Query.over(selection, async query => {
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
