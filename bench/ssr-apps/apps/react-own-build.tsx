import { reactApp } from './react-app.tsx'

/** The build that `react-dom/server` is on this runtime. */
function ownBuild() {
  if ('Bun' in globalThis) return import('react-dom/server.bun')
  if (navigator.userAgent === 'Cloudflare-Workers') return import('react-dom/server.edge')
  return import('react-dom/server.node')
}

const { renderToReadableStream } = await ownBuild()

export default reactApp(renderToReadableStream)
