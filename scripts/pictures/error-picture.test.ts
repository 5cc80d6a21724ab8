import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorPicture } from './error-picture.ts'

const KEPT = fileURLToPath(new URL('../../results/trust', import.meta.url))

test('errorPicture draws a dot for each trial that is kept, in text of 11 px and more', async () => {
  const svg = await errorPicture(KEPT)
  const counts = Array.from(svg.matchAll(/, n=(\d+): half/g), ([, count]) => Number(count))
  assert.equal(counts.length, 3)
  const all = counts.reduce((sum, count) => sum + count, 0)
  assert.equal(svg.match(/<circle /g)?.length, all)
  assert.ok(svg.includes(`each of ${all} trials`))
  const sizes = Array.from(svg.matchAll(/font-size="([\d.]+)"/g), ([, size]) => Number(size))
  assert.ok(Math.min(...sizes) >= 11)
  assert.doesNotMatch(svg, /NaN|undefined/)
})
