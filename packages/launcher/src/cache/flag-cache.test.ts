import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { cachedFlags, keepFlags } from './flag-cache.ts'

const home = mkdtempSync(join(os.tmpdir(), 'flag-cache-'))
process.env.XDG_CACHE_HOME = home
after(() => rmSync(home, { recursive: true }))
const folder = join(home, 'steelyard', 'flags')
const binary = { runtime: 'node', sha256: 'a'.repeat(64) }
const file = join(folder, `node-${binary.sha256}.json`)

test('keepFlags keeps a list by the hash of the binary, and leaves no draft behind', async () => {
  assert.equal(await cachedFlags(binary), null)
  await keepFlags(binary, ['--opt', 'useFTLJIT='])
  assert.deepEqual(await cachedFlags(binary), ['--opt', 'useFTLJIT='])
  assert.equal(await cachedFlags({ ...binary, runtime: 'deno' }), null)
  assert.equal(await cachedFlags({ ...binary, sha256: 'b'.repeat(64) }), null)
  assert.deepEqual(readdirSync(folder), [`node-${binary.sha256}.json`])
})

test('cachedFlags ignores an entry that is damaged, of another binary, or no file', async () => {
  await keepFlags(binary, ['--opt'])
  const good = readFileSync(file, 'utf8')
  const entry = JSON.parse(good) as object
  const texts = [
    '',
    good.slice(0, -4),
    'null',
    '[]',
    ...[
      { identity: `steelyard/flags@2 node ${'b'.repeat(64)}` },
      { identity: `steelyard/flags@1 node ${binary.sha256}` },
      { value: [] },
      { value: null },
      { value: ['--opt', 1] },
      { value: ['--opt\x1b[2J'] },
      { value: { 0: '--opt', length: 1 } },
    ].map(changes => JSON.stringify({ ...entry, ...changes })),
  ]
  for (const text of texts) {
    writeFileSync(file, text)
    assert.equal(await cachedFlags(binary), null, text.slice(0, 200))
  }
  rmSync(file)
  mkdirSync(file)
  assert.equal(await cachedFlags(binary), null, 'a folder')
  await keepFlags(binary, ['--opt'])
  assert.deepEqual(readdirSync(folder), [`node-${binary.sha256}.json`], 'no draft is left')
})
