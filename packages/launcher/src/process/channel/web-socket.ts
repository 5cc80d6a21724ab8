import { createHash, randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { type Channel, LONGEST_REPLY, onRead } from './channel.ts'

// Node's own WebSocket keeps its descriptor to itself, and another thread needs it.

const FINAL_TEXT = 0x81
const FINAL = 0x80
const MASKED = 0x80
const CONTINUATION = 0
const TEXT = 1
const CLOSE = 8
const SHORTEST_FRAME = 2

/** The constant of RFC 6455. */
const ACCEPTED = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

/** Returns a text as a frame of a client. */
export function textFrame(text: string): Buffer {
  const payload = Buffer.from(text)
  const { length } = payload
  const header =
    length < 126
      ? [FINAL_TEXT, MASKED | length]
      : length < 65536
        ? [FINAL_TEXT, MASKED | 126, length >> 8, length & 255]
        : null
  if (header === null) throw new RangeError(`a message of ${length} bytes is too long`)
  const mask = randomBytes(4)
  return Buffer.concat([Buffer.from(header), mask, payload.map((byte, at) => byte ^ (mask[at & 3] ?? 0))])
}

interface FrameEvents {
  readonly onText: (text: string) => void
  /** Called when the server ends the conversation. */
  readonly onClose: () => void
  /** Called once for a message over 32 MB; none is reported after it. */
  readonly onTooLong: () => void
}

/** Returns a function that takes pieces of what a server sends, and reports every whole text. Pings are ignored. */
export function frameReader({ onText, onClose, onTooLong }: FrameEvents): (piece: Uint8Array) => void {
  let pieces: Uint8Array[] = []
  let length = 0
  /** Length of the next frame, as far as known. */
  let wanted = SHORTEST_FRAME
  let parts: Buffer[] = []
  let isOver = false
  return piece => {
    if (isOver) return
    pieces.push(piece)
    length += piece.length
    // A long text comes in many pieces, which are joined once.
    if (length >= wanted) {
      let rest = Buffer.concat(pieces)
      let frame = frameAt(rest)
      for (; typeof frame !== 'number'; frame = frameAt(rest)) {
        rest = rest.subarray(frame.end)
        if (frame.kind === CLOSE) onClose()
        if (frame.kind !== TEXT && frame.kind !== CONTINUATION) continue
        parts.push(frame.payload)
        if (!frame.isFinal) continue
        const text = Buffer.concat(parts).toString('utf8')
        parts = []
        onText(text)
      }
      wanted = frame
      pieces = [rest]
      length = rest.length
    }
    if (length + parts.reduce((sum, part) => sum + part.length, 0) <= LONGEST_REPLY) return
    isOver = true
    onTooLong()
  }
}

/** Reads the frame that bytes begin with, or how many it needs at least. A server's frames have no mask. */
function frameAt(bytes: Buffer) {
  const [first, second] = bytes
  if (first === undefined || second === undefined) return SHORTEST_FRAME
  const short = second & 127
  const start = short < 126 ? 2 : short === 126 ? 4 : 10
  if (bytes.length < start) return start
  const length =
    short < 126 ? short : short === 126 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2))
  const end = start + length
  if (bytes.length < end) return end
  return { kind: first & 15, isFinal: (first & FINAL) !== 0, payload: bytes.subarray(start, end), end }
}

/**
 * Opens a web socket on a connection to a loopback port.
 *
 * @param descriptor of a connection that stands; null to connect, so that another thread cannot read
 * @throws Error when the server does not accept it
 */
export async function openFrames(
  descriptor: number | null,
  port: number,
  { onText, onClose, onTooLong }: FrameEvents,
): Promise<Channel> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const key = randomBytes(16).toString('base64')
  const read = frameReader({ onText, onClose, onTooLong })
  let head: Buffer | null = Buffer.alloc(0)
  const take = (piece: Uint8Array) => {
    if (head === null) return read(piece)
    head = Buffer.concat([head, piece])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    const rest = head.subarray(end + 4)
    const accepts = isAccepted(head.toString('latin1', 0, end), key)
    head = null
    if (!accepts) return reject(refused(port))
    resolve()
    read(rest)
  }
  const socket = new Socket({
    ...(descriptor === null ? {} : { fd: descriptor, readable: true, writable: true }),
    onread: onRead(piece => take(Uint8Array.from(piece))),
  })
  socket.setNoDelay(true)
  socket.on('error', () => {})
  socket.on('close', () => {
    reject(refused(port))
    onClose()
  })
  if (descriptor === null) socket.connect(port, '127.0.0.1')
  socket.resume()
  socket.write(
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Key: ${key}\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  )
  await promise
  return {
    send: text => void socket.write(textFrame(text)),
    lend() {
      if (descriptor === null) return null
      socket.pause()
      return { input: descriptor, output: descriptor, framing: 'web socket' }
    },
    takeBack: () => void (socket.destroyed || socket.resume()),
    close: () => void socket.destroy(),
  }
}

function isAccepted(head: string, key: string): boolean {
  const [status = '', ...headers] = head.split('\r\n')
  const expected = createHash('sha1').update(`${key}${ACCEPTED}`).digest('base64')
  return (
    /^HTTP\/1\.1 101\b/.test(status) &&
    headers.some(header => /^sec-websocket-accept:/i.test(header) && header.endsWith(expected))
  )
}

function refused(port: number): Error {
  return new Error(`no web socket on port ${port}`)
}
