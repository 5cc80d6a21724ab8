import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createServer, type Socket } from 'node:net'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { histogramMean, histogramQuantile } from '@steelyard/stats'
import type { LoadProcess } from '../src/process/load-process.ts'
import { startLoad } from '../src/process/load-process.ts'
import type { LoadTurn } from '../src/turn/load-turn.ts'
import { expectedOf, listen, serveHttp } from './loopback.ts'

const HELLO = 'Grüße von 127.0.0.1'

let load: LoadProcess
before(async () => {
  load = await startLoad({ core: null, directory: join(os.tmpdir(), `steelyard-load-${process.pid}`) })
})
after(() => load.stop())

function assertConsistent(turn: LoadTurn, durationMs: number, atOnce = 0): void {
  assert.deepEqual(turn.faults, [])
  assert.equal(turn.latencyNs.count, turn.requests <= atOnce ? turn.requests : turn.requests - atOnce)
  assert.ok(turn.durationNs >= durationMs * 1e6)
  const partSeconds = turn.durationNs / 1e9 / turn.ratePerSecond.length
  assert.ok(partSeconds > 0.05 && partSeconds < 0.15)
  const counted = turn.ratePerSecond.reduce((sum, rate) => sum + rate * partSeconds, 0)
  assert.ok(Math.abs(counted - turn.requests) < 1e-6 * turn.requests)
  assert.ok(turn.generatorCpuNs > 0)
}

test('moderate holds 100 connections, each with one request at a time, and counts every response from the first on', async () => {
  const underWay = new Map<Socket, number>()
  let most = 0
  let answered = 0
  let openWhenLoaded = 0
  const helper = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
  const server = await serveHttp(({ socket }, response) => {
    if (underWay.has(socket)) openWhenLoaded ||= underWay.size
    const here = (underWay.get(socket) ?? 0) + 1
    underWay.set(socket, here)
    most = Math.max(most, here)
    setTimeout(() => {
      answered++
      if (answered === 300) helper.kill()
      underWay.set(socket, here - 1)
      response.end(HELLO)
    }, 20)
  })
  const turn = await load.turn({
    url: server.url,
    profile: { kind: 'moderate' },
    durationMs: 400,
    expected: expectedOf(HELLO),
    serverPids: [process.pid, helper.pid ?? 0],
    helperPids: [process.pid],
  })
  helper.kill()
  await server.close()
  assertConsistent(turn, 400, 100)
  // The probe has its own connection.
  assert.equal(underWay.size, 101)
  assert.equal(openWhenLoaded, 101, 'none is sent a second request before each has had its first answered')
  assert.equal(most, 1)
  assert.equal(turn.requests, answered - 101)
  assert.ok(histogramQuantile(turn.latencyNs, 0) >= 19e6)
  assert.ok(
    (turn.serverCpuNs ?? 0) > 0 || process.platform !== 'linux',
    'also where one of its processes ended',
  )
  assert.ok(turn.generatorCpuNs > (turn.serverCpuNs ?? 0), 'what serves the generator counts as its own')
  assert.equal(turn.firstByteNs, null)
  assert.ok(
    [...underWay.values()].every(count => count === 0),
    'what is under way is awaited before the turn ends',
  )
})

test('closed load takes no less time than its requests need, one after the other, on the server', async () => {
  const serviceMs = 0.2
  const server = await serveHttp((_request, response) => {
    for (const endMs = performance.now() + serviceMs; performance.now() < endMs; );
    response.end(HELLO)
  })
  for (const kind of ['heavy', 'moderate'] as const) {
    const options = { url: server.url, profile: { kind }, durationMs: 50, expected: expectedOf(HELLO) }
    const turn = await load.turn(options)
    assertConsistent(turn, 50, kind === 'heavy' ? 1000 : 100)
    assert.ok(turn.durationNs >= turn.requests * serviceMs * 1e6)
  }
  await server.close()
})

