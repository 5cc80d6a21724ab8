import { type PageSize, type Product, shop, sizeOf } from '../page/shop.ts'

/** What stands around the page. */
export const HEAD =
  '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"/><title>Steelyard Goods</title></head><body>'
export const TAIL = '</body></html>'

type Body = string | ReadableStream<Uint8Array>

/**
 * Makes an app that renders its page for every request.
 *
 * Three variables of the environment make it wrong on purpose, so that it can be seen that Steelyard notices:
 * `RENDERING=cached` keeps the first answer, `COMPRESSION=gzip` compresses, `DELIVERY=whole` sends nothing until all is
 * there.
 */
export function pageApp(render: (products: readonly Product[]) => Body | Promise<Body>): {
  fetch(request: Request): Promise<Response>
} {
  const kept = new Map<PageSize, string>()
  return {
    async fetch({ url }) {
      const { RENDERING, COMPRESSION, DELIVERY } = process.env
      const size = sizeOf(new URL(url).searchParams.get('page'))
      const isCached = RENDERING === 'cached'
      let body = kept.get(size) ?? (await render(shop(size)))
      if (isCached || DELIVERY === 'whole') body = await new Response(body).text()
      if (isCached && typeof body === 'string') kept.set(size, body)
      const headers: Record<string, string> = {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': isCached ? 'public, max-age=3600' : 'private, no-store',
      }
      if (COMPRESSION !== 'gzip') return new Response(body, { headers })
      const packed = new Response(body).body?.pipeThrough(new CompressionStream('gzip'))
      // Otherwise workerd would compress once more.
      const init = { headers: { ...headers, 'content-encoding': 'gzip' }, encodeBody: 'manual' as const }
      return new Response(packed ?? null, init)
    },
  }
}
