import { type AppModule, announce, appOf } from '../announce.ts'

const [pipe = '', file = ''] = Deno.args

announce(
  line => Deno.writeTextFileSync(pipe, line),
  async () => {
    const app = appOf((await import(file)) as AppModule)
    const server = Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, request =>
      app.fetch(request),
    )
    return server.addr.port
  },
)
