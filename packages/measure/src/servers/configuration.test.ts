import assert from 'node:assert/strict'
import { test } from 'node:test'
import { configurationOf } from './server-launch.ts'

const rendering = (headers: Record<string, string>) => configurationOf({}, { headers, bytes: 1 }).rendering

test('configurationOf reads off the headers whether an answer comes from a store', () => {
  assert.equal(rendering({}), null)
  assert.equal(rendering({ 'cache-control': 'private, no-cache, no-store, max-age=0' }), 'dynamic')
  assert.equal(rendering({ 'cache-control': 's-maxage=31536000' }), 'cached')
  assert.equal(rendering({ 'cache-control': 'public, max-age=60' }), 'cached')
  assert.equal(rendering({ 'cache-control': 'public' }), null)
  // What a cache did says more than its configuration.
  assert.equal(rendering({ 'cache-control': 'no-store', 'x-nextjs-cache': 'HIT' }), 'cached')
  assert.equal(rendering({ age: '3' }), 'cached')
})

test('configurationOf distinguishes a page that Next.js 16 renders from one that it caches', () => {
  const vary = 'rsc, next-router-state-tree, next-router-prefetch, next-router-segment-prefetch'
  const dynamic = { vary, 'cache-control': 'private, no-cache, no-store, max-age=0, must-revalidate' }
  const kept = {
    vary,
    'x-nextjs-prerender': '1, 1',
    'cache-control': 's-maxage=31536000',
    etag: '"17g8enqu35z1isn"',
  }
  assert.equal(rendering(dynamic), 'dynamic')
  assert.equal(rendering(kept), 'cached')
  assert.equal(
    rendering({ ...kept, 'x-nextjs-cache': 'HIT', 'cache-control': 'private, no-store' }),
    'cached',
  )
})

test('configurationOf reads mode, compression and delivery', () => {
  const found = configurationOf(
    { NODE_ENV: 'development' },
    { headers: { 'content-encoding': 'gzip', 'content-type': 'text/html' }, bytes: 20 },
  )
  assert.deepEqual(found, {
    nodeEnv: 'development',
    rendering: null,
    compression: 'gzip',
    delivery: 'streamed',
    contentType: 'text/html',
    bodyBytes: 20,
  })
  const plain = configurationOf({ NODE_ENV: '' }, { headers: { 'content-length': '5' }, bytes: 5 })
  assert.deepEqual([plain.nodeEnv, plain.delivery], [null, 'whole'])
})
