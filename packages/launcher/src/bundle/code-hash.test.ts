import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { bundleSuite } from './bundle.ts'
import { codeSha256 } from './code-hash.ts'

const SUITE = (helper: string, body: string, data = '[1, 2, 3]') => `
import { suite } from 'steelyard'
import add from './${helper}.ts'
export default suite({
  name: 'sums', question: 'How long?', baseline: 'loop',
  setup: () => ({ numbers: ${data} }),
  cases: { loop: ({ numbers }) => { ${body} }, other: () => 1 },
})`
const BODY = 'let sum = 0; for (const each of numbers) sum = add(sum, each); return sum'
const HELPER = 'export default function (one: number, other: number) { return one + other }'

test('codeSha256 stays when files are renamed and comments change, and changes with what is done', async t => {
  const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-code-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const bundleOf = async (suite: string, helper: string, text = HELPER) => {
    writeFileSync(join(folder, helper.endsWith('.cjs') ? helper : `${helper}.ts`), text)
    const file = join(folder, `${helper}-suite.ts`)
    writeFileSync(file, suite)
    return bundleSuite(file)
  }
  const hashOf = async (...args: Parameters<typeof bundleOf>) => codeSha256((await bundleOf(...args)).text)

  const [one, renamed] = [
    await bundleOf(SUITE('add', BODY), 'add'),
    await bundleOf(SUITE('plus', BODY), 'plus'),
  ]
  assert.notEqual(renamed.sha256, one.sha256)
  const hash = await codeSha256(one.text)
  assert.equal(await codeSha256(renamed.text), hash)
  const same = [
    SUITE('add', `/* why */ ${BODY} // done\n`),
    SUITE('add', BODY.replaceAll(';', '\n;')),
    SUITE('add', BODY.replace('sum = add(sum, each)', 'sum = add(/* so far */ sum, each)')),
    SUITE('add', BODY).replace("import add from './add.ts'", "/*! @license */ import add from './add.ts'"),
  ]
  for (const text of same) assert.equal(await hashOf(text, 'add'), hash, text)
  const others = [
    SUITE('add', BODY.replace('let sum = 0', 'let sum = 1')),
    SUITE('add', BODY, '[1, 2, 4]'),
    SUITE('add', BODY).replace('other: () => 1', 'other: () => 2'),
    SUITE('add', BODY).replace('other: () => 1', 'another: () => 1'),
    SUITE('add', BODY.replace('const each of numbers', 'let each of numbers')),
    SUITE('add', BODY.replaceAll('sum', 'total')),
    ...['is_default', 'was_default'].flatMap(word => [
      SUITE('add', BODY, `[{ ${word}: 1 }]`),
      SUITE('add', BODY, `['${word}']`),
      SUITE('add', BODY.replace('sum, each', `sum, each.${word}`)),
    ]),
  ]
  const hashes = new Set([hash])
  for (const text of others) hashes.add(await hashOf(text, 'add'))
  assert.equal(hashes.size, others.length + 1)
  assert.notEqual(await hashOf(SUITE('add', BODY), 'add', HELPER.replace('one + other', 'other + one')), hash)

  // A module of CommonJS is wrapped, and its path stands in the bundle.
  const wrapped = 'module.exports = (one, other) => one + other'
  const [before, after] = [
    await bundleOf(SUITE('one', BODY).replace('./one.ts', './one.cjs'), 'one.cjs', wrapped),
    await bundleOf(SUITE('two', BODY).replace('./two.ts', './two.cjs'), 'two.cjs', wrapped),
  ]
  assert.notEqual(before.sha256, after.sha256)
  assert.equal(await codeSha256(before.text), await codeSha256(after.text))
})

test('codeSha256 tells one file from another, whatever they are called', async () => {
  const exporting = (one: string, other: string, name: string) =>
    codeSha256(`var ${one}_default = 1, ${other}_default = 2; export { ${name}_default as value }`)
  assert.equal(await exporting('add', 'plus', 'add'), await exporting('sum', 'total', 'sum'))
  assert.notEqual(await exporting('add', 'plus', 'add'), await exporting('add', 'plus', 'plus'))
})
