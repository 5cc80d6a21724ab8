import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { announce } from '../announce.ts'

const [, , pipe = '', file = ''] = process.argv

announce(
  line => writeFileSync(pipe, line),
  file,
  async app => {
    const server = createServer(getRequestListener(request => app.fetch(request)))
    // A server is stopped between its turns: by default it closes connections that were idle for 5 s, under the next requests.
    server.keepAliveTimeout = 600_000
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    return (server.address() as AddressInfo).port
  },
)
