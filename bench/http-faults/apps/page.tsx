import * as React from 'react'
import { renderToReadableStream } from 'react-dom/server.edge'
import { catalogue } from '../../react-ssr/catalogue.ts'
import { Page } from '../../react-ssr/page.tsx'

/** Which build of React this is: only the development build can tell where an element was made. */
const build = 'captureOwnerStack' in React ? 'development' : 'production'

const products = catalogue()

/** What is kept of the page where it is rendered only once. */
let stored: string | null = null

/** The same page, with a last part whose data come late. */
function WaitingPage({ waitMs }: { readonly waitMs: number }): React.ReactNode {
  const data = new Promise<string>(resolve => setTimeout(resolve, waitMs, 'Delivered tomorrow.'))
  return (
    <>
      <Page catalogue={products} />
      <React.Suspense fallback={<p>…</p>}>
        <Late data={data} />
      </React.Suspense>
    </>
  )
}

function Late({ data }: { readonly data: Promise<string> }): React.ReactNode {
  return <p>{React.use(data)}</p>
}

/** Each variable turns on one fault, so that a target can do it too: `"RENDERING=cached node"`. */
async function fetch(): Promise<Response> {
  const { RENDERING, DELIVERY, COMPRESSION, WAITING } = process.env
  const isCached = RENDERING === 'cached'
  const headers: Record<string, string> = {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': isCached ? 'public, max-age=60' : 'no-store',
    'x-react-build': build,
  }
  const page =
    WAITING === undefined ? <Page catalogue={products} /> : <WaitingPage waitMs={Number(WAITING)} />
  if (stored !== null) return new Response(stored, { headers })
  const stream = await renderToReadableStream(page)
  if (isCached || DELIVERY === 'whole') {
    const text = await new Response(stream).text()
    if (isCached) stored = text
    return new Response(text, { headers })
  }
  if (COMPRESSION !== 'gzip') return new Response(stream, { headers })
  // Otherwise workerd would compress once more.
  const init = { headers: { ...headers, 'content-encoding': 'gzip' }, encodeBody: 'manual' as const }
  return new Response(stream.pipeThrough(new CompressionStream('gzip')), init)
}

export default { fetch }
