import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeFolders } from './make-folders.ts'

test('makeFolders makes all that are missing, also when asked twice at once, and refuses to replace a file', async t => {
  const root = await mkdtemp(join(tmpdir(), 'steelyard-'))
  t.after(() => rm(root, { recursive: true }))
  await Promise.all([makeFolders(join(root, 'a', 'b', 'c')), makeFolders(join(root, 'a', 'b', 'd'))])
  await makeFolders(join(root, 'a', 'b'))
  assert.deepEqual(await readdir(join(root, 'a', 'b')), ['c', 'd'])
  await writeFile(join(root, 'file'), '')
  await assert.rejects(makeFolders(join(root, 'file')), { code: 'EEXIST' })
  await assert.rejects(makeFolders(join(root, 'file', 'x')), { code: 'ENOTDIR' })
})

test('makeFolders ends where a folder exists and takes none', {
  skip: process.platform !== 'linux',
}, async () => {
  await assert.rejects(makeFolders('/proc/steelyard/x'), { code: 'ENOENT' })
})
