import { writeFileSync } from 'node:fs'
import { type AppModule, announce, appOf } from '../announce.ts'

const [, , pipe = '', file = ''] = process.argv

announce(
  line => writeFileSync(pipe, line),
  async () => {
    const app = appOf((await import(file)) as AppModule)
    return Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: request => app.fetch(request) }).port
  },
)
