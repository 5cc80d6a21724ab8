import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { test } from 'node:test'
import type { LaunchError } from '../process/launch-error.ts'
import { openConnection, wholeResponse } from './plain-connection.ts'

const PLAIN = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello'
const CHUNKED =
  'HTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\n\r\n'

for (const [text, status] of [
  [PLAIN, 200],
  [CHUNKED, 404],
] as const) {
  test(`wholeResponse knows when a response of status ${status} is whole, wherever it is cut`, () => {
    for (let length = 0; length < text.length; length++) {
      assert.equal(wholeResponse(Buffer.from(text.slice(0, length))), null)
    }
    const response = wholeResponse(Buffer.from(text))
    assert.deepEqual([response?.status, response?.body.toString()], [status, 'hello'])
  })
}

test('wholeResponse refuses bytes that are no response', () => {
  assert.throws(() => wholeResponse(Buffer.from('hello\r\n\r\n')), SyntaxError)
  assert.throws(() => wholeResponse(Buffer.from('HTTP/1.1 200 OK\r\n\r\n')), /length is missing/)
  assert.throws(
    () => wholeResponse(Buffer.from('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n')),
    /no length/,
  )
})

/** A server with one handler for each connection. */
async function served(
  answer: (request: string) => readonly string[] | 'close',
  use: (port: number) => Promise<void>,
) {
  const server = createServer(socket => {
    socket.on('error', () => {})
    socket.on('data', async data => {
      const pieces = answer(data.toString())
      if (pieces === 'close') return socket.destroy()
      for (const piece of pieces) {
        socket.write(piece)
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  try {
    await use(typeof address === 'object' && address !== null ? address.port : 0)
  } finally {
    server.close()
  }
}

test('a connection carries one request after the other and reports when their bytes came', async () => {
  const asked: string[] = []
  await served(
    request => {
      asked.push(request.split(' ')[1] ?? '')
      return [PLAIN.slice(0, 3), PLAIN.slice(3)]
    },
    async port => {
      const connection = await openConnection(port)
      const first = await connection.get('/a', 1000)
      const second = await connection.get('/b', 1000)
      assert.deepEqual(asked, ['/a', '/b'])
      const times = [connection.openedAtMs, first.sentAtMs, first.firstByteAtMs, first.lastByteAtMs]
      assert.deepEqual(
        times.toSorted((a, b) => a - b),
        times,
      )
      assert.ok(first.lastByteAtMs - first.firstByteAtMs > 10, 'the second piece came later')
      assert.ok(second.sentAtMs >= first.lastByteAtMs)
      connection[Symbol.dispose]()
    },
  )
})

test('a connection reports what went wrong', async () => {
  const failure = (wanted: LaunchError['failure']) => (error: LaunchError) => error.failure === wanted
  await served(
    () => 'close',
    async port => {
      const connection = await openConnection(port)
      await assert.rejects(connection.get('/', 1000), failure('crashed'))
      await assert.rejects(connection.get('/', 1000), failure('crashed'))
    },
  )
  await served(
    () => [PLAIN.slice(0, 20)],
    async port => {
      const connection = await openConnection(port)
      await assert.rejects(connection.get('/', 50), failure('timeout'))
      connection[Symbol.dispose]()
    },
  )
  let free = 0
  await served(
    () => 'close',
    async port => {
      free = port
    },
  )
  await assert.rejects(openConnection(free), failure('crashed'))
})
