import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { LoadError } from '../src/checks/load-fault.ts'
import { type LoadProcess, startLoad } from '../src/process/load-process.ts'
import type { LoadProfile } from '../src/turn/load-turn.ts'
import { expectedOf, serveHttp } from './loopback.ts'

const BODY = 'forty-two bytes are more than enough for it'
const DURATION_MS = 150
const PROFILES: readonly LoadProfile[] = [
  { kind: 'heavy' },
  { kind: 'moderate' },
  { kind: 'sequential' },
  { kind: 'open', ratePerSecond: 400 },
]

let load: LoadProcess
before(async () => {
  load = await startLoad({ core: null, directory: directory('faults') })
})
after(() => load.stop())

function directory(name: string): string {
  return join(os.tmpdir(), `steelyard-load-${name}-${process.pid}`)
}

function turn(url: string, profile: LoadProfile, timeoutMs = 2000) {
  return load.turn({ url, profile, durationMs: DURATION_MS, expected: expectedOf(BODY), timeoutMs })
}

async function rejection(promise: Promise<unknown>): Promise<LoadError> {
  const error = await promise.then(
    () => assert.fail('no error'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof LoadError)
  return error
}

test('a server that is not there refuses', async () => {
  const server = await serveHttp((_request, response) => response.end(BODY))
  await server.close()
  const error = await rejection(turn(server.url, { kind: 'moderate' }))
  assert.equal(error.kind, 'refused')
})

test('a response that is wrong from the start stops the turn before the load', async () => {
  let requests = 0
  const server = await serveHttp((request, response) => {
    requests++
    if (request.url === '/500') response.statusCode = 500
    response.end(request.url === '/short' ? BODY.slice(1) : BODY.toUpperCase())
  })
  const found = []
  for (const path of ['500', 'short', 'others']) {
    const { kind, message } = await rejection(turn(`${server.url}${path}`, { kind: 'moderate' }))
    found.push([kind, /\((.*)\)/.exec(message)?.[1]])
  }
  await server.close()
  assert.deepEqual(found, [
    ['wrong-status', '500 for 200'],
    ['wrong-bytes', '42 bytes for 43'],
    ['wrong-bytes', 'as many bytes as expected, 43, but others'],
  ])
  assert.equal(requests, 3)
})

for (const profile of PROFILES) {
  test(`${profile.kind} counts responses that become wrong under load, by kind`, async () => {
    let requests = 0
    const server = await serveHttp((_request, response) => {
      // The digest is compared once in 100 responses of each client, and these come first.
      const wrong = ++requests > 1 ? requests % 3 : 0
      if (wrong === 1) response.statusCode = 503
      response.end(wrong === 2 ? BODY.slice(2) : BODY)
    })
    const { faults, non2xx, requests: answered } = await turn(server.url, profile)
    await server.close()
    assert.deepEqual(faults.map(({ kind }) => kind).sort(), ['wrong-bytes', 'wrong-status'])
    assert.ok(non2xx > 0 && non2xx < answered)
    for (const { message } of faults) assert.match(message, /\d+ times|once/)
  })

  test(`${profile.kind} counts requests that were lost with their connection`, async () => {
    let requests = 0
    const server = await serveHttp((request, response) => {
      if (++requests % 10 === 0) request.socket.resetAndDestroy()
      else response.end(BODY)
    })
    const { faults, requests: answered } = await turn(server.url, profile)
    await server.close()
    assert.deepEqual(
      faults.map(({ kind }) => kind),
      ['reset'],
    )
    assert.ok(answered > 0)
  })

  test(`${profile.kind} counts requests that get no response in time`, async () => {
    // Within the lead-in of `sequential`; more rarely where a hundred connections would all hang at once.
    const every = profile.kind === 'sequential' ? 10 : 50
    let requests = 0
    const server = await serveHttp((_request, response) => {
      if (++requests % every !== 0) response.end(BODY)
    })
    const { faults } = await turn(server.url, profile, 200)
    await server.close()
    assert.deepEqual(
      faults.map(({ kind }) => kind),
      ['timeout'],
    )
  })
}

test('a response with as many other bytes is detected by its digest', async () => {
  let requests = 0
  const server = await serveHttp((_request, response) =>
    response.end(++requests > 1 ? BODY.toUpperCase() : BODY),
  )
  const { faults } = await turn(server.url, { kind: 'moderate' })
  await server.close()
  assert.deepEqual(
    faults.map(({ kind, count }) => [kind, count > 0]),
    [['wrong-bytes', true]],
  )
})

test('a generator that may open no more files says so, and counts what it could', {
  skip: process.platform !== 'linux',
}, async () => {
  const server = await serveHttp((_request, response) => response.end(BODY))
  const poor = await startLoad({ core: null, directory: directory('poor') })
  execFileSync('prlimit', ['--pid', String(poor.pid), '--nofile=60:60'])
  const { faults, requests } = await poor.turn({
    url: server.url,
    profile: { kind: 'moderate' },
    durationMs: DURATION_MS,
    expected: expectedOf(BODY),
  })
  await poor.stop()
  await server.close()
  assert.ok(requests > 0)
  assert.equal(faults[0]?.kind, 'no-files')
  assert.match(faults[0]?.message ?? '', /may not open more files \d+ times: raise the limit/)
})

test('a generator that dies is a fault of its own', async () => {
  const server = await serveHttp((_request, response) => response.end(BODY))
  const doomed = await startLoad({ core: null, directory: directory('doomed') })
  const failure = rejection(
    doomed.turn({
      url: server.url,
      profile: { kind: 'moderate' },
      durationMs: 5000,
      expected: expectedOf(BODY),
    }),
  )
  setTimeout(() => process.kill(doomed.pid, 'SIGKILL'), 100)
  assert.equal((await failure).kind, 'generator')
  await doomed.stop()
  await server.close()
})

test('closed load does not count the wait for a response that never comes as time of the others', async () => {
  const sockets = new Set<unknown>()
  const server = await serveHttp(({ socket }, response) => {
    // The last of the connections is answered once, and never again.
    const isSecond = sockets.has(socket)
    sockets.add(socket)
    if (!isSecond || sockets.size < 101 || socket !== [...sockets].at(-1)) response.end(BODY)
  })
  const { faults, durationNs } = await turn(server.url, { kind: 'moderate' })
  await server.close()
  assert.deepEqual(
    faults.map(({ kind, count }) => [kind, count]),
    [['timeout', 1]],
  )
  assert.ok(durationNs < 2e9)
})
