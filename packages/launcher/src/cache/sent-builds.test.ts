import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { sentBuild } from './sent-builds.ts'

const cache = mkdtempSync(join(os.tmpdir(), 'steelyard-sent-'))
process.env.XDG_CACHE_HOME = cache
after(() => rmSync(cache, { recursive: true, force: true }))

const FOLDER = join(cache, 'steelyard/sent-builds')

async function* parts(text: string, failure?: Error) {
  yield Buffer.from(text.slice(0, 2))
  if (failure) throw failure
  yield Buffer.from(text.slice(2))
}

function idOf(text: string) {
  return { sha256: createHash('sha256').update(text).digest('hex'), name: 'node' }
}

const never = () => assert.fail('it is there')

test('sentBuild fetches a build once, and only its owner can write it', async () => {
  const file = await sentBuild(idOf('build'), () => parts('build'), 100)
  assert.equal(readFileSync(file ?? '', 'utf8'), 'build')
  assert.equal(statSync(file ?? '').mode & 0o777, 0o500)
  assert.equal(await sentBuild(idOf('build'), never, 100), file)
})

test('sentBuild refuses and removes what has another hash, also where size and times are the same', async () => {
  const file = (await sentBuild(idOf('first'), () => parts('first'), 100)) ?? ''
  const { atime, mtime } = statSync(file)
  chmodSync(file, 0o755)
  writeFileSync(file, 'wrong')
  utimesSync(file, atime, mtime)
  assert.equal(await sentBuild(idOf('first'), never, 100), null)
  assert.ok(!readdirSync(FOLDER).includes(idOf('first').sha256))
  assert.equal(await sentBuild(idOf('first'), () => parts('other'), 100), null)
  assert.equal(await sentBuild(idOf('first'), () => parts('first'), 100), file)
})

test('sentBuild keeps nothing of what could not be fetched', async () => {
  const before = readdirSync(FOLDER)
  await assert.rejects(
    sentBuild(idOf('lost'), () => parts('lost', new Error('the wire was cut')), 100),
    /the wire was cut/,
  )
  assert.deepEqual(readdirSync(FOLDER), before)
})

test('sentBuild removes what was used longest ago, and never what is used now', async () => {
  for (const name of readdirSync(FOLDER)) rmSync(join(FOLDER, name), { recursive: true })
  const texts = ['aaaaaaaaaa', 'bbbbbbbbbb', 'cccccccccc']
  for (const [index, text] of texts.entries()) {
    const file = (await sentBuild(idOf(text), () => parts(text), 30)) ?? ''
    utimesSync(dirname(file), index, index)
  }
  await sentBuild(idOf('aaaaaaaaaa'), never, 30)
  await sentBuild(idOf('dddd'), () => parts('dddd'), 30)
  const kept = (names: readonly string[]) => names.map(text => idOf(text).sha256).toSorted()
  assert.deepEqual(readdirSync(FOLDER).toSorted(), kept(['aaaaaaaaaa', 'cccccccccc', 'dddd']))
  await sentBuild(idOf('aaaaaaaaaa'), never, 1, [idOf('dddd').sha256])
  assert.deepEqual(readdirSync(FOLDER).toSorted(), kept(['aaaaaaaaaa', 'dddd']))
  await sentBuild(idOf('aaaaaaaaaa'), never, 1)
  assert.deepEqual(readdirSync(FOLDER), kept(['aaaaaaaaaa']))
})
