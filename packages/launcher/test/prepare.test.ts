import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { prepareApp } from '../src/apps/prepare-app.ts'
import { findPrepared } from '../src/apps/prepared-app.ts'
import { withoutNetwork } from '../src/process/confinement.ts'
import { LaunchError } from '../src/process/launch-error.ts'

const PREPARER = fileURLToPath(new URL('fixtures/prepare.ts', import.meta.url))

let directory: string
let cache: string
let count = 0

before(async () => {
  directory = await mkdtemp(join(os.tmpdir(), 'steelyard-prepare-test-'))
})
beforeEach(async () => {
  cache = await mkdtemp(join(directory, 'cache-'))
  process.env.XDG_CACHE_HOME = cache
})
after(async () => {
  delete process.env.XDG_CACHE_HOME
  await rm(directory, { recursive: true, force: true })
})

/** One small package without dependencies. */
const PACKAGE = {
  version: '2.1.1',
  integrity:
    'sha512-eYm0QWBtUrBWZWG0d386OGAw16Z995PiOVo2B7bjWSbHedGl5e0ZWaq65kOGgUSNesEIDkB9ISbTg/JK9dhCZA==',
}

interface Wanted {
  readonly script: string
  readonly integrity?: string
  readonly outputs?: readonly string[]
}

/** Makes the folder of an app whose one step is a script; with an integrity it needs a package. */
async function app({ script, integrity, outputs = ['made.json'] }: Wanted): Promise<string> {
  const folder = join(directory, `app-${count++}`)
  await mkdir(folder)
  const devDependencies = integrity === undefined ? {} : { clsx: PACKAGE.version }
  const about = { name: 'app', version: '1.0.0', type: 'module', devDependencies }
  const packages = {
    '': about,
    ...(integrity === undefined ? {} : { 'node_modules/clsx': { ...PACKAGE, integrity, dev: true } }),
  }
  const files = {
    'package.json': about,
    'package-lock.json': { ...about, lockfileVersion: 3, requires: true, packages },
    'prepare.json': { steps: [{ script: 'build.js', environment: { STEP: 'one' } }], outputs },
  }
  for (const [name, data] of Object.entries(files)) await writeFile(join(folder, name), JSON.stringify(data))
  await writeFile(join(folder, 'build.js'), script)
  return folder
}

const events = { onProgress() {}, signal: new AbortController().signal }

const MAKE = `import { writeFileSync } from 'node:fs'; writeFileSync('made.json', '1')`

async function kept(): Promise<string[]> {
  return (await readdir(join(cache, 'steelyard', 'prepared')).catch(() => [])).sort()
}

async function refused(work: Promise<unknown>): Promise<LaunchError> {
  let error: unknown
  await work.catch(thrown => {
    error = thrown
  })
  assert.ok(error instanceof LaunchError, String(error))
  return error
}

