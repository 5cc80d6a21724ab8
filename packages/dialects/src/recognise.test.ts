import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { recognise } from './recognise.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-dialects-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const USES: readonly (readonly [string, string, string | null])[] = [
  ['an import', "import { Bench } from 'tinybench'\nnew Bench()", 'tinybench'],
  ['a require', "const { Bench } = require('tinybench')", 'tinybench'],
  ['an import of types only', "import type { Bench } from 'tinybench'\nexport {}", null],
  ['a text and a comment', "// import 'tinybench'\nconsole.log(\"import 'tinybench'\")", null],
  ['a suite of our own', "import { suite } from 'steelyard'\nimport 'tinybench'\nsuite()", null],
  ['a global', "Deno.bench('one', () => 1)", 'deno'],
  ['a global by a longer name', "if (globalThis.Deno) globalThis.Deno['bench']('one', () => 1)", 'deno'],
  ['a file of a package', "import '../node_modules/mitata/src/cli.mjs'", 'mitata'],
  ['an import by an address', "import 'https://esm.sh/mitata@1.0.0'", 'mitata'],
  ['a file in a folder of that name', "import '../mitata/work.mjs'", null],
  ['a variable that is called as a global', "const Deno = { bench() {} }\nDeno.bench('one')", null],
  ['a global in a text and a comment', "// Deno.bench()\nconsole.log('Deno.bench()')", null],
  ['a handler', "export default { bench(b) { b.run('one', () => 1) } }", 'workerd'],
  [
    'an async handler of types',
    'export const x = { async bench(c: B, env: E) { c.run("one", () => 1) } }',
    'workerd',
  ],
  ['a handler that is a function', "export default { bench: async b => b.run('one', () => 1) }", 'workerd'],
  ['a handler that nothing exports', "const x = { bench(b) { b.run('one') } }", null],
  ['a function of that name', "export function bench(b) { b.run('one') }", null],
  ['a handler that runs something else', "export default { bench(b) { b.go(); c.run('one') } }", null],
  ["vitest's globals", "describe('all', () => { bench('one', () => 1) })", 'vitest'],
  [
    'a test that is given bench',
    "test('all', async ({ bench, expect }) => { await bench('one', f).run() })",
    'vitest',
  ],
  ['a test of other tools', "const bench = 1\ntest('all', ({ one }) => { expect(bench).toBe(one) })", null],
  ['a bench of its own', "import { bench } from './tool.mjs'\nbench('one', () => 1)", null],
  ["JetStream's class", 'class Benchmark {\n  runIteration() {}\n}', 'jetstream'],
  ["JetStream's global", '(() => { globalThis.Benchmark = class { runIteration() {} } })()', 'jetstream'],
  ['a class that is exported', 'export class Benchmark { runIteration() {} }', null],
  ['nothing', '', null],
  ['what cannot be parsed', "import 'tinybench'\n!!!", null],
]

for (const [what, text, expected] of USES) {
  test(`recognise tells the dialect of ${what}`, async () => {
    assert.equal((await recognise(written(text), null))?.dialect.name ?? null, expected)
  })
}

test('what uses Deno.bench is a module, though it imports nothing', async () => {
  assert.equal((await recognise(written("Deno.bench('one', () => 1)", 'file.js'), null))?.isScript, false)
})

test('recognise takes the word of its user', async () => {
  assert.equal((await recognise(written(''), 'tinybench'))?.dialect.name, 'tinybench')
})

const NODE = "const common = require('../common.js')\nconst bench = common.createBenchmark(main, {})\n"

for (const [what, text, expected] of [
  ['load', `${NODE}bench.http({ connections: 1 }, () => {})`, /sends load to a server/],
  ['a port', `${NODE}server.listen(common.PORT)`, /starts a server/],
  ['a port by its name', `${NODE}const { PORT } = require('../common')`, /starts a server/],
  ['an end at its exit', `${NODE}process.on('exit', () => {\n  bench.end(n)\n})`, /when its process exits/],
  ['an end before its exit', `${NODE}bench.end(n)\nprocess.on('exit', () => {}); bench.end(n)`, null],
  ['comments alone', `${NODE}// common.PORT\n/* bench.http({}) */`, null],
  ['an import of http', `${NODE}const { http } = require('follow-redirects')`, null],
] as const) {
  test(`recognise tells why no case can be measured of ${what}`, async () => {
    const unsupported = (await recognise(written(text), null))?.unsupported ?? null
    if (expected === null) assert.equal(unsupported, null)
    else assert.match(unsupported ?? '', expected)
  })
}

function written(text: string, name = 'file.ts'): string {
  const file = join(directory, name)
  writeFileSync(file, text)
  return file
}
