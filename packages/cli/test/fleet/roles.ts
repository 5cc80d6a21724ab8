// What each role may do, and what no role may see. fleet.test.ts runs these.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import {
  announce,
  type Database,
  giveBack,
  keep,
  requestStates,
  submit,
  take,
  withDatabase,
} from '@steelyard/fleet'
import { readCommandLine, SILENT } from '../../src/command-line.ts'
import { steelyardName } from '../../src/version.ts'
import {
  FACTS,
  home,
  REQUEST,
  results,
  server,
  skip,
  taken,
  withNewFleet,
  ZEN4,
  ZEN5,
} from './fleet-server.ts'

const COLUMNS = {
  machine: 'cpu_id',
  request: 'id',
  task: 'token',
  refusal: 'reason',
  blob: 'sha256',
  blob_chunk: 'packed',
  fleet: 'protocol',
}

test('a worker reaches no table, and a submitter changes no result and no function', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, worker, name } = fleet
    await announce(worker, ZEN5, FACTS)
    await submit(submitter, REQUEST)
    await keep(worker, await taken(worker, ZEN5), randomUUID(), Buffer.from('x'))
    const forbidden: readonly (readonly [Database, string])[] = [
      ...Object.entries(COLUMNS).flatMap(([table, column]): (readonly [Database, string])[] => [
        [worker, `SELECT * FROM steelyard.${table}`],
        [worker, `DELETE FROM steelyard.${table}`],
        [submitter, `DELETE FROM steelyard.${table}`],
        [submitter, `UPDATE steelyard.${table} SET ${column} = ${column}`],
      ]),
      [worker, 'SELECT steelyard.expire()'],
      [worker, `SELECT steelyard.leave('x', 'x', gen_random_uuid())`],
      [submitter, `SELECT steelyard.join('x', 'x', gen_random_uuid())`],
      [worker, `SELECT steelyard.add_blob(repeat('a', 64), 1)`],
      [worker, `SELECT steelyard.add_chunk(repeat('a', 64), 0, '')`],
      [submitter, `SELECT steelyard.job_chunk(gen_random_uuid(), gen_random_uuid(), 'x', 0)`],
      [submitter, `INSERT INTO steelyard.blob (sha256, bytes) VALUES (repeat('a', 64), 1)`],
      [submitter, `INSERT INTO steelyard.blob_chunk VALUES (repeat('a', 64), 0, '')`],
      [worker, 'CREATE TABLE steelyard.mine (x int)'],
      [
        submitter,
        `INSERT INTO steelyard.task (request, cpu_id, installation, session, piece, command)
         VALUES ('x', 'x', gen_random_uuid(), 1, 1, '{}')`,
      ],
      [submitter, `SELECT steelyard.announce(1, 'x', gen_random_uuid(), '{}')`],
      [submitter, 'CREATE FUNCTION steelyard.mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$'],
    ]
    for (const [database, text] of forbidden) {
      await assert.rejects(database.ask(text), /this user may not do that/, text)
    }
    await withDatabase(server().address(name, 'stranger'), async stranger => {
      await assert.rejects(take(stranger, ZEN5), /this user may not do that/)
      await assert.rejects(requestStates(stranger, null), /this user may not do that/)
    })
    assert.equal((await results(fleet)).length, 1)
  }),
)

/** Columns of a request, as no version of Steelyard writes them. */
const WRONG_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  id: [`E'x\\ny'`, `'../x'`],
  asked: [`'{{a,b},{c,d}}'`, `'{NULL}'`],
  conditions: [`'{}'`, `'3'`, `'[3]'`, `'[{"fact":"cpu","values":"x"}]'`, `'[{"fact":"cpu","values":[3]}]'`],
  commands: [
    ...[`'{}'`, `'null'`, `'[]'`, `'["a"]'`, `'[["a"],3]'`, `'[[null]]'`, `'[[["a"]]]'`],
    `(SELECT jsonb_agg('["a"]'::jsonb) FROM generate_series(1, 100000))`,
    `jsonb_build_array(jsonb_build_array(repeat('a', 10000000)))`,
  ],
  ...{ seed: ['9223372036854775807', '-1'], sessions: ['2147483647'], joined: ['2147483647'] },
  ...{ apart: [`'-1 day'`, `'170000000 years'`], machines: ['-1', '2147483647'], open: ['-1', '2'] },
  ...{ growth: [`'3'`, `'{"most":"x"}'`], created_at: [`'-infinity'`], cancelled_at: [`now()`] },
}