test('closed load keeps its connections from turn to turn, and reopens those that the server closed', async t => {
  const sockets = new Set<Socket>()
  const old = new Set<Socket>()
  const server = await serveHttp(({ socket }, response) => {
    sockets.add(socket)
    // Closed while the request for it was on its way.
    if (old.delete(socket)) socket.resetAndDestroy()
    else response.end(HELLO)
  })
  t.after(() => server.close())
  // Long enough for a busy machine to answer in.
  const durationMs = 300
  const options = { url: server.url, durationMs, expected: expectedOf(HELLO) }
  const counts = []
  const age = () => {
    for (const socket of sockets) old.add(socket)
  }
  for (const between of [() => {}, () => closeAll(sockets, 30), age]) {
    for (const kind of ['moderate', 'heavy'] as const) {
      const turn = await load.turn({ ...options, profile: { kind } })
      assertConsistent(turn, durationMs, kind === 'heavy' ? 1000 : 100)
      counts.push(sockets.size)
    }
    between()
  }
  const { faults } = await load.turn({ ...options, profile: { kind: 'heavy' } })
  assert.deepEqual(faults, [])
  // Each turn has a probe on a connection of its own.
  assert.deepEqual(counts, [101, 102, 103, 104, 135, 136])
  assert.ok(sockets.size > 137)
})

/** Closes this number of open connections. */
function closeAll(sockets: ReadonlySet<Socket>, count: number): void {
  const open = [...sockets].filter(({ readyState }) => readyState === 'open')
  for (const socket of open.slice(0, count)) socket.end()
}

test('heavy sends ten requests at once on each of 100 connections', async () => {
  const response = `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`
  const sockets: Socket[] = []
  const server = await listen(
    createServer(socket => {
      sockets.push(socket)
      let seen = 0
      let probe = true
      socket.setEncoding('latin1').on('data', (text: string) => {
        seen += text.split('\r\n\r\n').length - 1
        // The probe and the opening of each connection come alone.
        if (probe && seen-- === 1) socket.write(response)
        probe = false
        // Answers only whole tens: a client with fewer under way would wait for ever.
        for (; seen >= 10; seen -= 10) socket.write(response.repeat(10))
      })
      socket.on('error', () => {})
    }),
    () => {
      for (const socket of sockets) socket.destroy()
    },
  )
  const turn = await load.turn({
    url: server.url,
    profile: { kind: 'heavy' },
    durationMs: 300,
    expected: expectedOf('ok'),
    timeoutMs: 1000,
  })
  await server.close()
  assert.ok(turn.requests > 0)
  assert.equal(sockets.length, 101)
})

test('sequential separates the first byte from the last, and sends one request before the window where responses are slow', async () => {
  let asked = 0
  const server = await serveHttp((_request, response) => {
    asked++
    response.write(HELLO.slice(0, 5))
    setTimeout(() => response.end(HELLO.slice(5)), 30)
  })
  const turn = await load.turn({
    url: server.url,
    profile: { kind: 'sequential' },
    durationMs: 300,
    expected: expectedOf(HELLO),
  })
  await server.close()
  assertConsistent(turn, 300)
  // The probe, the connection, and the turn.
  assert.equal(asked, 2 + turn.requests)
  assert.ok(turn.firstByteNs)
  assert.equal(turn.firstByteNs.count, turn.requests)
  // A timer may fire a millisecond early, never more.
  assert.ok(histogramMean(turn.latencyNs) - histogramMean(turn.firstByteNs) >= 28e6)
})

/** Answers at once but for one stall: what comes in it is answered when it is over. */
function stallingServer(beginsAtRequest: number, stallMs: number) {
  let requests = 0
  let endsMs = 0
  const arrivals = { inStall: 0 }
  const listener = serveHttp((_request, response) => {
    if (++requests === beginsAtRequest) endsMs = performance.now() + stallMs
    const waitMs = endsMs - performance.now()
    if (waitMs <= 0) {
      response.end(HELLO)
      return
    }
    arrivals.inStall++
    setTimeout(() => response.end(HELLO), waitMs + 1)
  })
  return listener.then(server => ({ server, arrivals }))
}

