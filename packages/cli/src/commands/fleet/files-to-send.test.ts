import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readCommandLine, SILENT } from '../../command-line.ts'
import { filesToSend } from './files-to-send.ts'
import { unpackedSuite } from './sent-suite.ts'

const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-to-send-'))
after(() => rmSync(folder, { recursive: true, force: true }))

function fileOf(name: string, text: string): string {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  return file
}

const sending = (...args: readonly string[]) => filesToSend(args, words => readCommandLine(words, SILENT))
const ADOPTED = `import { bench } from 'mitata'\nbench('one', () => 1)`
const OWN = `import { suite } from 'steelyard'\nexport default suite({ cases: { a: () => 1, b: () => 2 } })`

test('files of one name are told apart as on one machine, and named by their hash', async () => {
  const files = ['one/sum.mjs', 'two/sum.mjs'].map(name => fileOf(name, ADOPTED))
  const sent = await sending(
    'compare',
    ...files,
    '--base',
    'node',
    '--head',
    'node --jitless',
    '--case',
    'one',
  )
  const names = await Promise.all(
    (sent?.files ?? []).map(async ({ bytes, read }) => unpackedSuite(await read(0, bytes), null)?.name),
  )
  assert.deepEqual(names, ['sum', 'two-sum'])
  const hashes = sent?.files.map(({ sha256 }) => `sha256:${sha256}`) ?? []
  const rest = ['--base', 'node', '--head', 'node --jitless', '--case', 'one']
  assert.deepEqual(sent?.args, ['compare', ...hashes, ...rest])
  assert.deepEqual([new Set(hashes).size, sent?.platform], [2, null])
})

test('a build is named by its hash wherever it stands, with its label and flags', async () => {
  const build = `node~x=${process.execPath} --jitless`
  const sent = await sending('compare', 'trig', `--base=${build}`, '--head', build, '--filter', build)
  const [file, another] = sent?.files ?? []
  const name = `node~x=sha256:${file?.sha256} --jitless`
  assert.deepEqual(sent?.args, ['compare', 'trig', `--base=${name}`, '--head', name, '--filter', build])
  assert.deepEqual([another, sent?.platform], [undefined, `${process.platform}-${process.arch}`])
})

test('a suite is sent once in a request, and what is wrong with it is told before', async () => {
  const file = fileOf('own.bench.ts', OWN)
  await assert.rejects(sending(`${file}/a`, `${file}/b`), /^UsageError: Cannot send the suite own twice/)
  await assert.rejects(sending(fileOf('bad.bench.ts', 'export default {}')), /^UsageError: Cannot /)
  await assert.rejects(sending(file, 'trig', '--filter', 'a'), /^UsageError: Cannot choose among suites by/)
  await assert.rejects(sending(folder), /it is a folder or a pattern of files\. Name each file\.$/)
  const text = `import { serverSuite } from 'steelyard'
export default serverSuite({ cases: { one: { module: './one.mjs' } } })`
  await assert.rejects(sending(fileOf('servers.mjs', text)), /it compares servers, whose apps are files/)
})

test('what names nothing of this machine stays as it is', async () => {
  for (const args of [['trig', '--runtime=node@24'], ['-e', '1'], ['nonsense', '--nonsense'], ['doctor']]) {
    assert.deepEqual(await sending(...args), { args, files: [], platform: null })
  }
})
