import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { errorSvg } from './error-svg.ts'
import { DARK, LIGHT } from './terminal-svg.ts'
import { trustPictures } from './trust-pictures.ts'

const KEPT = fileURLToPath(new URL('../../results/trust', import.meta.url))

test('trustPictures draws what is kept, in text of 11 px and more', async () => {
  const drawn = (await trustPictures(KEPT)).flatMap(({ draw }) => [draw(LIGHT), draw(DARK)])
  assert.equal(drawn.length, 2)
  for (const svg of drawn) {
    const sizes = Array.from(svg.matchAll(/font-size="([\d.]+)"/g), ([, size]) => Number(size))
    assert.ok(Math.min(...sizes) >= 11)
    assert.doesNotMatch(svg, /NaN|undefined/)
  }
})

test('errorSvg has a dot for each trial, and no larger error lower than a smaller one', () => {
  const trials = [0.001, 0.02, 0.3].map((error, index) => ({
    ...{ isOurs: index < 2, seconds: index === 0 ? 60 : 20, error },
    startedAt: new Date(Date.UTC(2026, 10, 22, index)),
  }))
  const svg = errorSvg(trials, 'about <it>', LIGHT)
  const heights = Array.from(svg.matchAll(/<circle cx="[\d.]+" cy="([\d.]+)" r="3/g), ([, y]) => Number(y))
  const [other = 0, ours20 = 0, ours60 = 0] = heights
  assert.equal(heights.length, 3)
  assert.ok(other < ours20 && ours20 < ours60)
  assert.match(svg, /about &lt;it&gt;/)
})