test('prepareApp installs what is locked, runs the steps apart from the user and the network, and keeps what they made', async () => {
  const server = createServer(socket => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  process.env.SECRET = 'leaked'
  try {
    const folder = await app({
      integrity: PACKAGE.integrity,
      script: `
import { clsx } from 'clsx'
import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
const { NODE_ENV, STEP, SECRET = null, HOME } = process.env
const socket = connect(${port}, '127.0.0.1')
const tell = network => {
  writeFileSync('made.json', JSON.stringify({ NODE_ENV, STEP, SECRET, HOME, clsx: clsx('a', 'b'), network }))
  socket.destroy()
}
socket.on('connect', () => tell(true))
socket.on('error', () => tell(false))`,
    })
    assert.equal(await findPrepared(folder), null)
    const { isNew, directory: made, facts, name } = await prepareApp(folder, events)
    assert.equal(isNew, true)
    assert.equal(name, folder.split('/').at(-1))
    assert.deepEqual(facts.packages, { clsx: '2.1.1' })
    assert.equal(facts.nodeVersion, process.versions.node)
    assert.ok(facts.sizeBytes > 0 && facts.sizeBytes < 1e5)
    const { HOME, network, ...output } = JSON.parse(await readFile(join(made, 'made.json'), 'utf8'))
    assert.deepEqual(output, { NODE_ENV: 'production', STEP: 'one', SECRET: null, clsx: 'a b' })
    assert.notEqual(HOME, process.env.HOME)
    assert.equal(network, (await withoutNetwork(directory)).length === 0)
    assert.equal(existsSync(join(made, 'node_modules')), false, 'only the steps needed it')

    const again = await prepareApp(folder, events)
    assert.deepEqual(again, { isNew: false, name, directory: made, facts })
    assert.deepEqual(await findPrepared(folder), { name, directory: made, facts })
    await writeFile(join(folder, 'more.js'), '')
    assert.equal(await findPrepared(folder), null, 'made from something else')
  } finally {
    delete process.env.SECRET
    server.close()
  }
})

test('prepareApp keeps nothing of a package that is not the one of the lockfile', async () => {
  const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`
  const error = await refused(prepareApp(await app({ script: MAKE, integrity }), events))
  assert.match(error.message, /'npm install --no-save --include=dev' exited with code 1\. Nothing was kept/)
  assert.match(error.output, /integrity/i)
  assert.deepEqual(await kept(), [])
})

test('prepareApp names the step that failed with its output, and a missing output', async () => {
  const broken = await refused(prepareApp(await app({ script: `throw new Error('no such luck')` }), events))
  assert.match(broken.message, /^Cannot prepare app-\d+: 'build\.js' exited with code 1\./)
  assert.match(broken.output, /no such luck/)
  const lazy = await refused(prepareApp(await app({ script: '' }), events))
  assert.match(lazy.message, /its steps ended well, but did not make made\.json/)
  const outputs = ['node_modules/clsx/package.json']
  const pruned = await refused(
    prepareApp(await app({ script: '', integrity: PACKAGE.integrity, outputs }), events),
  )
  assert.match(pruned.message, /did not make node_modules\S+, or it was removed with what only steps need/)
  assert.deepEqual(await kept(), [])
})

for (const [what, file, text, says] of [
  [
    'has another form than today',
    'package-lock.json',
    '{"lockfileVersion":1}',
    /has no list of packages\. Write it/,
  ],
  ['is no object', 'package-lock.json', 'null', /there is no package-lock\.json in its folder that is JSON/],
  ['is no object', 'package.json', 'null', /there is no package\.json in its folder that is JSON/],
] as const) {
  test(`prepareApp refuses a ${file} that ${what}`, async () => {
    const folder = await app({ script: MAKE })
    await writeFile(join(folder, file), text)
    assert.match((await refused(prepareApp(folder, events))).message, says)
  })
}

test('prepareApp at the same time twice makes one whole app', async () => {
  const folder = await app({ script: `await new Promise(done => setTimeout(done, 200)); ${MAKE}` })
  const [one, other] = await Promise.all([prepareApp(folder, events), prepareApp(folder, events)])
  assert.equal(one.directory, other.directory)
  assert.deepEqual(await kept(), [one.directory.split('/').at(-1)])
  assert.equal(await readFile(join(one.directory, 'made.json'), 'utf8'), '1')
})

test('prepareApp that is killed half-way leaves no app, and its leftovers are removed', async () => {
  const folder = await app({ script: `${MAKE}; if (!process.env.QUICK) setInterval(() => {}, 1000)` })
  const child = spawn(process.execPath, [PREPARER, folder], {
    env: { ...process.env, XDG_CACHE_HOME: cache, TMPDIR: directory },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  await once(child.stderr, 'data')
  while (!(await halfMade())) await new Promise(done => setTimeout(done, 20))
  child.kill('SIGKILL')
  await once(child, 'close')
  assert.equal(await findPrepared(folder), null)
  assert.equal((await kept()).length, 1, 'a part is left')

  const other = await app({ script: MAKE })
  const { directory: made } = await prepareApp(other, events)
  assert.deepEqual(await kept(), [made.split('/').at(-1)])

  async function halfMade(): Promise<boolean> {
    const [partial = ''] = await kept()
    return existsSync(join(cache, 'steelyard', 'prepared', partial, 'made.json'))
  }
})

test('prepareApp stops when it is aborted, and keeps nothing', async () => {
  const stop = new AbortController()
  const folder = await app({ script: `setInterval(() => {}, 1000)` })
  const preparing = prepareApp(folder, {
    onProgress: () => setTimeout(() => stop.abort(), 100),
    signal: stop.signal,
  })
  await assert.rejects(preparing, { name: 'AbortError' })
  assert.deepEqual(await kept(), [])
})
