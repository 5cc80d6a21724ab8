import { compute } from './compute.ts'

/** How long a request waits for something else, as for a database. */
const WAIT_MS = 10

export default {
  async fetch(request: Request): Promise<Response> {
    if (new URL(request.url).pathname === '/compute') return new Response(`${compute()}\n`)
    await new Promise(resolve => setTimeout(resolve, WAIT_MS))
    return new Response('waited\n')
  },
}
