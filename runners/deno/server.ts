import { type App, type AppModule, announce, appOf } from '../announce.ts'

// Deno's own types redeclare Node's globals, so the few members used here are declared.
declare const Deno: {
  readonly args: readonly string[]
  writeTextFileSync(path: string, text: string): void
  serve(
    options: { port: number; hostname: string; onListen(): void },
    handler: App['fetch'],
  ): { readonly addr: { readonly port: number } }
}

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
