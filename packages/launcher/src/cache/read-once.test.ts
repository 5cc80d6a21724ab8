import assert from 'node:assert/strict'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { runners } from '@steelyard/runners'
import { askVersion, askVersionOnce } from '../targets/binary-facts.ts'
import { readOnce } from './read-once.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'read-once-'))
process.env.XDG_CACHE_HOME = join(directory, 'cache')
after(() => rmSync(directory, { recursive: true }))
const folder = join(directory, 'cache', 'steelyard', 'files')

let reads = 0
/** As another process would have it: with what is on the disk alone. */
const ask = (file: string) =>
  readOnce(
    'words',
    async place => {
      reads++
      return readFileSync(place, 'utf8')
    },
    (kept): kept is string => typeof kept === 'string' && !kept.includes('!'),
  )(file)

async function readsOf(file: string, answer: string): Promise<number> {
  const before = reads
  assert.equal(await ask(file), answer)
  return reads - before
}

/** Until a change is old enough to be the last one of its tick. */
async function settled(file: string): Promise<void> {
  while (Date.now() - statSync(file).ctimeMs < 2100) await new Promise(done => setTimeout(done, 100))
}

test('readOnce reads a settled file once in all processes, and again when it has changed in any way', async () => {
  const file = join(directory, 'file')
  writeFileSync(file, 'one')
  utimesSync(file, 1, 1)
  assert.equal(await readsOf(file, 'one'), 1)
  assert.equal(await readsOf(file, 'one'), 1, 'it changed a moment ago, so nothing is kept')
  await settled(file)
  assert.equal(await readsOf(file, 'one'), 1)
  assert.equal(await readsOf(file, 'one'), 0)
  assert.equal(readdirSync(folder).length, 1, 'no draft is left')

  // Length and time of modification are equal: only the inode's own time tells.
  writeFileSync(file, 'two')
  utimesSync(file, 1, 1)
  assert.equal(await readsOf(file, 'two'), 1)

  writeFileSync(join(directory, 'other'), 'six')
  utimesSync(join(directory, 'other'), 1, 1)
  renameSync(join(directory, 'other'), file)
  assert.equal(await readsOf(file, 'six'), 1)
})

test('readOnce reads where what was kept is damaged or no answer, and where no cache can be written', async () => {
  const file = join(directory, 'kept')
  writeFileSync(file, 'one')
  await settled(file)
  await readsOf(file, 'one')
  const entry = join(folder, `words-${statSync(file).dev}-${statSync(file).ino}.json`)
  const good = JSON.parse(readFileSync(entry, 'utf8')) as object
  const changes = [{ value: 'no!' }, { value: 7 }, { identity: '1,2,3,4,5' }]
  for (const text of ['', 'null', ...changes.map(change => JSON.stringify({ ...good, ...change }))]) {
    writeFileSync(entry, text)
    assert.equal(await readsOf(file, 'one'), 1, text)
    assert.equal(await readsOf(file, 'one'), 0)
  }
  process.env.XDG_CACHE_HOME = '/dev/null'
  assert.equal(await readsOf(file, 'one'), 1)
  process.env.XDG_CACHE_HOME = join(directory, 'cache')
})

test('readOnce keeps no answer of a read that failed', async () => {
  await assert.rejects(ask(join(directory, 'missing')), { code: 'ENOENT' })
  const failing = readOnce(
    'failing',
    async () => {
      reads++
      throw new Error('once more')
    },
    (kept): kept is string => typeof kept === 'string',
  )
  const before = reads
  await assert.rejects(failing(import.meta.filename), /once more/)
  await assert.rejects(failing(import.meta.filename), /once more/)
  assert.equal(reads - before, 2)
})

test('readOnce keeps nothing of a file that changes while it is read', async () => {
  const file = join(directory, 'changing')
  writeFileSync(file, 'one')
  await settled(file)
  const interrupted = readOnce(
    'interrupted',
    async place => {
      writeFileSync(place, 'two')
      return 'half of each'
    },
    (kept): kept is string => typeof kept === 'string',
  )
  assert.equal(await interrupted(file), 'half of each')
  assert.deepEqual(
    readdirSync(folder).filter(name => name.startsWith('interrupted')),
    [],
  )
})

test('the binary of a package is started for its version once, one that has changed again, a local build always', async () => {
  const [file, starts] = [join(directory, 'binary'), join(directory, 'starts')]
  const make = (version: string) => {
    writeFileSync(file, `#!/bin/sh\necho started >> '${starts}'\necho node ${version} 14.6.202.34\n`)
    chmodSync(file, 0o755)
  }
  const startsOf = async (ask: typeof askVersion, version: string) => {
    writeFileSync(starts, '')
    const found = await ask(runners.node, file, 'node', directory)
    assert.deepEqual(found, { version, engineVersion: '14.6.202.34' })
    return readFileSync(starts, 'utf8').length / 'started\n'.length
  }
  make('26.10.0')
  await settled(file)
  assert.equal(await startsOf(askVersionOnce, '26.10.0'), 1)
  assert.equal(await startsOf(askVersionOnce, '26.10.0'), 0)
  assert.equal(await startsOf(askVersion, '26.10.0'), 1)
  make('26.10.1')
  assert.equal(await startsOf(askVersionOnce, '26.10.1'), 1)
})
