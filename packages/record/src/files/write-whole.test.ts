import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { writeWhole } from './write-whole.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'steelyard-whole-'))
  file = join(folder, 'page.html')
})
afterEach(() => rmSync(folder, { recursive: true }))

test('writeWhole makes the folder, replaces the old file, and keeps its mode', async () => {
  const deep = join(folder, 'a', 'b', 'page.html')
  await writeWhole(deep, 'new')
  assert.equal(readFileSync(deep, 'utf8'), 'new')
  writeFileSync(file, 'old and longer')
  chmodSync(file, 0o604)
  await writeWhole(file, ['p', 'ieces'])
  assert.equal(readFileSync(file, 'utf8'), 'pieces')
  assert.equal(statSync(file).mode & 0o777, 0o604)
  assert.deepEqual(readdirSync(folder), ['a', 'page.html'])
})

test('writeWhole writes what a link names, and leaves the link', async () => {
  mkdirSync(join(folder, 'kept'))
  writeFileSync(join(folder, 'kept', 'page.html'), 'old')
  symlinkSync('kept/page.html', file)
  await writeWhole(file, 'new')
  assert.equal(readFileSync(join(folder, 'kept', 'page.html'), 'utf8'), 'new')
  assert.deepEqual(readdirSync(join(folder, 'kept')), ['page.html'])
})

test('writeWhole writes what a link names that is not there yet', async () => {
  mkdirSync(join(folder, 'kept'))
  symlinkSync('kept/page.html', file)
  await writeWhole(file, 'new')
  assert.equal(readFileSync(join(folder, 'kept', 'page.html'), 'utf8'), 'new')
  assert.equal(readlinkSync(file), 'kept/page.html')
})

test('writeWhole leaves the old file and no other when its content cannot be made', async () => {
  writeFileSync(file, 'old')
  const broken = function* () {
    yield 'half'
    throw new Error('no more')
  }
  await assert.rejects(writeWhole(file, broken()), /no more/)
  assert.equal(readFileSync(file, 'utf8'), 'old')
  assert.deepEqual(readdirSync(folder), ['page.html'])
})

test('writeWhole leaves a folder that has the name, and no other file', async () => {
  mkdirSync(file)
  await assert.rejects(writeWhole(file, 'new'), { code: 'EISDIR' })
  assert.deepEqual(readdirSync(folder), ['page.html'])
})

const device = { skip: process.platform === 'linux' ? false : 'there is no /dev/full' }

test('writeWhole writes to a device as it is, and reports that it is full', device, async () => {
  await writeWhole('/dev/null', 'x')
  await assert.rejects(writeWhole('/dev/full', 'x'), { code: 'ENOSPC' })
  assert.ok(statSync('/dev/full').isCharacterDevice())
})

const canLimit = spawnSync('prlimit', ['--fsize=1000', 'true']).status === 0

test('writeWhole leaves the old file and no other where no more can be written', {
  skip: canLimit ? false : 'prlimit is not there',
}, () => {
  writeFileSync(file, 'old')
  const module = fileURLToPath(new URL('write-whole.ts', import.meta.url))
  const script = `const { writeWhole } = await import(process.argv[1])
    await writeWhole(process.argv[2], 'x'.repeat(5000)).catch(error => console.log(error.code))`
  const { stdout } = spawnSync(
    'prlimit',
    ['--fsize=1000', process.execPath, '--input-type=module', '-e', script, module, file],
    { encoding: 'utf8' },
  )
  assert.equal(stdout, 'EFBIG\n')
  assert.equal(readFileSync(file, 'utf8'), 'old')
  assert.deepEqual(readdirSync(folder), ['page.html'])
})
