import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Bench } from './bench-process.ts'
import { writeServerSuite } from './server-suite.ts'

const bench = new Bench()
after(() => bench.remove())

const FOLDER = fileURLToPath(new URL('fixtures/covered', import.meta.url))

test('bench coverage counts what runs on each target, and goes on after a file that exits', async () => {
  const { code, stdout, stderr } = await bench.run(
    ...['coverage', FOLDER, '--runtime', 'node', '--runtime', 'bun', '--json', '-'],
  )
  assert.equal(code, 0, stderr)
  const { targets, files, others } = JSON.parse(stdout)
  for (const { wholeFiles, partFiles, cases, reasons } of targets) {
    assert.deepEqual([wholeFiles, partFiles, cases], [0, 1, 2])
    assert.deepEqual(
      reasons.map(({ fault, cases: count }: { fault: string; cases: number }) => [fault, count]),
      [
        ['throws', 1],
        ['exits', 0],
      ],
    )
  }
  const [exits, some] = files
  assert.deepEqual([exits.dialect, exits.cases, exits.problem.fault], ['mitata', [], 'exits'])
  assert.deepEqual(
    some.cases.map(({ id, reasons }: { id: string; reasons: unknown[] }) => [id, reasons[0] === null]),
    [
      ['runs', true],
      ['throws', false],
      ['runs-again', true],
    ],
  )
  assert.equal(others.length, 1)
  assert.match(stderr, /2 benchmark files, 3 cases, 3 configurations/)
  assert.match(stderr, /What runs on no target/)
})

test('bench coverage counts no configuration that a file leaves out', async () => {
  const text = `'use strict'
const common = require('../common.js')
const bench = common.createBenchmark(main, { n: [1e3], size: [1, 2], kind: ['a', 'b'] }, {
  combinationFilter: ({ size, kind }) => size === 1 || kind === 'a',
})
function main({ n }) {
  bench.start()
  bench.end(n)
}
`
  mkdirSync(join(bench.directory, 'core'))
  writeFileSync(join(bench.directory, 'core/filtered.js'), text)
  const { code, stdout, stderr } = await bench.runShared('coverage', './core', '--runtime', 'node')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /1 benchmark file, 1 case, 3 configurations/)
})

test('bench coverage does not try servers, and says so', async () => {
  await writeServerSuite(bench.directory, 'server', {
    good: `export default { fetch: () => new Response('hello') }`,
  })
  const { code, stdout, stderr } = await bench.runShared('coverage', './server.bench.ts', '--runtime', 'node')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /1 case in 1 file, server\.bench\.ts: is not tried \(it is a server/)
})

test('bench coverage refuses what is no file, in one sentence', async () => {
  const { code, stderr } = await bench.runShared('coverage', './nowhere')
  assert.equal(code, 2)
  assert.match(stderr, /^Cannot find .*nowhere.*\n$/)
  mkdirSync(join(bench.directory, 'folder'))
  mkdirSync(join(bench.directory, 'alone'))
  writeFileSync(join(bench.directory, 'alone/help.mjs'), 'export const help = 1')
  const alone = await bench.runShared('coverage', './alone')
  assert.equal(alone.code, 2)
  assert.match(alone.stderr, /^Cannot find benchmark files among 1 file: none uses a dialect/m)
  const bare = await bench.runShared('coverage', 'folder')
  assert.equal(bare.code, 2)
  assert.equal(
    bare.stderr,
    "Cannot find the suite 'folder'. There is a folder of that name: write ./folder for it.\n",
  )
})
