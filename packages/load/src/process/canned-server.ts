// The least that a server can do: counts the ends of requests and writes that many copies of one response.
import { createServer } from 'node:net'
import { listenForHost } from '@steelyard/launcher/host'

const END = '\r\n\r\n'

const bytes = Number(process.argv[2])
const response = Buffer.concat([
  Buffer.from(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes}${END}`),
  Buffer.alloc(bytes, 'x'),
])

const server = createServer({ noDelay: true }, socket => {
  // The start of an end that the next piece may complete.
  let tail = ''
  socket.setEncoding('latin1')
  socket.on('data', (text: string) => {
    const seen = tail + text
    const requests = seen.split(END).length - 1
    tail = seen.slice(-(END.length - 1))
    socket.write(requests === 1 ? response : Buffer.concat(Array.from({ length: requests }, () => response)))
  })
  socket.on('error', () => {})
})
listenForHost(server)
