import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { frameReader, openFrames, textFrame } from './web-socket.ts'

/** A frame of a server: without a mask. */
function serverFrame(payload: Buffer, { kind = 1, isFinal = true } = {}): Buffer {
  const { length } = payload
  const first = kind | (isFinal ? 0x80 : 0)
  if (length < 126) return Buffer.concat([Buffer.from([first, length]), payload])
  const header = Buffer.alloc(length < 65536 ? 4 : 10)
  header[0] = first
  header[1] = length < 65536 ? 126 : 127
  if (length < 65536) header.writeUInt16BE(length, 2)
  else header.writeBigUInt64BE(BigInt(length), 2)
  return Buffer.concat([header, payload])
}

/** Reads bytes in pieces of this size, and returns what was reported. */
function readPieces(bytes: Buffer, size: number): string[] {
  const seen: string[] = []
  const read = frameReader({
    onText: text => seen.push(text),
    onClose: () => seen.push('closed'),
    onTooLong: () => seen.push('too long'),
  })
  for (let at = 0; at < bytes.length; at += size) read(bytes.subarray(at, at + size))
  return seen
}

test('frameReader reports whole texts, however they arrive', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 200 })),
      fc.integer({ min: 1, max: 300 }),
      (texts, size) => {
        const bytes = Buffer.concat(texts.map(text => serverFrame(Buffer.from(text))))
        assert.deepEqual(readPieces(bytes, size), texts)
      },
    ),
  )
})

test('frameReader reads lengths of 16 and 64 bits, and texts in several frames', () => {
  const long = ['x'.repeat(126), 'y'.repeat(65_535), 'z'.repeat(65_536)]
  assert.deepEqual(readPieces(Buffer.concat(long.map(text => serverFrame(Buffer.from(text)))), 4096), long)
  const whole = Buffer.from('häppchen')
  const parts = [
    serverFrame(whole.subarray(0, 2), { isFinal: false }),
    serverFrame(Buffer.from('ping'), { kind: 9 }),
    serverFrame(whole.subarray(2), { kind: 0 }),
  ]
  assert.deepEqual(readPieces(Buffer.concat(parts), 3), ['häppchen'])
})

test('frameReader reports the end of a conversation, and a text without an end once', () => {
  assert.deepEqual(readPieces(serverFrame(Buffer.alloc(2), { kind: 8 }), 100), ['closed'])
  const endless = Buffer.concat([Buffer.from([0x81, 127, 0, 0, 0, 1, 0, 0, 0, 0]), Buffer.alloc(33e6)])
  assert.deepEqual(readPieces(endless, 8e6), ['too long'])
})

test('textFrame masks what a client sends', () => {
  for (const text of ['', 'hello', 'ü'.repeat(100), 'x'.repeat(4000)]) {
    const frame = textFrame(text)
    assert.equal(frame[0], 0x81)
    assert.ok(((frame[1] ?? 0) & 0x80) !== 0)
    const short = (frame[1] ?? 0) & 127
    const start = short < 126 ? 2 : 4
    const mask = frame.subarray(start, start + 4)
    const payload = frame.subarray(start + 4).map((byte, at) => byte ^ (mask[at & 3] ?? 0))
    assert.equal(short < 126 ? short : frame.readUInt16BE(2), payload.length)
    assert.equal(Buffer.from(payload).toString(), text)
  }
  assert.throws(() => textFrame('x'.repeat(65_536)), RangeError)
})

test('openFrames connects by itself where it is given no connection, and sends and reads texts', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.on('upgrade', ({ headers }, socket) => {
    const key = `${headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`
    const accepted = createHash('sha1').update(key).digest('base64')
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ${accepted}\r\n\r\n`,
    )
    socket.once('data', frame => socket.end(serverFrame(Buffer.from(`${frame.length} bytes`))))
  })
  const { promise: text, resolve: onText } = Promise.withResolvers<string>()
  const { promise: closed, resolve: onClose } = Promise.withResolvers<void>()
  const frames = await openFrames(null, port, { onText, onClose, onTooLong() {} })
  frames.send('hello')
  assert.equal(await text, '11 bytes')
  await closed
  server.close()
  await assert.rejects(openFrames(null, port, { onText, onClose, onTooLong() {} }), /no web socket on port/)
})
