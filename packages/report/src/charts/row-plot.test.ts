import assert from 'node:assert/strict'
import { test } from 'node:test'
import { placeOn, rowAxis, rowPlot } from './row-plot.ts'

const SCALE = { domain: [1, 100], width: 200 } as const
const VALUE = { value: 10, lower: 5, upper: 20, widening: 1, runtime: 'deno', hollow: false }

test('placeOn is logarithmic and stays on the axis', () => {
  assert.deepEqual(
    [1, 10, 100, 1000, 0, -1].map(value => placeOn(SCALE, value)),
    [0, 100, 200, 200, 0, 0],
  )
})

test('rowPlot draws the interval, its margin and the value in the colour of the runtime', () => {
  const svg = rowPlot({ ...VALUE, widening: 2 }, SCALE)
  assert.match(svg, /fill="var\(--deno\)" aria-hidden="true"/)
  // From 2.5 to 40, in it from 5 to 20, the square around 10.
  assert.match(svg, /d="M39\.8,10h120\.4v1[^"]*M69\.9,9h60\.2v3[^"]*M97,7\.5h6v6h-6z"/)
})

test('rowPlot draws an outline of what is hollow', () => {
  assert.match(rowPlot({ ...VALUE, hollow: true }, SCALE), /fill="var\(--paper\)" stroke="var\(--deno\)"/)
})

test('rowAxis names no tick over another', () => {
  const axis = rowAxis({ domain: [1, 100], width: 20 }, tick => `${tick} milliseconds`)
  assert.equal(axis.match(/<text/g)?.length, 1)
})
