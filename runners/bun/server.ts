import { writeFileSync } from 'node:fs'
import { announce } from '../announce.ts'

const [, , pipe = '', file = ''] = process.argv

announce(
  line => writeFileSync(pipe, line),
  file,
  app => Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: request => app.fetch(request) }).port,
)
