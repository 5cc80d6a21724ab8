import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { LaunchError, type ServerProcess } from '@steelyard/launcher'
import type { SideLaunches } from '../suite/measure-task.ts'
import { unmeasured } from '../suite/measured-suite.ts'
import type { ReadyServer } from './server-app.ts'
import { oneByOne, requestsNs } from './single-requests.ts'

test('requestsNs has no time for a control, which is a copy', () => {
  const plan = { caseId: 'one', params: {}, target: 0 }
  const contenders = [unmeasured(plan), unmeasured({ ...plan, isControl: true })]
  const asked = { budgetNs: 1e6 } as SideLaunches
  assert.equal(requestsNs(contenders, asked, 1e12), requestsNs(contenders.slice(0, 1), asked, 1e12))
})

const TIME_MS = 50
const BYTES = 5

/** Sends single requests to a server that expects answers of 5 bytes, and returns what came of them. */
async function asked(
  listener: RequestListener,
  lost: Promise<LaunchError> = new Promise(() => {}),
): Promise<Awaited<ReturnType<typeof oneByOne>> | string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const process = { cpuNs: () => null, lost } as Partial<ServerProcess> as ServerProcess
  const ready = { process, url: `http://127.0.0.1:${port}/path?page=1`, expected: { bytes: BYTES } }
  try {
    return await oneByOne(ready as ReadyServer, TIME_MS)
  } catch (error) {
    assert.ok(error instanceof LaunchError, String(error))
    return error.message
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('single requests go one after the other over one connection', async () => {
  const connections = new Set<unknown>()
  const seen = new Set<string>()
  let underWay = 0
  let most = 0
  const found = await asked((request, response) => {
    connections.add(request.socket)
    seen.add(`${request.method} ${request.url}`)
    most = Math.max(most, ++underWay)
    setTimeout(() => {
      underWay--
      response.end('hello')
    }, 2)
  })
  assert.ok(typeof found !== 'string', String(found))
  assert.ok(found.wallNs.length >= 20)
  assert.ok(found.wallNs.every(ns => ns > 1e6))
  assert.equal(found.cpuNs, null)
  assert.deepEqual([connections.size, most, [...seen]], [1, 1, ['GET /path?page=1']])
})

test('a server that closes its connection after each answer has single requests too', async () => {
  const found = await asked((_request, response) => {
    response.writeHead(200, { connection: 'close' }).end('hello')
  })
  assert.ok(typeof found !== 'string', String(found))
  assert.ok(found.wallNs.length >= 20)
})

test('a single request that fails says what was wrong', async () => {
  assert.equal(
    await asked((_request, response) => void response.writeHead(500).end('hello')),
    'failed a single request: status 500, 5 bytes',
  )
  assert.equal(
    await asked((_request, response) => void response.end('hello there')),
    'failed a single request: status 200, 11 bytes',
  )
  assert.match(String(await asked(request => void request.socket.destroy())), /^failed a single request: ./)
  const cutShort: RequestListener = (request, response) => {
    response.writeHead(200, { 'content-length': BYTES }).write('hel')
    setTimeout(() => request.socket.destroy(), 10)
  }
  assert.match(String(await asked(cutShort)), /^failed a single request: ./)
})

test('a server that is lost says so in place of the request that it leaves unanswered', async () => {
  const lost = new Promise<LaunchError>(resolve => {
    setTimeout(() => resolve(new LaunchError('crashed', 'exited with code 7')), 30)
  })
  assert.equal(await asked(() => {}, lost), 'exited with code 7')
})
