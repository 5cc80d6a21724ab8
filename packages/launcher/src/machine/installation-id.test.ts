import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { installationId, resetInstallationId } from './installation-id.ts'

function folderFor(t: TestContext): string {
  const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-id-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

test('an installation keeps its id until it is reset, and no other file is left', async t => {
  const folder = folderFor(t)
  const file = join(folder, 'state', 'installation-id')
  const id = await installationId(file)
  assert.match(id ?? '', /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  assert.equal(await installationId(file), id)
  const other = await resetInstallationId(file)
  assert.notEqual(other, id)
  assert.equal(await installationId(file), other)
  assert.deepEqual(readdirSync(join(folder, 'state')), ['installation-id'])
  assert.equal(readFileSync(file, 'utf8'), `${other}\n`)
})

test('several that begin at once have one id', async t => {
  const file = join(folderFor(t), 'installation-id')
  const ids = await Promise.all(Array.from({ length: 20 }, () => installationId(file)))
  assert.equal(new Set(ids).size, 1)
  assert.notEqual(ids[0], null)
})

test('what is no id is replaced, whatever it says', async t => {
  const file = join(folderFor(t), 'installation-id')
  for (const text of ['', os.hostname(), `${'0'.repeat(8)} ada`]) {
    writeFileSync(file, text)
    const id = await installationId(file)
    assert.match(id ?? '', /^[\da-f-]{36}$/)
    assert.equal(await installationId(file), id)
  }
})

test('where nothing can be kept there is no id', async t => {
  const folder = folderFor(t)
  writeFileSync(join(folder, 'file'), '')
  const file = join(folder, 'file', 'installation-id')
  assert.equal(await installationId(file), null)
  assert.equal(await resetInstallationId(file), null)
  assert.equal(existsSync(file), false)
})

test('installationId is null where no folder can be made', {
  skip: process.platform !== 'linux',
  timeout: 5000,
}, async () => {
  assert.equal(await installationId('/proc/none/steelyard/id'), null)
})
