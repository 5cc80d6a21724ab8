// Not undici (docs/lab-notes.md, HTTP clients): with it the same starts take 0.3 to 0.4 ms longer, on Bun 6 %.
// A start is timed from outside, so its time includes the client's work.
import { connect } from 'node:net'
import { LaunchError } from '../process/launch-error.ts'
import { withRemedy } from '../process/limits/os-limits.ts'

/** The response to one GET request. Times are on the clock of `performance.now()`. */
export interface PlainResponse {
  readonly status: number
  readonly body: Buffer
  /** Just before the request was given to the kernel. */
  readonly sentAtMs: number
  /** When the host had read its first byte, and its last one. */
  readonly firstByteAtMs: number
  readonly lastByteAtMs: number
}

/**
 * Opens a connection to a loopback port, over which one request goes after the other: a bare socket, which has nothing to
 * set up between a request and its bytes.
 *
 * @throws LaunchError when nothing accepts it
 */
export async function openConnection(port: number) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', ({ message }) =>
      reject(new LaunchError('crashed', `took no connection: ${withRemedy(message)}`)),
    )
  })
  /** When the server accepted it, on the clock of `performance.now()`. */
  const openedAtMs = performance.now()
  socket.on('error', () => {})

  /** @throws LaunchError when the response is cut short, is no HTTP/1.1, or does not end in time */
  const get = (path: string, limitMs: number) =>
    new Promise<PlainResponse>((resolve, reject) => {
      const pieces: Buffer[] = []
      let firstByteAtMs = 0
      const settle = (end: () => void) => {
        clearTimeout(timer)
        socket.off('data', onData)
        socket.off('close', onClose)
        end()
      }
      const fail = (failure: 'crashed' | 'timeout', message: string) =>
        settle(() => reject(new LaunchError(failure, message)))
      const onClose = () => fail('crashed', 'closed the connection before its answer was whole')
      const onData = (piece: Buffer) => {
        const nowMs = performance.now()
        if (pieces.length === 0) firstByteAtMs = nowMs
        pieces.push(piece)
        try {
          const response = wholeResponse(Buffer.concat(pieces))
          if (response === null) return
          settle(() => resolve({ ...response, sentAtMs, firstByteAtMs, lastByteAtMs: nowMs }))
        } catch (error) {
          fail('crashed', `answered with what is no HTTP: ${(error as Error).message}`)
        }
      }
      const timer = setTimeout(
        () => fail('timeout', `did not answer a request within ${limitMs / 1000} s`),
        limitMs,
      )
      socket.on('data', onData)
      socket.on('close', onClose)
      if (socket.destroyed) return onClose()
      const sentAtMs = performance.now()
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept: */*\r\n\r\n`)
    })
  return { openedAtMs, get, [Symbol.dispose]: () => void socket.destroy() }
}

const HEAD_END = '\r\n\r\n'

/** Returns the response that the bytes hold; null while it is incomplete. Throws SyntaxError for other bytes. */
export function wholeResponse(bytes: Buffer): Pick<PlainResponse, 'status' | 'body'> | null {
  const headEnd = bytes.indexOf(HEAD_END)
  if (headEnd < 0) return null
  const [first = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1])
  if (Number.isNaN(status)) throw new SyntaxError(`the first line is '${first.slice(0, 40)}'`)
  const headers = new Map(
    lines.map(line => {
      const [name = '', value = ''] = line.split(/:\s*(.*)/, 2)
      return [name.toLowerCase(), value] as const
    }),
  )
  const rest = bytes.subarray(headEnd + HEAD_END.length)
  if (headers.get('transfer-encoding')?.toLowerCase() === 'chunked') {
    const body = unchunked(rest)
    return body === null ? null : { status, body }
  }
  const length = Number(headers.get('content-length') ?? Number.NaN)
  if (Number.isNaN(length)) throw new SyntaxError('its length is missing')
  return rest.length < length ? null : { status, body: rest.subarray(0, length) }
}

/** RFC 9112, 7.1: chunks, each with its length in hexadecimal before it; one of length 0 is the last. */
function unchunked(bytes: Buffer): Buffer | null {
  const chunks: Buffer[] = []
  for (let at = 0; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const length = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16)
    if (Number.isNaN(length)) throw new SyntaxError('a chunk has no length')
    const begin = lineEnd + 2
    if (bytes.length < begin + length + 2) return null
    if (length === 0) return Buffer.concat(chunks)
    chunks.push(bytes.subarray(begin, begin + length))
    at = begin + length + 2
  }
}
