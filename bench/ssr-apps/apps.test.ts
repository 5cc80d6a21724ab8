import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { bundleApp } from '@steelyard/launcher'
import { barePage } from './bare-page.ts'
import { type PageSize, PRODUCTS } from './page/shop.ts'

interface App {
  fetch(request: Request): Promise<Response>
}

async function appOf(file: string): Promise<App> {
  const { text } = await bundleApp(`${import.meta.dirname}/apps/${file}`)
  const { default: app } = await import(`data:text/javascript,${encodeURIComponent(text)}`)
  return app
}

const strings = await appOf('strings.ts')
const react = await appOf('react-ssr.tsx')

async function answer(
  app: App,
  page: string,
  environment: Readonly<Record<string, string>> = {},
): Promise<Response> {
  Object.assign(process.env, { NODE_ENV: 'production', ...environment })
  try {
    const response = await app.fetch(new Request(`http://localhost/?page=${page}`))
    // What it does while its body is read depends on the environment too.
    return new Response(await response.arrayBuffer(), response)
  } finally {
    for (const name of Object.keys(environment)) delete process.env[name]
  }
}

const BYTES: Readonly<Record<PageSize, readonly [number, number]>> = {
  small: [19_000, 21_000],
  '2mb': [1.95e6, 2.05e6],
  '15mb': [14.8e6, 15.2e6],
}

for (const page of Object.keys(PRODUCTS) as PageSize[]) {
  test(`strings and React make the same page ${page}, of that size, a new one for each request`, async () => {
    const [plain, rendered] = await Promise.all([answer(strings, page), answer(react, page)])
    const [html, other] = [await plain.text(), await rendered.text()]
    const [least, most] = BYTES[page]
    const bytes = Buffer.byteLength(html)
    assert.ok(bytes > least && bytes < most, `${bytes} bytes`)
    assert.ok(barePage(html) === barePage(other), 'the pages differ')
    assert.equal(barePage(html).match(/<li class="card/g)?.length, PRODUCTS[page])
    for (const { headers } of [plain, rendered]) {
      assert.equal(headers.get('cache-control'), 'private, no-store')
      assert.equal(headers.get('content-encoding'), null)
    }
  })
}

test('each fault shows in the answer, and nowhere else', async () => {
  const right = await (await answer(react, 'small')).text()
  const cached = await answer(react, 'small', { RENDERING: 'cached' })
  assert.match(cached.headers.get('cache-control') ?? '', /max-age=/)
  assert.equal(await cached.text(), right)
  const packed = await answer(react, 'small', { COMPRESSION: 'gzip' })
  assert.equal(packed.headers.get('content-encoding'), 'gzip')
  assert.equal(gunzipSync(await packed.arrayBuffer()).toString(), right)
  assert.equal(await (await answer(react, 'small', { DELIVERY: 'whole' })).text(), right)
})
