import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { PACKAGED } from '@steelyard/runners'
import { type ServerApp, type ServerProcess, startServer } from '../src/apps/server-process.ts'
import { bundleApp, bundleEntry } from '../src/bundle/bundle.ts'
import { allowedCores, canPin } from '../src/machine/affinity.ts'
import { residentBytes } from '../src/machine/proc.ts'
import { LaunchError } from '../src/process/launch-error.ts'
import { LIMITS, type Limits } from '../src/process/limits/limits.ts'
import { resolveTarget, type Target } from '../src/targets/resolve-target.ts'
import { parseTarget } from '../src/targets/target.ts'
import { isRunning } from './is-running.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))

let directory: string
let count = 0

before(async () => {
  directory = await mkdtemp(join(os.tmpdir(), 'steelyard-servers-'))
})
after(() => rm(directory, { recursive: true, force: true }))

const targets = new Map<string, Promise<Target>>()

function targetOf(text: string): Promise<Target> {
  const target = targets.get(text) ?? resolveTarget(parseTarget(text), directory)
  targets.set(text, target)
  return target
}

async function start(
  target: Target,
  app: ServerApp,
  limits: Partial<Limits> = {},
): Promise<{ server: ServerProcess; folder: string }> {
  const { server: native, name } = target.runner
  const entry = native.entry === null ? '' : join(directory, `entry-${name}.mjs`)
  if (native.entry !== null) await writeFile(entry, await bundleEntry({ name, entry: native.entry }))
  const folder = join(directory, String(count++))
  const server = await startServer({
    ...{ target, app, entry, directory: folder, compatibilityDate: target.compatibilityDate },
    core: canPin() ? (allowedCores()[0] ?? null) : null,
    environment: { NODE_ENV: 'production' },
    limits: { ...LIMITS, ...limits },
  })
  return { server, folder }
}

async function moduleOf(name: string): Promise<ServerApp> {
  const file = join(directory, `${name}.mjs`)
  await writeFile(file, (await bundleApp(fixture(`apps/${name}.ts`), { size: 3 })).text)
  return { kind: 'module', file }
}

const textOf = async (url: string) => (await fetch(url)).text()

for (const runtime of PACKAGED) {
  test(`startServer runs an app on the server of ${runtime}, stops and continues it, and ends it`, async () => {
    process.env.SECRET = 'leaked'
    const target = await targetOf(runtime)
    const { server, folder } = await start(target, await moduleOf('plain'))
    try {
      assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+$/)
      assert.ok(server.listeningAtMs > server.spawnedAtMs)
      assert.deepEqual(JSON.parse(await textOf(`${server.url}/here`)), {
        ...{ pathname: '/here', mode: 'production', secret: null, params: { size: 3 } },
      })
      assert.equal(await textOf(`${server.url}/format`), 'hello!', 'CommonJS that requires a module of Node')
      const before = server.cpuNs()
      await textOf(`${server.url}/spin`)
      if (before !== null) assert.ok((server.cpuNs() ?? 0) - before > 10e6, 'its own CPU time')
      assert.ok((server.residentBytes() ?? 1e7) > 5e6)

      server.pause()
      let answered = false
      const response = textOf(server.url).then(text => {
        answered = true
        return text
      })
      await sleep(100)
      assert.equal(answered, false, 'a stopped server answers nothing')
      server.resume()
      assert.match(await response, /"pathname":"\/"/)
      server.pause()
    } finally {
      delete process.env.SECRET
      await server.kill()
    }
    assert.equal(isRunning(server.pids[0] ?? 0), false, 'gone, although it was stopped')
    assert.equal(existsSync(folder), false)
  })
}

test('every server keeps its connections while it is stopped for longer than Node keeps idle ones', async () => {
  const app = await moduleOf('plain')
  const answersOf = async (runtime: string) => {
    const { server } = await start(await targetOf(runtime), app)
    const socket = connect(server.port, '127.0.0.1').setEncoding('utf8')
    let received = ''
    socket.on('data', text => (received += text)).on('error', () => {})
    const answers = () => received.split('HTTP/1.1 200 ').length - 1
    const ask = async (count: number) => {
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
      server.resume()
      while (answers() < count && !socket.destroyed) await sleep(10)
    }
    try {
      await ask(1)
      // The connection is idle only once the server has noticed that its response is sent.
      await sleep(300)
      server.pause()
      await sleep(7000)
      await ask(2)
      return answers()
    } finally {
      socket.destroy()
      await server.kill()
    }
  }
  assert.deepEqual(await Promise.all(PACKAGED.map(answersOf)), [2, 2, 2, 2])
})

