import { joined, stream } from './render.ts'

const headers = { 'content-type': 'text/html; charset=utf-8' }

export default {
  fetch: async () => new Response(await (process.env.JOINED ? joined() : stream()), { headers }),
}
