import { own } from './own.ts'
import { joined, stream } from './render.ts'

const renders = { stream, joined, own }
const render = renders[process.env.RENDER as keyof typeof renders]
const headers = { 'content-type': 'text/html; charset=utf-8' }

export default {
  fetch: async () => new Response(await render(), { headers }),
}
