import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { readRecord } from '@steelyard/record'
import { Bench } from './bench-process.ts'

const FIXTURES = fileURLToPath(new URL('../../interop/src/imports/fixtures/', import.meta.url))
const bench = new Bench()
after(() => bench.remove())

test('bench import keeps a record that report and rerun know as foreign', async () => {
  const { code, stdout } = await bench.runShared(
    'import',
    join(FIXTURES, 'workerd-bench.json'),
    '--out',
    'kept',
  )
  assert.equal(code, 0)
  assert.match(stdout, /^workerd-bench\.json looks like workerd-bench\.\n\nImported: /)
  const [file = ''] = readdirSync(join(bench.directory, 'kept'))
  assert.ok(stdout.endsWith(`Record: kept/${file}\n`))
  const record = await readRecord(join(bench.directory, 'kept', file))
  assert.equal(record.foreign?.tool, 'workerd-bench')
  const report = await bench.runShared('report', join('kept', file), '--markdown', '-')
  assert.match(report.stdout, /^Imported: these are the numbers of `workerd-bench 20/)
  const rerun = await bench.runShared('rerun', join('kept', file))
  assert.equal(rerun.code, 2)
  assert.match(rerun.stderr, /^Cannot repeat .*'bench import .*it is no run or comparison of Steelyard's own/)
})

test('bench import takes a target with its flags, and one exact version alone', async () => {
  const importedOn = (target: string) =>
    bench.runShared('import', join(FIXTURES, 'node-bench.ndjson'), '--target', target, '--out', 'flags')
  const { code } = await importedOn('node@26.10.0 --no-opt')
  assert.equal(code, 0)
  const [file = ''] = readdirSync(join(bench.directory, 'flags'))
  const { targets } = await readRecord(join(bench.directory, 'flags', file))
  assert.deepEqual(
    targets.map(({ id, runtime, version, flags }) => [id, runtime, version, flags]),
    [['node@26.10.0 --no-opt', 'node', '26.10.0', ['--no-opt']]],
  )
  for (const target of ['node', 'node@26', 'node@latest', 'node=./node', 'nodejs@26.10.0']) {
    const refused = await importedOn(target)
    assert.deepEqual([refused.code, refused.stdout], [2, ''], target)
    assert.match(refused.stderr, /^Cannot [^\n]+\.\n$/)
  }
})

test('bench import says in one sentence what is wrong with a file', async () => {
  writeFileSync(join(bench.directory, 'cut.json'), '{"benches": [')
  const cut = await bench.runShared('import', 'cut.json')
  assert.deepEqual([cut.code, cut.stdout], [2, ''])
  assert.match(cut.stderr, /^Cannot import cut\.json: it is not JSON \([^\n]*It may be cut short[^\n]*\n$/)
  const none = await bench.runShared('import', 'none.json')
  assert.equal(none.code, 2)
  assert.match(
    none.stderr,
    /^Cannot read none\.json: ENOENT: no such file or directory\. Name a file[^\n]*\n$/,
  )
})
