import { joined, page, stream } from './render.ts'

const headers = { 'content-type': 'text/html; charset=utf-8' }

/** The build that `react-dom/server` is on this runtime. */
function ownBuild() {
  if ('Bun' in globalThis) return import('../../bench/node_modules/react-dom/server.bun.js')
  if (navigator.userAgent === 'Cloudflare-Workers')
    return import('../../bench/node_modules/react-dom/server.edge.js')
  return import('../../bench/node_modules/react-dom/server.node.js')
}

const { renderToReadableStream } = await ownBuild()
const renders = { stream, joined, own: () => renderToReadableStream(page()) }
const render = renders[process.env.RENDER as keyof typeof renders]

export default {
  fetch: async () => new Response(await render(), { headers }),
}
