import { page } from './render.ts'

/** Renders by the build that `react-dom/server` is on this runtime. */
export const own = async (): Promise<ReadableStream<Uint8Array>> =>
  (await ownBuild()).renderToReadableStream(page())

function ownBuild() {
  if ('Bun' in globalThis) return import('../../bench/node_modules/react-dom/server.bun.js')
  if (navigator.userAgent === 'Cloudflare-Workers')
    return import('../../bench/node_modules/react-dom/server.edge.js')
  return import('../../bench/node_modules/react-dom/server.node.js')
}