test('no row of a submitter stops a worker, or the status for others', { skip }, () =>
  withNewFleet(async ({ submitter, worker }) => {
    const good: Readonly<Record<string, string>> = {
      ...{ id: `'01234567'`, asked: `'{trig}'`, conditions: `'[]'`, steelyard: `'${REQUEST.steelyard}'` },
      ...{ runtimes: `'{}'`, needs: `'{}'`, blobs: `'{}'`, commands: `'[["a"]]'`, seed: '1' },
      ...{ sessions: '1', apart: `'1 s'`, machines: '2', open: '2' },
    }
    const insert = (row: Readonly<Record<string, string>>) =>
      submitter.ask(`INSERT INTO steelyard.request (${Object.keys(row)}) VALUES (${Object.values(row)})`)
    for (const [column, values] of Object.entries(WRONG_COLUMNS)) {
      for (const value of values)
        await assert.rejects(
          insert({ ...good, ...(column === 'open' && { machines: '1' }), [column]: value }),
          value,
        )
    }
    await insert(good)
    for (const key of [ZEN5, ZEN4]) await announce(worker, key, FACTS)
    const jobs = [await taken(worker, ZEN5), await taken(worker, ZEN4)]
    const change = (what: string) => submitter.ask(`UPDATE steelyard.request SET ${what}`)
    await assert.rejects(change(`cancelled_at = 'infinity'`), /it refuses what is too large or malformed/)
    await change('machines = 1, open = 0')
    for (const job of jobs) await giveBack(worker, job, 'refused', 'not allowed here')
    assert.deepEqual(
      (await requestStates(submitter, null)).map(({ machines, begun }) => [machines, begun]),
      [[1, 0]],
    )
    await insert({ ...good, id: `'89abcdef'`, sessions: '20000', machines: '1000000' })
    const [, most] = await requestStates(submitter, null)
    assert.equal(most?.jobs.waiting, 20_000 * 1_000_000)
  }),
)

test('a worker runs nothing that its own policy does not allow, whatever the database says', { skip }, () =>
  withNewFleet(async fleet => {
    const { submitter, name } = fleet
    const hostile = [
      ['./evil.bench.ts', '--time=1'],
      ['compare', 'trig', '--base=node@26.10.0', '--head=node=/tmp/evil', '--time=1'],
      ['trig', '--runtime=node@26.10.0 --require=/tmp/evil', '--time=1'],
      ['trig', '--runtime=NODE_OPTIONS=--require=/tmp/evil node@26.10.0', '--time=1'],
      ['trig', '--runtime=node@latest', '--time=1'],
      ['-e', 'process.exit()', '--runtime=node@26.10.0', '--time=1'],
      ['trig', '--runtime=node@26.10.0', '--time=121'],
      ['trig', '--runtime=node@26.10.0', '--time=1', '--out=/tmp/evil'],
      ['trig', 'json-reviver', '--time=1'],
      ['sql', 'select 1'],
      ['runtimes', 'prune'],
      ['--help'],
    ]
    for (const command of hostile) {
      await submit(submitter, {
        ...REQUEST,
        steelyard: steelyardName(),
        runtimes: ['node'],
        commands: [command],
      })
    }
    const worker = home.addressFile(server().address(name, 'works'))
    const { code, stdout, stderr } = await home.run(worker, 'one', 'fleet', 'worker', '--until-idle')
    assert.equal(code, 0, stderr)
    assert.equal(stdout.match(/: begun\n/g)?.length, hostile.length)
    assert.equal(stdout.match(/: refused\. Cannot /g)?.length, hostile.length, stdout)
    assert.match(
      stdout,
      /: refused\. Cannot run this job: this worker does not allow a suite file, which is code: /,
    )
    const states = await requestStates(submitter, null)
    assert.ok(states.every(({ jobs, begun, able }) => jobs.waiting === 1 && begun + able === 0))
  }),
)

test('an address with a wrong password, or none, is refused without being shown', { skip }, async () => {
  const wrong: readonly (readonly [string, RegExp])[] = [
    [
      `postgres://works:geheim@127.0.0.1:1/x`,
      /^Cannot use the database of the fleet: it does not answer \(ECONNREFUSED\)\.$/,
    ],
    [
      `postgres://works:geheim@127.0.0.1:${server().port}/nowhere`,
      /^Cannot use the database of the fleet: there is no such database\. Create it first\.$/,
    ],
    [`postgres://works:geheim@[x/y`, /^Cannot read the address of the fleet in \S+: it is no address/],
    [`mysql://works:geheim@host/x`, /^Cannot read the address of the fleet in \S+: it is no address/],
    [
      'postgres://stranger:geheim@127.0.0.1:1/postgres?sslmode=nonsense',
      /^Cannot use the database|^Cannot read the address/,
    ],
  ]
  for (const [address, expected] of wrong) {
    const args = ['fleet', 'status', '--db-file', home.addressFile(address)]
    await assert.rejects(
      async () => readCommandLine(args, SILENT).execute(args),
      (error: Error) => expected.test(error.message) && !/geheim/.test(error.message),
    )
  }
  for (const address of ['postgres://works:geheim@host/x', 'postgres://works@host/x?password=geheim']) {
    await assert.rejects(
      async () => readCommandLine(['fleet', 'init', address], SILENT).execute([]),
      /^UsageError: Cannot take a password from the command line/,
    )
  }
})
