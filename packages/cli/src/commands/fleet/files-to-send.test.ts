import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readCommandLine, SILENT } from '../../command-line.ts'
import { argsOf } from '../../options/invocation.ts'
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

async function sending(...args: readonly string[]) {
  const sent = await filesToSend(readCommandLine(args, SILENT))
  return sent && { ...sent, args: argsOf(sent.line) }
}
const ADOPTED = `import { bench } from 'mitata'\nbench('one', () => 1)`
const OWN = `import { suite } from 'steelyard'\nexport default suite({ cases: { a: () => 1, b: () => 2 } })`

test('files of one name are distinguished as on one machine, and named by their hash', async () => {
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
  const rest = ['--base=node', '--head=node --jitless', '--case=one']
  assert.deepEqual(sent?.args, ['compare', ...hashes, ...rest])
  assert.deepEqual([new Set(hashes).size, sent?.platform], [2, null])
})

test('a build is named by its hash wherever it stands, with its label and flags', async () => {
  const build = `node~x=${process.execPath} --jitless`
  const sent = await sending('compare', 'trig', `--base=${build}`, '--head', build, '--tag', build)
  const [file, another] = sent?.files ?? []
  const name = `node~x=sha256:${file?.sha256} --jitless`
  assert.deepEqual(sent?.args, ['compare', 'trig', `--base=${name}`, `--head=${name}`, `--tag=${build}`])
  assert.deepEqual([another, sent?.platform], [undefined, `${process.platform}-${process.arch}`])
})

/** The header of a program that does not run here, which is all that is looked at. */
function foreignProgram(end: string): Buffer {
  const header = Buffer.alloc(60)
  header.write('\x7fELF\x02\x01\x01', 'latin1')
  header.writeUInt16LE(process.arch === 'arm64' ? 62 : 183, 18)
  return Buffer.concat([header, Buffer.from(end)])
}

test('of a build that was made again nothing is sent under the old hash', async () => {
  const [file, next] = [fileOf('node', ''), join(folder, 'next')]
  const write = (path: string, end: string, seconds: number) => {
    writeFileSync(path, foreignProgram(end))
    utimesSync(path, seconds, seconds)
  }
  const changes: readonly (() => void)[] = [
    () => write(file, 'new!', 3),
    () => write(file, 'longer', 2),
    () => {
      write(next, 'new!', 2)
      renameSync(next, file)
    },
    () => rmSync(file),
  ]
  for (const change of changes) {
    write(file, 'old!', 2)
    chmodSync(file, 0o755)
    const [sent] = (await sending('trig', `--runtime=node=${file}`))?.files ?? []
    assert.deepEqual(await sent?.read(60, 64), Buffer.from('old!'))
    change()
    await assert.rejects(
      async () => sent?.read(0, 8),
      /^UsageError: Cannot send \S+: it was changed while it was sent\. Give the command again\.$/,
    )
  }
})

test('a suite is sent once in a request, and its errors are reported before', async () => {
  const file = fileOf('own.bench.ts', OWN)
  await assert.rejects(sending(`${file}/a`, `${file}/b`), /^UsageError: Cannot send the suite own twice/)
  await assert.rejects(sending(fileOf('bad.bench.ts', 'export default {}')), /^UsageError: Cannot /)
  await assert.rejects(sending(file, 'trig', '--tag', 'a'), /^UsageError: Cannot choose among suites by/)
  await assert.rejects(sending(folder), /it is a folder or a pattern of files\. Name each file\.$/)
  const text = `import { serverSuite } from 'steelyard'
export default serverSuite({ cases: { one: { module: './one.mjs' } } })`
  await assert.rejects(sending(fileOf('servers.mjs', text)), /it compares servers, whose apps are files/)
})

test('what names nothing of this machine stays as it is', async () => {
  for (const args of [['trig', '--runtime=node@24'], ['--expression=1'], ['doctor']]) {
    const sent = await sending(...args)
    assert.deepEqual([sent?.args, sent?.files, sent?.platform], [args, [], null])
  }
})