test('open counts latency from the intended start, so that a stall shows in every request it delayed', async () => {
  const { server } = await stallingServer(50, 300)
  const turn = await load.turn({
    url: server.url,
    profile: { kind: 'open', ratePerSecond: 200 },
    durationMs: 800,
    expected: expectedOf(HELLO),
  })
  await server.close()
  assert.deepEqual(turn.faults, [])
  assert.equal(turn.requests, 160)
  assert.equal(turn.latencyNs.count, 160)
  assert.equal(turn.latenessNs?.count, 160)
  // Requests meant for the first 150 of the 300 ms wait 150 ms at least: 30 of them, but for one at either edge.
  const delayed = 1 - 29 / 160
  assert.ok(histogramQuantile(turn.latencyNs, delayed + 0.001) >= 149e6)
})

test('sequential hides the same stall in a single request, which is why open exists', async () => {
  const { server, arrivals } = await stallingServer(50, 300)
  const turn = await load.turn({
    url: server.url,
    profile: { kind: 'sequential' },
    durationMs: 800,
    expected: expectedOf(HELLO),
  })
  await server.close()
  assert.equal(arrivals.inStall, 1)
  assert.ok(histogramQuantile(turn.latencyNs, 1) >= 299e6)
})

test('open sends a background load from its moment on and counts it apart', async () => {
  const seen = { other: 0, mainBefore: 0 }
  const server = await serveHttp((request, response) => {
    if (request.url === '/other') seen.other++
    else if (seen.other <= 1) seen.mainBefore++
    setTimeout(
      () => response.end(request.url === '/other' ? 'other' : HELLO),
      request.url === '/other' ? 60 : 0,
    )
  })
  const turn = await load.turn({
    url: server.url,
    profile: { kind: 'open', ratePerSecond: 100 },
    durationMs: 400,
    expected: expectedOf(HELLO),
    background: {
      url: `${server.url}other`,
      ratePerSecond: 50,
      fromMs: 200,
      durationMs: 100,
      expected: expectedOf('other'),
    },
  })
  await server.close()
  assert.deepEqual([turn.requests, turn.background?.requests], [40, 5])
  assert.deepEqual([turn.faults, turn.background?.faults], [[], []])
  // Both were probed once before; then the lead-in of 10, and 20 of the window come before the first of the others.
  assert.equal(seen.other, 6)
  assert.ok(seen.mainBefore >= 20)
  assert.ok(histogramQuantile(turn.background?.latencyNs ?? turn.latencyNs, 0) >= 59e6)
})

test('limit measures the generator against canned bytes', async () => {
  const turn = await load.limit({
    profile: { kind: 'heavy' },
    durationMs: 300,
    bytes: 1000,
    serverCore: null,
  })
  assertConsistent(turn, 300, 1000)
  assert.ok((turn.serverCpuNs ?? 0) > 0 || process.platform !== 'linux')
})

test('closed load ends its turn when the time is up, however little of it there was to send in', async () => {
  const server = await serveHttp((_request, response) => response.end(HELLO))
  const options = { url: server.url, profile: { kind: 'moderate' }, expected: expectedOf(HELLO) } as const
  const timeoutMs = 60_000
  const beganMs = performance.now()
  for (const durationMs of [20, 0.01, 0.1, 1]) {
    // In the shortest nothing may be answered, which is an error.
    await load.turn({ ...options, durationMs, timeoutMs }).catch(({ kind }) => assert.equal(kind, 'timeout'))
  }
  await server.close()
  // A connection that waits for nothing would end with its limit.
  assert.ok(performance.now() - beganMs < timeoutMs)
})
