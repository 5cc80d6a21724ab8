import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { FakeRegistry } from './fake-registry.ts'

const FINDER = fileURLToPath(new URL('fixtures/find-version.ts', import.meta.url))

let directory: string
let cache: string
let registry: FakeRegistry

before(async () => {
  directory = await mkdtemp(join(os.tmpdir(), 'steelyard-install-'))
  registry = await FakeRegistry.open(directory, ['30.1.0', '30.1.1', '31.0.0', '32.0.0-rc.1', '32.0.0-rc.2'])
})
beforeEach(async () => {
  cache = await mkdtemp(join(directory, 'cache-'))
  Object.assign(registry, { isStuck: false, isLying: false })
  registry.requests.length = 0
})
after(async () => {
  await registry.close()
  await rm(directory, { recursive: true, force: true })
})

interface Outcome {
  readonly version: string | null
  readonly engine: string | null
  readonly error: string | null
  readonly warnings: readonly string[]
}

function start(versions: readonly string[], address = registry.address): ChildProcess {
  const environment = { npm_config_registry: address, npm_config_userconfig: join(directory, 'none') }
  return spawn(process.execPath, [FINDER, directory, ...versions], {
    env: { ...process.env, ...environment, XDG_CACHE_HOME: cache },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function outcomesOf(child: ChildProcess): Promise<Outcome[]> {
  let text = ''
  child.stdout?.on('data', bytes => {
    text += bytes
  })
  await once(child, 'close')
  return JSON.parse(text) as Outcome[]
}

async function find(version: string, address?: string): Promise<Outcome> {
  const [outcome] = await outcomesOf(start([version], address))
  return outcome ?? assert.fail('it has found one')
}

async function cached(): Promise<string[]> {
  return (await readdir(join(cache, 'steelyard/runtimes/node')).catch(() => [])).sort()
}

/** Returns once the registry has sent half of a tarball and something of it has come to the cache. */
async function halfWay(): Promise<void> {
  while (!registry.requests.some(url => url.endsWith('.tgz')) || (await cached()).length === 0)
    await sleep(10)
}

test('a tag of the registry, or the name of prereleases, is one exact version', async () => {
  const [next, rc, latest, nightly] = await outcomesOf(start(['next', 'rc', 'latest', 'nightly']))
  assert.equal(next?.version, '32.0.0-rc.1', 'as the registry has it')
  assert.equal(rc?.version, '32.0.0-rc.2', 'the newest of its name')
  assert.equal(latest?.version, '31.0.0', 'no prerelease')
  assert.deepEqual(await cached(), ['31.0.0', '32.0.0-rc.1', '32.0.0-rc.2'])
  assert.match(
    nightly?.error ?? '',
    /^LaunchError: Cannot find node@nightly: the npm registry has no such tag, and no prereleases of that name\. It has latest, next, rc\.$/,
  )
})

test('a version is fetched once, and used without the registry afterwards', async () => {
  const fetched = await find('30')
  assert.deepEqual(fetched, { version: '30.1.1', engine: '13.6.1', error: null, warnings: [] })
  assert.deepEqual(await cached(), ['30.1.1'])
  registry.requests.length = 0
  assert.equal((await find('30.1.1')).version, '30.1.1')
  assert.equal(registry.requests.length, 0)
  assert.equal((await find('30.1')).version, '30.1.1')
  assert.ok(!registry.requests.some(url => url.endsWith('.tgz')))
})

test('without the registry what names several versions is the newest here, with a warning', async () => {
  await find('30.1.0')
  const nowhere = 'http://127.0.0.1:1/'
  const found = await find('30', nowhere)
  assert.equal(found.version, '30.1.0')
  assert.match(found.warnings.join(), /^The npm registry does not answer: node@30 is 30\.1\.0, the newest/)
  assert.match(
    (await find('31.0.0', nowhere)).error ?? '',
    /^LaunchError: Cannot ask the npm registry for fake-node: it refuses the connection\./,
  )
})

test('an unknown version names its neighbours', async () => {
  assert.match(
    (await find('30.2')).error ?? '',
    /^LaunchError: Cannot find node@30\.2: the npm registry has no such version for .* The nearest are 30\.1\.0, 30\.1\.1, 31\.0\.0\.$/,
  )
})

test('a package with another hash than announced is refused, and nothing is kept', async () => {
  registry.isLying = true
  assert.match(
    (await find('30.1.0')).error ?? '',
    /^LaunchError: Cannot install node@30\.1\.0: its hash is not the one/,
  )
  assert.deepEqual(await cached(), [])
})

test('a binary that was changed in the cache is refused', async () => {
  await find('30.1.0')
  await appendFile(join(cache, 'steelyard/runtimes/node/30.1.0/node'), 'echo something else\n')
  assert.match(
    (await find('30.1.0')).error ?? '',
    /^LaunchError: Cannot use node@30\.1\.0: its binary in the cache has another hash .* 'runtimes prune node@30\.1\.0'/,
  )
})

test('two commands may fetch the same at once', async () => {
  const both = await Promise.all([find('31.0.0'), find('31.0.0')])
  assert.deepEqual(
    both.map(({ version }) => version),
    ['31.0.0', '31.0.0'],
  )
  assert.deepEqual(await cached(), ['31.0.0'])
})

test('a command that is killed half-way leaves nothing that stops the next one', async () => {
  registry.isStuck = true
  const child = start(['31.0.0'])
  await halfWay()
  child.kill('SIGKILL')
  await once(child, 'close')
  assert.match((await cached()).join(), /^\.partial-/)
  registry.isStuck = false
  assert.equal((await find('31.0.0')).version, '31.0.0')
  assert.deepEqual(await cached(), ['31.0.0'])
})

test('an interrupted fetch ends at once and leaves nothing', async () => {
  registry.isStuck = true
  const child = start(['31.0.0'])
  const outcomes = outcomesOf(child)
  await halfWay()
  child.kill('SIGINT')
  assert.match((await outcomes)[0]?.error ?? '', /^LaunchError: Cannot install node@31\.0\.0: /)
  assert.deepEqual(await cached(), [])
})
