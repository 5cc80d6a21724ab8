import assert from 'node:assert/strict'
import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { UsageError } from '../../../measure/src/plan/usage-error.ts'
import { acquireLock } from './lock.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-lock-'))
after(() => rmSync(directory, { recursive: true, force: true }))

const forever = new AbortController().signal

test('acquireLock lets one in, makes the next wait and says for whom, and then lets it in', async () => {
  const file = join(directory, 'a')
  const release = await acquireLock(() => assert.fail('there is no other holder'), forever, file)
  const waitedFor: number[] = []
  let entered = false
  const second = acquireLock(pid => waitedFor.push(pid), forever, file).then(releaseSecond => {
    entered = true
    return releaseSecond
  })
  await sleep(100)
  assert.equal(entered, false)
  assert.deepEqual(waitedFor, [process.pid])
  release()
  const releaseSecond = await second
  releaseSecond()
  assert.equal(existsSync(file), false)
})

test('acquireLock takes over from a run that died', async () => {
  const file = join(directory, 'b')
  for (const dead of [
    '{"pid":999999999,"startTicks":null}',
    `{"pid":${process.pid},"startTicks":"1"}`,
    'not JSON',
  ]) {
    if (process.platform !== 'linux' && dead.includes('"1"')) continue
    writeFileSync(file, dead)
    const release = await acquireLock(() => assert.fail('it is dead'), forever, file)
    release()
  }
  assert.deepEqual(readdirSync(directory), [])
})

test('acquireLock stops waiting when its signal aborts', async () => {
  const file = join(directory, 'c')
  const release = await acquireLock(() => {}, forever, file)
  const controller = new AbortController()
  const second = acquireLock(() => controller.abort(), controller.signal, file)
  await second
  assert.equal(existsSync(file), true)
  release()
})

const TAKER = fileURLToPath(new URL('fixtures/lock-taker.ts', import.meta.url))

const takers: ChildProcess[] = []
after(() => {
  for (const taker of takers) taker.kill('SIGKILL')
})

/** Starts a process that takes the lock and holds it. */
function startTaker(file: string, options: SpawnOptions = {}, words: readonly string[] = ['', '1', '60000']) {
  const taker = spawn(process.execPath, [TAKER, file, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    ...options,
  })
  takers.push(taker)
  return taker
}

async function startHolder(file: string, options: SpawnOptions = {}): Promise<ChildProcess> {
  const holder = startTaker(file, options)
  await new Promise((resolve, reject) => {
    holder.stdout?.once('data', resolve)
    holder.once('exit', code => reject(new Error(`it ended with ${code}`)))
  })
  return holder
}

const PLANTED: Readonly<Record<string, { plant(file: string): void; found: RegExp }>> = {
  'a link': { plant: file => symlinkSync(`${file}.target`, file), found: /is a link/ },
  'a link to nothing': { plant: file => symlinkSync(`${file}.nothing`, file), found: /is a link/ },
  'a folder': { plant: file => mkdirSync(file), found: /is a folder/ },
  'a pipe': { plant: file => void spawnSync('mkfifo', [file]), found: /is no plain file/ },
  'a second name of a file': {
    plant(file) {
      linkSync(`${file}.target`, file)
      linkSync(`${file}.target`, `${file}.third`)
    },
    found: /has a second name/,
  },
}

for (const [what, { plant, found }] of Object.entries(PLANTED)) {
  test(`acquireLock refuses ${what} at once in one sentence, and leaves it as it is`, async () => {
    const folder = mkdtempSync(join(directory, 'planted-'))
    const file = join(folder, 'steelyard.lock')
    writeFileSync(`${file}.target`, 'precious')
    plant(file)
    const before = readdirSync(folder)
    await assert.rejects(
      acquireLock(() => {}, forever, file),
      error => {
        assert.ok(error instanceof UsageError)
        assert.match(
          error.message,
          /^Cannot keep other runs away: .*\. Remove .*, or set \w+ to a folder of your own\.$/,
        )
        assert.match(error.message, found)
        return true
      },
    )
    assert.equal(readFileSync(`${file}.target`, 'utf8'), 'precious')
    assert.deepEqual(readdirSync(folder), before)
    rmSync(folder, { recursive: true })
  })
}

