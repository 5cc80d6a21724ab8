import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { writeRecord } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { updateArchive } from './archive.ts'
import { withPrivateDatabase } from './private-database.ts'
import { Query } from './query.ts'

const directory = await mkdtemp(join(tmpdir(), 'steelyard-query-'))
after(() => rm(directory, { recursive: true, force: true }))

const [home, user] = [join(directory, 'home'), join(directory, 'user')]
await mkdir(home)
await mkdir(user)
await writeRecord(join(user, 'one.json'), sampleRecord({ id: 'one' }))
await writeFile(join(user, 'mine.csv'), 'a\n1\n')
const selection = await updateArchive(home, [user])
const chunk = join(selection.folder, selection.chunks[0] ?? '', 'records.parquet')

/** Of every file of the archive and of the user's, less what a question has of its own while it is answered. */
async function state(): Promise<string> {
  const hash = createHash('sha256')
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.map(entry => [join(entry.parentPath, entry.name), entry.isFile()] as const)
  for (const [file, isFile] of files.toSorted()) {
    if (/\/question-/.test(file)) continue
    hash.update(file).update(isFile ? await readFile(file) : '')
  }
  return hash.digest('hex')
}

async function ask(query: Query, sql: string): Promise<unknown[]> {
  const all = []
  for await (const part of (await query.ask(sql)).rows) all.push(...part)
  return all
}

const log = `storage = 'file', storage_path = '${user}/log'`
const copyToChunk = `COPY (SELECT 1 AS a) TO '${chunk}' (FORMAT parquet)`
/** `OWN` stands for the only folder that DuckDB may write to. */
const copyToOwn = "COPY (SELECT 1 AS a) TO 'OWN/x.parquet'"
const isNot = /Cannot carry out this query: it is [^.]*, and records are only read\. Ask with SELECT/
const noFile = /disabled by configuration/
const noSuch = /does not exist|is not in the catalog/
const noSyntax = /Parser Error/

