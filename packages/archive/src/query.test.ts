import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { writeRecord } from '@steelyard/record'
import { sampleRecord } from '@steelyard/record/fixtures/sample-record'
import { checkSyntax, Query } from './query.ts'

const directory = await mkdtemp(join(tmpdir(), 'steelyard-query-'))
after(() => rm(directory, { recursive: true, force: true }))

const user = join(directory, 'user')
await mkdir(user)
await writeRecord(join(user, 'one.json'), sampleRecord({ id: 'one' }))
await writeFile(join(user, 'mine.csv'), 'a\n1\n')

/** A hash over every file of the user's. */
async function state(): Promise<string> {
  const hash = createHash('sha256')
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries.map(entry => [join(entry.parentPath, entry.name), entry.isFile()] as const)
  for (const [file, isFile] of files.toSorted()) {
    hash.update(file).update(isFile ? await readFile(file) : '')
  }
  return hash.digest('hex')
}

async function ask(query: Query, sql: string): Promise<unknown[]> {
  const all = []
  for await (const part of (await query.ask(sql)).rows) all.push(...part)
  return all
}

const isNot = /Cannot carry out this query: it is [^.]*, and records are only read\. Ask with SELECT/
const noFile = /disabled by configuration/
const locked = /locked|Ask with SELECT/

const refused: readonly (readonly [sql: string, says: RegExp])[] = [
  [`EXPLAIN ANALYZE COPY records TO '${user}/x.csv'`, noFile],
  [`COPY records TO '${user}/x.csv'`, noFile],
  ['DROP TABLE records', isNot],
  ['DROP VIEW samples', isNot],
  ['CREATE TABLE t AS SELECT 1', isNot],
  [`EXPORT DATABASE '${user}/export'`, noFile],
  [`IMPORT DATABASE '${user}'`, noFile],
  ['INSTALL httpfs', isNot],
  ['LOAD httpfs', isNot],
  [`ATTACH '${user}/x.db' AS x`, isNot],
  ['DETACH archive', isNot],
  ["SET allowed_directories = ['/']", isNot],
  ['RESET enable_external_access', isNot],
  ["PRAGMA memory_limit='9GB'", locked],
  ['SELECT 1; SELECT 2', /it is 2 statements\. Give one/],
  ['', /it is 0 statements\. Give one/],
  ["FROM read_text('/etc/passwd')", noFile],
  ["FROM read_blob('/proc/self/environ')", noFile],
  [`FROM '${user}/mine.csv'`, noFile],
  [`FROM sniff_csv('${user}/mine.csv')`, /Cannot carry out/],
  ["FROM glob('/*')", noFile],
  ["FROM 'http://127.0.0.1:1/x.csv'", noFile],
  ["SELECT getenv('HOME')", /does not exist|is not in the catalog/],
]

const harmless = [
  'SELECT 1;',
  'EXPLAIN SELECT * FROM records',
  '/* a */ EXPLAIN ANALYZE (SELECT * FROM records)',
  'DESCRIBE records',
  'SUMMARIZE records',
  'SHOW TABLES',
  "FROM query('FROM records')",
  'SELECT unnest(range(3)), * FROM records, json_each(json(command))',
  '(PIVOT records ON status IN (complete) USING count(*))',
]

test('a query is answered, or refused in one line, and changes no file', async t => {
  const before = await state()
  await Query.over([user], async query => {
    for (const [sql, says] of refused) {
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
})

test('checkSyntax refuses what DuckDB cannot parse, and knows no table', async () => {
  await checkSyntax('SELECT nothing FROM nowhere')
  await assert.rejects(checkSyntax('SELEC 1'), { name: 'ArchiveError', message: /syntax error.*SELEC/ })
  await assert.rejects(checkSyntax('SELECT 1; SELECT 2'), /it is 2 statements/)
})

test('a query writes its result to the file that the user names', async () => {
  const [file, link] = [join(directory, 'answer.csv'), join(directory, 'link.csv')]
  await symlink(file, link)
  await Query.over([user], async query => {
    assert.equal(await query.exportTo(link, 'SELECT record FROM records -- all', 'csv'), 1)
    await assert.rejects(query.exportTo(file, `COPY records TO '${user}/x.csv'`, 'csv'), noFile)
    await assert.rejects(
      query.exportTo(directory, 'SELECT 1', 'csv'),
      /^ArchiveError: Cannot write .*--into\.$/,
    )
  })
  assert.equal(await readFile(file, 'utf8'), 'record\none\n')
  assert.ok((await lstat(link)).isSymbolicLink())
})

test('a query replaces a file of the user as a whole, and writes to a device as it is', async () => {
  const file = join(directory, 'replaced.csv')
  await writeFile(file, 'old')
  const { ino } = await lstat(file)
  await Query.over([user], async query => {
    await query.exportTo(file, 'SELECT record FROM records', 'csv')
    assert.equal(await query.exportTo('/dev/null', 'SELECT record FROM records', 'csv'), 1)
  })
  assert.equal(await readFile(file, 'utf8'), 'record\none\n')
  assert.notEqual((await lstat(file)).ino, ino)
})
