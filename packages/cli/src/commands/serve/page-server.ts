import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { failedPage, type Page, type PageOf } from './pages.ts'

/** A server on loopback. */
export interface PageServer {
  /** With a slash at its end. */
  readonly url: string
  /** Tells all pages that are open that there is something new. */
  announce(state: string): void
  close(): Promise<void>
}

export interface PageServerOptions {
  /** 0 for a free one. */
  readonly port: number
  readonly pageOf: PageOf
  /** Returns the state of what the pages show. */
  readonly stateOf: () => string
  readonly onFault: (error: unknown) => void
}

const LOOPBACK = '127.0.0.1'
const MOST_LISTENERS = 50

const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
}

/**
 * Serves pages to this machine alone.
 *
 * @throws Error of the operating system where the port cannot be had
 */
export async function startPageServer({
  port,
  pageOf,
  stateOf,
  onFault,
}: PageServerOptions): Promise<PageServer> {
  const listeners = new Set<ServerResponse>()

  function listen(response: ServerResponse): void {
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream' })
    response.write(`retry: 2000\ndata: ${stateOf()}\n\n`)
    listeners.add(response)
    response.once('close', () => listeners.delete(response))
    const [oldest] = listeners
    if (listeners.size > MOST_LISTENERS) oldest?.end()
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isOwnHost(request.headers.host, portOf(server.address()))) {
      return refuse(response, 421, `This server answers to ${LOOPBACK} and localhost alone.`)
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD')
      return refuse(response, 405, 'This server only shows pages.')
    }
    const path = pathOf(request.url)
    if (path === null) return refuse(response, 400, 'This is no path.')
    const isHead = request.method === 'HEAD'
    if (path === '/events' && !isHead) return listen(response)
    send(response, await pageOf(path), isHead)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(error => {
      if (response.destroyed) return
      onFault(error)
      send(response, failedPage(), false)
    })
  })
  server.listen(port, LOOPBACK)
  await once(server, 'listening')
  server.on('error', onFault)
  return {
    url: `http://${LOOPBACK}:${portOf(server.address())}/`,
    announce(state) {
      for (const listener of listeners) listener.write(`data: ${state}\n\n`)
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Whether a request is meant for this server: a page elsewhere can give its own name the address of this machine, but not
 * another name to its requests.
 */
export function isOwnHost(host: string | undefined, port: number): boolean {
  return host !== undefined && [`${LOOPBACK}:${port}`, `localhost:${port}`].includes(host.toLowerCase())
}

/** Returns the path of a request, without its query; null for what a browser would not send to a server of its own. */
function pathOf(url: string | undefined): string | null {
  if (url === undefined || !url.startsWith('/')) return null
  return url.split(/[?#]/, 1)[0] ?? null
}

function portOf(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0
}

function refuse(response: ServerResponse, status: number, sentence: string): void {
  response.writeHead(status, { ...HEADERS, 'content-type': 'text/plain; charset=utf-8' })
  response.end(`${sentence}\n`)
}

function send(response: ServerResponse, { status, type, body, policy }: Page, isHead: boolean): void {
  response.writeHead(status, {
    ...HEADERS,
    'content-type': `${type}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'content-security-policy': `${policy}; frame-ancestors 'none'`,
  })
  response.end(isHead ? undefined : body)
}
