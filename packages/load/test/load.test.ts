import assert from 'node:assert/strict'
import { createServer, type Socket } from 'node:net'
import os from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { histogramMean, histogramQuantile } from '@steelyard/stats'
import type { LoadProcess } from '../src/load-process.ts'
import { startLoad } from '../src/load-process.ts'
import type { LoadTurn } from '../src/load-turn.ts'
import { expectedOf, listen, serveHttp } from './loopback.ts'

const HELLO = 'Grüße von 127.0.0.1'

let load: LoadProcess
before(async () => {
  load = await startLoad({ core: null, directory: join(os.tmpdir(), `steelyard-load-${process.pid}`) })
})
after(() => load.stop())

function assertConsistent(turn: LoadTurn, durationMs: number): void {
  assert.deepEqual(turn.faults, [])
  assert.equal(turn.latencyNs.count, turn.requests)
  assert.ok(turn.durationNs >= durationMs * 1e6)
  assert.ok(turn.ratePerSecond.length >= Math.floor(durationMs / 100))
  const counted = turn.ratePerSecond.reduce((sum, rate) => sum + rate / 10, 0)
  assert.ok(Math.round(counted) <= turn.requests)
  assert.ok(turn.generatorCpuNs > 0)
}

test('moderate holds 100 connections, each with one request at a time, and checks every answer', async () => {
  const underWay = new Map<Socket, number>()
  let most = 0
  let answered = 0
  const server = await serveHttp(({ socket }, response) => {
    const here = (underWay.get(socket) ?? 0) + 1
    underWay.set(socket, here)
    most = Math.max(most, here)
    setTimeout(() => {
      answered++
      underWay.set(socket, here - 1)
      response.end(HELLO)
    }, 20)
  })
  const turn = await load.turn({
    url: server.url,
    profile: { kind: 'moderate' },
    durationMs: 400,
    expected: expectedOf(HELLO),
    serverPids: [process.pid],
  })
  await server.close()
  assertConsistent(turn, 400)
  // The first look has a connection of its own.
  assert.equal(underWay.size, 101)
  assert.equal(most, 1)
  assert.ok(turn.requests > 0 && turn.requests < answered)
  assert.ok(turn.digestsCompared > 0)
  assert.ok(histogramQuantile(turn.latencyNs, 0) >= 19e6)
  assert.ok((turn.serverCpuNs ?? 0) > 0 || process.platform !== 'linux')
  assert.equal(turn.firstByteNs, null)
  assert.ok(
    [...underWay.values()].every(count => count === 0),
    'what is under way is awaited before the turn ends',
  )
})

test('heavy sends ten requests at once on each of 100 connections', async () => {
  const answer = `HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok`
  let connections = 0
  const server = await listen(
    createServer(socket => {
      connections++
      let seen = 0
      let probe = true
      socket.setEncoding('latin1').on('data', (text: string) => {
        seen += text.split('\r\n\r\n').length - 1
        // The first look comes alone, on a connection of its own.
        if (probe && seen === 1 && connections === 1) socket.write(answer)
        probe = false
        // Answers only whole tens: a client with fewer under way would wait for ever.
        for (; seen >= 10; seen -= 10) socket.write(answer.repeat(10))
      })
      socket.on('error', () => {})
    }),
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
  assert.equal(connections, 101)
})

test('sequential tells the first byte from the last', async () => {
  const server = await serveHttp((_request, response) => {
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

test('open sends requests of another kind beside, from their moment on and counted apart', async () => {
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
    beside: {
      url: `${server.url}other`,
      ratePerSecond: 50,
      fromMs: 200,
      durationMs: 100,
      expected: expectedOf('other'),
    },
  })
  await server.close()
  assert.deepEqual([turn.requests, turn.beside?.requests], [40, 5])
  assert.deepEqual([turn.faults, turn.beside?.faults], [[], []])
  // Both were looked at once before; then the lead-in of 10, and 20 of the window come before the first of the others.
  assert.equal(seen.other, 6)
  assert.ok(seen.mainBefore >= 20)
  assert.ok(histogramQuantile(turn.beside?.latencyNs ?? turn.latencyNs, 0) >= 59e6)
})

test('limit measures the generator against canned bytes', async () => {
  const turn = await load.limit({
    profile: { kind: 'heavy' },
    durationMs: 300,
    bytes: 1000,
    serverCore: null,
  })
  assertConsistent(turn, 300)
  assert.ok((turn.serverCpuNs ?? 0) > 0 || process.platform !== 'linux')
})