const refused: readonly (readonly [sql: string, says: RegExp])[] = [
  [copyToChunk, noFile],
  [copyToOwn, isNot],
  [`EXPLAIN ${copyToOwn}`, isNot],
  [`EXPLAIN ANALYZE ${copyToChunk}`, noFile],
  [`EXPLAIN ANALYZE ${copyToOwn}`, isNot],
  [`explain analyse ${copyToOwn};`, isNot],
  [`EXPLAIN (ANALYZE) ${copyToOwn}`, isNot],
  [`EXPLAIN (ANALYZE, FORMAT json) ${copyToOwn}`, isNot],
  [`-- a\n/* b */ EXPLAIN /* SELECT 1 */ ANALYZE --c\n${copyToOwn}`, isNot],
  [`/* a /* b */ EXPLAIN */ EXPLAIN ANALYZE ${copyToChunk}`, /Cannot carry out/],
  [`EXPLAIN ANALYZE PREPARE p AS ${copyToOwn}`, isNot],
  ['EXPLAIN ANALYZE CREATE TABLE t AS SELECT 1', isNot],
  ['EXPLAIN ANALYZE DROP VIEW records', isNot],
  ["EXPLAIN ANALYZE INSERT INTO archive.selected VALUES ('x')", isNot],
  [`EXPLAIN ANALYZE CALL enable_logging(${log})`, isNot],
  [`EXPLAIN ANALYZE FROM enable_logging(${log})`, isNot],
  [`COPY records TO '${user}/x.csv'`, noFile],
  [`COPY records FROM '${user}/mine.csv'`, /Cannot carry out/],
  [`WITH a AS (${copyToChunk}) SELECT 1`, noSyntax],
  ["WITH a AS (INSERT INTO archive.selected VALUES ('x') RETURNING 1) FROM a", noSyntax],
  [`SELECT * FROM (${copyToChunk})`, noSyntax],
  ['SELECT 1 INTO x', noSyntax],
  [`PREPARE p AS ${copyToOwn}`, isNot],
  ['EXECUTE p', /does not exist/],
  ['DEALLOCATE p', isNot],
  [`EXPORT DATABASE '${user}/export'`, noFile],
  ["EXPORT DATABASE 'OWN/export'", isNot],
  [`IMPORT DATABASE '${user}'`, noFile],
  ['INSTALL httpfs', isNot],
  ['LOAD httpfs', isNot],
  ['UPDATE EXTENSIONS', isNot],
  [`ATTACH '${user}/x.db' AS x`, isNot],
  [`ATTACH '${chunk}' AS x`, isNot],
  ["ATTACH ':memory:' AS x", isNot],
  ['DETACH memory', isNot],
  ['USE archive', isNot],
  ["SET allowed_directories = ['/']", isNot],
  ['SET enable_external_access = true', isNot],
  ['SET VARIABLE a = 1', isNot],
  ['RESET enable_external_access', isNot],
  ["PRAGMA memory_limit='9GB'", isNot],
  ['PRAGMA enable_profiling', isNot],
  ["PRAGMA table_info('records')", isNot],
  [`PRAGMA import_database('${user}')`, noFile],
  [`CALL enable_logging(${log})`, isNot],
  [`FROM enable_logging(${log})`, isNot],
  [`SELECT (SELECT count(*) FROM system.main."enable_logging"(${log}))`, isNot],
  [`FROM query('FROM enable_' || 'logging(${log.replaceAll("'", "''")})')`, isNot],
  [`FROM enable_profiling(format = 'json', save_location = '${user}/profile.json')`, isNot],
  ["FROM json_execute_serialized_sql(json_serialize_sql('SELECT 1'))", isNot],
  ['FROM truncate_duckdb_logs()', isNot],
  ['FROM checkpoint()', isNot],
  ['CHECKPOINT', isNot],
  ['VACUUM', isNot],
  ['BEGIN', isNot],
  ['CREATE SECRET s (TYPE http)', /Cannot carry out/],
  ['CREATE PERSISTENT SECRET s (TYPE http)', /Cannot carry out/],
  ['CREATE TABLE t AS SELECT 1', isNot],
  ['CREATE OR REPLACE VIEW records AS SELECT 1', isNot],
  ['CREATE MACRO f(a) AS a', isNot],
  ['CREATE SEQUENCE s', isNot],
  ['DROP VIEW records', isNot],
  ['ALTER VIEW records RENAME TO r', isNot],
  ["COMMENT ON VIEW records IS 'x'", isNot],
  ["INSERT INTO archive.selected VALUES ('x')", isNot],
  ["UPDATE archive.selected SET entry = 'x'", isNot],
  ['DELETE FROM archive.selected', isNot],
  ['TRUNCATE archive.selected', isNot],
  [`FROM query('${copyToChunk.replaceAll("'", "''")}')`, noSyntax],
  [`FROM query('SELECT 1; ${copyToChunk.replaceAll("'", "''")}')`, noSyntax],
  [`SELECT 1; ${copyToChunk}`, /it is 2 statements\. Give one/],
  ['', /it is 0 statements\. Give one/],
  ["FROM read_text('/etc/passwd')", noFile],
  ["FROM read_blob('/proc/self/environ')", noFile],
  [`FROM read_csv('${user}/mine.csv')`, noFile],
  [`FROM '${user}/mine.csv'`, noFile],
  [`FROM sniff_csv('${user}/mine.csv')`, /Cannot carry out/],
  [`FROM read_text('${selection.folder}/manifest.json')`, noFile],
  [`FROM read_parquet('${chunk}')`, noFile],
  [`FROM parquet_metadata('${chunk}')`, noFile],
  ["FROM glob('/*')", noFile],
  ["FROM glob('*')", noFile],
  [`FROM read_duckdb('${user}/x.db')`, noFile],
  ["SELECT getenv('HOME')", noSuch],
  ["FROM read_xlsx('x')", noSuch],
  ["FROM sqlite_scan('a', 'b')", noSuch],
  ["FROM 'http://127.0.0.1:1/x.csv'", noFile],
  ['FROM arrow_scan(1, 1, 1)', /Cannot carry out/],
]