test('acquireLock neither reads nor writes a file that another user planted', async () => {
  const file = join(directory, 'foreign')
  // The first process lives for ever.
  const planted = '{"pid":1,"startTicks":null}'
  writeFileSync(file, planted)
  if (process.getuid?.() === 0) chownSync(file, 65_534, 65_534)
  const opened = openSync(file, 'r')
  const release = await acquireLock(() => assert.fail('the lock is free'), forever, file)
  assert.equal(readFileSync(opened, 'utf8'), planted)
  release()
})

test('acquireLock names the process that holds the lock, and has it once that was killed', async () => {
  const file = join(directory, 'killed')
  const holder = await startHolder(file)
  const holders: unknown[] = []
  const waiting = acquireLock((...who) => holders.push(who), forever, file)
  await sleep(100)
  assert.deepEqual(holders, [[holder.pid, `process ${holder.pid}`]])
  holder.kill('SIGKILL')
  const release = await waiting
  release()
  assert.equal(existsSync(file), false)
})

const isRoot = process.getuid?.() === 0
const OTHER_USER = { uid: 65_534, gid: 65_534 }

/** A checkout in a folder of root's own is closed to all others. */
function canOthersRun(): boolean {
  const read = `require('node:fs').readFileSync(${JSON.stringify(TAKER)})`
  return isRoot && spawnSync(process.execPath, ['--eval', read], OTHER_USER).status === 0
}

test('acquireLock waits for another user only so long, and says who it is', {
  skip: canOthersRun() ? false : 'only root can start a process of another user, where others may read this',
}, async () => {
  const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-shared-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o1777)
  const file = join(folder, 'steelyard.lock')
  const holder = await startHolder(file, OTHER_USER)
  const holders: unknown[] = []
  const beganMs = performance.now()
  await assert.rejects(
    acquireLock((...who) => holders.push(who), forever, file, 300),
    {
      message: new RegExp(
        `^Cannot keep other runs away: process ${holder.pid} of user \\S+ has held ${file} for too long\\. Remove`,
      ),
    },
  )
  assert.ok(performance.now() - beganMs >= 300)
  assert.deepEqual(
    holders.map(who => (who as unknown[])[0]),
    [holder.pid],
  )
  holder.kill('SIGKILL')
  const release = await acquireLock(() => {}, forever, file, 5000)
  release()
})

test('acquireLock lets no two of twenty processes in at once', async () => {
  const file = join(directory, 'race')
  const notes = join(directory, 'notes')
  const all = Array.from({ length: 20 }, () => startTaker(file, {}, [notes, '3', '1']))
  const codes = await Promise.all(all.map(each => new Promise(resolve => each.once('exit', resolve))))
  assert.deepEqual(
    codes,
    all.map(() => 0),
  )
  assert.equal(readFileSync(notes, 'utf8'), '+-'.repeat(60))
  assert.equal(existsSync(file), false)
  rmSync(notes)
})

test('the lock lets no two in at once that try without a pause', async () => {
  const file = join(directory, 'eager')
  const notes = join(directory, 'eager-notes')
  const all = Array.from({ length: 4 }, () => startTaker(file, {}, [notes, '150', '0', 'at once']))
  await Promise.all(all.map(each => new Promise(resolve => each.once('exit', resolve))))
  assert.equal(readFileSync(notes, 'utf8'), '+-'.repeat(600))
  rmSync(notes)
})

test('acquireLock refuses to measure without a lock, in one sentence', () => {
  const hooks = `import { registerHooks } from 'node:module'
registerHooks({ resolve(name, context, next) { if (name === 'node:ffi') throw new Error(name); return next(name, context) } })`
  const preload = `data:text/javascript,${encodeURIComponent(hooks)}`
  const file = join(directory, 'no-ffi')
  const { status, stderr } = spawnSync(process.execPath, ['--import', preload, TAKER, file], {
    encoding: 'utf8',
  })
  assert.notEqual(status, 0)
  assert.match(
    stderr,
    /UsageError.*: Cannot keep other runs away: this Node has no node:ffi\. Use the pinned Node\./,
  )
})