for (const runtime of ['node', 'workerd']) {
  test(`startServer lets the target override the environment of ${runtime}, with any character`, async () => {
    const target = await targetOf(`NODE_ENV=\\u001b\u001b ${runtime}`)
    const { server } = await start(target, await moduleOf('plain'))
    try {
      assert.equal(JSON.parse(await textOf(server.url)).mode, '\\u001b\u001b')
    } finally {
      await server.kill()
    }
  })
}

for (const [text, flags] of [
  ['node --no-opt', ['--no-opt']],
  ['deno --no-opt', []],
  ['bun useFTLJIT=0', []],
] as const) {
  test(`startServer runs a script of a folder with ${text} on a port that it is given`, async () => {
    const target = await targetOf(text)
    const app = { kind: 'script', directory: fixture('.'), file: 'own-server', args: ['{port}'] } as const
    const { server } = await start(target, app)
    try {
      const shown = JSON.parse(await textOf(server.url))
      assert.deepEqual(shown, { runtime: target.runner.name, flags })
    } finally {
      await server.kill()
    }
  })
}

const linux = { skip: process.platform === 'linux' ? false : 'reads /proc' }
test('a script and the processes that it started are measured together', linux, async () => {
  const app = { kind: 'script', directory: fixture('.'), file: 'wrapped-server', args: ['{port}'] } as const
  const { server } = await start(await targetOf('node'), app)
  try {
    const bytes = server.pids.map(residentBytes)
    assert.equal(bytes.length, 2)
    assert.ok((server.residentBytes() ?? 0) > Math.max(...bytes.map(one => one ?? 0)))
  } finally {
    await server.kill()
  }
  assert.deepEqual(server.pids.map(isRunning), [false, false])
})

test('processes that a script starts after it listens are found again', linux, async () => {
  const app = { kind: 'script', directory: fixture('.'), file: 'late-server', args: ['{port}'] } as const
  const { server } = await start(await targetOf('node'), app)
  try {
    assert.equal(server.pids.length, 1)
    await (await fetch(server.url)).text()
    const [bytes, cpuNs] = [server.residentBytes() ?? 0, server.cpuNs() ?? 0]
    server.findProcesses()
    assert.equal(server.pids.length, 2)
    assert.ok((server.residentBytes() ?? 0) > bytes && (server.cpuNs() ?? 0) >= cpuNs)
  } finally {
    await server.kill()
  }
  assert.deepEqual(server.pids.map(isRunning), [false, false])
})

test('startServer reports that workerd has no scripts', async () => {
  const app = { kind: 'script', directory: fixture('.'), file: 'own-server', args: [] } as const
  await assert.rejects(start(await targetOf('workerd'), app), /has no scripts: workerd runs modules only/)
})

const LOST: readonly (readonly [string, string, LaunchError['failure'], RegExp])[] = [
  ['node', 'no-fetch', 'failed', /did not start: the app has no default export with a function `fetch`/],
  ['bun', 'throws', 'failed', /did not start: no such luck/],
  ['workerd', 'throws', 'crashed', /exited with code 1: .*no such luck/],
  ['deno', 'endless', 'timeout', /did not listen within 0\.7 s/],
]
for (const [runtime, app, failure, message] of LOST) {
  test(`startServer reports that ${app} is lost on ${runtime}, and leaves nothing`, async () => {
    const target = await targetOf(runtime)
    const limits = failure === 'timeout' ? { startMs: 700 } : {}
    await assert.rejects(start(target, await moduleOf(app), limits), (error: unknown) => {
      assert.ok(error instanceof LaunchError, String(error))
      assert.equal(error.failure, failure, error.message)
      assert.match(error.message, message)
      return true
    })
    assert.deepEqual(
      (await readdir(directory)).filter(name => name === String(count - 1)),
      [],
    )
  })
}

test('a server that ends by itself, or that uses too much memory, is lost with its reason', async () => {
  const target = await targetOf('node')
  const ended = await start(target, await moduleOf('plain'))
  await assert.rejects(textOf(`${ended.server.url}/exit`))
  assert.match((await ended.server.lost).message, /exited with code 7/)
  await ended.server.kill()

  const { server } = await start(target, await moduleOf('hoards'), { memoryBytes: 0.3e9 })
  let answered = true
  while (answered) answered = await textOf(server.url).then(Boolean, () => false)
  assert.equal((await server.lost).failure, 'memory')
  await server.kill()
  assert.equal(isRunning(server.pids[0] ?? 0), false)
})