const harmless = [
  'SELECT 1;',
  'EXPLAIN SELECT * FROM records',
  '/* a */ EXPLAIN ANALYZE (SELECT * FROM records)',
  'EXPLAIN (FORMAT json) FROM records',
  'DESCRIBE records',
  'SUMMARIZE records',
  'SHOW TABLES',
  'FROM duckdb_logs',
  'FROM duckdb_secrets()',
  "SELECT write_log('x')",
  "FROM query('FROM records')",
  "FROM query_table('records')",
  'SELECT unnest(range(3)), * FROM records, json_each(json(command))',
  'SELECT \'FROM enable_logging()\' AS a, "record" FROM records',
  '(PIVOT records ON status IN (complete) USING count(*))',
]

test('a question is answered, or refused in one line, and changes no file', async t => {
  const before = await state()
  await Query.over(selection, async query => {
    const [[own]] = (await ask(query, "SELECT current_setting('temp_directory')")) as [[string]]
    for (const [row, says] of refused) {
      const sql = row.replace('OWN', dirname(own))
      await t.test(`refused: ${sql.slice(0, 60)}`, async () => {
        await assert.rejects(ask(query, sql), ({ name, message }: Error) => {
          assert.equal(name, 'ArchiveError')
          assert.match(message, says)
          assert.doesNotMatch(message, /\n/)
          return true
        })
        assert.equal(await state(), before)
      })
    }
    for (const sql of harmless) {
      await t.test(`harmless: ${sql.slice(0, 60)}`, async () => {
        await ask(query, sql)
        assert.equal(await state(), before)
      })
    }
    assert.deepEqual(await ask(query, 'SELECT record FROM records'), [['one']])
  })
  assert.equal(await state(), before)
  assert.deepEqual(
    (await readdir(selection.folder)).filter(name => name.startsWith('question-')),
    [],
  )
})

test('what is no question changes no file of the archive or of the user either', async () => {
  const before = await state()
  await withPrivateDatabase(selection, async (connection, own) => {
    for (const to of [chunk, join(selection.folder, 'new.parquet'), join(user, 'mine.csv'), `${own}/../x`]) {
      for (const wayTo of ['', 'EXPLAIN ANALYZE ']) {
        await assert.rejects(connection.run(`${wayTo}COPY (SELECT 1) TO '${to}'`), noFile)
      }
      await assert.rejects(connection.run(`ATTACH '${to}' AS x`), noFile)
      await assert.rejects(connection.run(`EXPORT DATABASE '${to}'`), noFile)
      await assert.rejects(connection.run(`FROM read_blob('${to}')`), noFile)
    }
    for (const setting of ["allowed_directories = ['/']", 'enable_external_access = true']) {
      await assert.rejects(connection.run(`SET ${setting}`), /locked/)
    }
    // The copy itself is all that it can destroy.
    const [copied = ''] = selection.chunks
    await connection.run(`EXPLAIN ANALYZE COPY (SELECT 1) TO '${join(own, copied, 'records.parquet')}'`)
  })
  assert.equal(await state(), before)
  await Query.over(selection, async query => {
    assert.deepEqual(await ask(query, 'SELECT record FROM records'), [['one']])
  })
})

test('we write the result to the file that the user names', async () => {
  const [file, link] = [join(directory, 'answer.csv'), join(directory, 'link.csv')]
  await symlink(file, link)
  await Query.over(selection, async query => {
    assert.equal(await query.exportTo(link, 'SELECT record FROM records -- all', 'csv'), 1)
    await assert.rejects(query.exportTo(file, `EXPLAIN ANALYZE ${copyToChunk}`, 'csv'), noFile)
    await assert.rejects(
      query.exportTo(directory, 'SELECT 1', 'csv'),
      /^ArchiveError: Cannot write .*--into\.$/,
    )
  })
  assert.equal(await readFile(file, 'utf8'), 'record\none\n')
  assert.ok((await lstat(link)).isSymbolicLink())
})

test('the next command removes the copy of one that was killed', async () => {
  await mkdir(join(selection.folder, 'question-killed'))
  await updateArchive(home, [user])
  assert.deepEqual(
    (await readdir(selection.folder)).filter(name => name.startsWith('question-')),
    [],
  )
})
