import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { type AppModule, announce, appOf } from '../announce.ts'

const [, , pipe = '', file = ''] = process.argv

announce(
  line => writeFileSync(pipe, line),
  async () => {
    const app = appOf((await import(file)) as AppModule)
    const server = createServer(getRequestListener(request => app.fetch(request)))
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', resolve)
    })
    return (server.address() as AddressInfo).port
  },
)
