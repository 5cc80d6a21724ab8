import { createHash } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import type { ExpectedResponse } from '../src/turn/load-turn.ts'

/** A server on a free loopback port. */
export interface Loopback {
  readonly url: string
  close(): Promise<void>
}

export function serveHttp(listener: RequestListener): Promise<Loopback> {
  const server = createServer(listener)
  return listen(server, () => server.closeAllConnections())
}

export async function listen(server: Server, closeConnections: () => void = () => {}): Promise<Loopback> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        closeConnections()
      }),
  }
}

export function expectedOf(body: string, status = 200): ExpectedResponse {
  return {
    status,
    bytes: Buffer.byteLength(body),
    sha256: createHash('sha256').update(body).digest('hex'),
  }
}
