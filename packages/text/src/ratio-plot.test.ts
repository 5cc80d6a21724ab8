import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ratioPlot, ratioPlotHeading } from './ratio-plot.ts'

const SCALE = { low: 1 / 1.1, high: 1.1, width: 21 }
function estimate(value: number, lower: number, upper: number) {
  return { value, lower, upper, level: 0.95, n: 12 }
}

test('ratioPlot has 1 in the middle of a symmetrical scale', () => {
  assert.equal(ratioPlot(null, SCALE), '          │')
})

test('ratioPlot draws value and interval where their logarithms lie', () => {
  assert.equal(ratioPlot(estimate(1.05, 1.03, 1.07), SCALE), '          │  ──●──')
  assert.equal(ratioPlot(estimate(1 / 1.05, 1 / 1.07, 1 / 1.03), SCALE), '   ──●──  │')
})

test('ratioPlot draws at the end what lies beyond it', () => {
  assert.equal(ratioPlot(estimate(2, 0.5, 3), SCALE), '────────────────────●')
})

test('ratioPlotHeading names both ends, as wide as the plot', () => {
  assert.equal(ratioPlotHeading(SCALE), '0.909             1.1')
})

test('ratioPlot needs no symmetrical scale', () => {
  const scale = { low: 1, high: 4, width: 11 }
  assert.equal(ratioPlot(estimate(2, 1.5, 2.6), scale), '│  ──●──')
})
