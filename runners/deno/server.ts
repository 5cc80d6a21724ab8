import { announce } from '../announce.ts'

const [pipe = '', file = ''] = Deno.args

announce(
  line => Deno.writeTextFileSync(pipe, line),
  file,
  app =>
    Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, request => app.fetch(request)).addr.port,
)
