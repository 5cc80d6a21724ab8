import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { FakeRegistry } from './fake-registry.ts'

const FINDER = fileURLToPath(new URL('fixtures/find-pinned.ts', import.meta.url))
const VERSION = '30.1.1'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-pinned-'))
let registry: FakeRegistry
let cache: string
let runners: string

before(async () => {
  registry = await FakeRegistry.open(directory, ['30.1.0', VERSION])
})
beforeEach(() => {
  cache = mkdtempSync(join(directory, 'cache-'))
  runners = mkdtempSync(join(directory, 'runners-'))
  registry.requests.length = 0
  pin(registry.integrityOf(VERSION))
})
after(async () => {
  await registry.close()
  rmSync(directory, { recursive: true })
})

function pin(integrity: string): void {
  const runtimes = { 'fake-node': { version: VERSION, integrity } }
  writeFileSync(join(runners, 'package.json'), JSON.stringify({ type: 'module', runtimes }))
}

/** Installs a version of the package where the runners find it. */
function install(version: string): string {
  const folder = join(runners, 'node_modules/fake-node')
  mkdirSync(folder, { recursive: true })
  cpSync(join(directory, version, 'package'), folder, { recursive: true })
  return join(folder, 'bin/node')
}

async function find(address = registry.address, targets = ['node', 'node --no-opt']) {
  const env = { ...process.env, npm_config_registry: address, XDG_CACHE_HOME: cache }
  const { stdout } = await promisify(execFile)(process.execPath, [FINDER, runners, directory, ...targets], {
    env: { ...env, npm_config_userconfig: join(directory, 'none') },
  })
  return JSON.parse(stdout) as { version?: string; binary?: string; error: string | null }
}

test('a pinned build that is not installed is fetched once, for all targets of a run, then used without the registry', async () => {
  const binary = join(cache, 'steelyard/runtimes/node', VERSION, 'node')
  assert.deepEqual(await find(), { version: VERSION, binary, error: null })
  assert.equal(registry.requests.filter(url => url.endsWith('.tgz')).length, 1)
  assert.deepEqual(await find('http://127.0.0.1:1/'), { version: VERSION, binary, error: null })
})

test('a pinned build that is installed is used, another version of its package is not', async () => {
  const binary = install(VERSION)
  assert.deepEqual(await find('http://127.0.0.1:1/'), { version: VERSION, binary, error: null })
  install('30.1.0')
  assert.match((await find()).binary ?? '', /runtimes\/node\/30\.1\.1\/node$/)
})

test('a package with another hash than the pinned one is refused, although the registry announces its hash', async () => {
  pin(registry.integrityOf('30.1.0'))
  assert.match(
    (await find()).error ?? '',
    /^LaunchError: Cannot install node@30\.1\.1: its hash is not the one that was released\. Nothing was kept\./,
  )
  assert.equal(existsSync(join(cache, 'steelyard/runtimes/node', VERSION)), false)
})

test('a package with another hash than the pinned one is refused where its version is named too', async () => {
  pin(registry.integrityOf('30.1.0'))
  const wrong = await find(registry.address, [`node@${VERSION}`])
  assert.match(wrong.error ?? '', /^LaunchError: Cannot install node@30\.1\.1: its hash .* was released\./)
  assert.equal(existsSync(join(cache, 'steelyard/runtimes/node', VERSION)), false)
})

test('without the registry, or a cache that can be written, the error says why something is fetched', async () => {
  const why = 'The pinned node@30\\.1\\.1 is downloaded when it is first needed\\.$'
  assert.match(
    (await find('http://127.0.0.1:1/')).error ?? '',
    new RegExp(
      `^LaunchError: Cannot ask the npm registry for fake-node: it refuses the connection\\. .* ${why}`,
    ),
  )
  rmSync(cache, { recursive: true })
  writeFileSync(cache, 'a file')
  assert.match(
    (await find()).error ?? '',
    new RegExp(`^LaunchError: Cannot write to the cache folder .*: (EEXIST|ENOTDIR)\\. .* ${why}`),
  )
})

test('the repository pins nothing so: it says that the package is not installed', async () => {
  writeFileSync(join(runners, 'package.json'), '{"type":"module"}')
  assert.match(
    (await find()).error ?? '',
    /^LaunchError: Cannot run node: its package fake-node is not installed\./,
  )
  assert.deepEqual(registry.requests, [])
})
