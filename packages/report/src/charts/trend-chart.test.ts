import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TrendFigure } from '../content/document.ts'
import { trendChart } from './trend-chart.ts'

test('labels of changes that are close stand in rows, others in one', () => {
  assert.deepEqual(labelRows([3, 12]), ['change at 3, change at 12'])
  assert.deepEqual(labelRows([3, 4, 12]), ['change at 3, change at 12', 'change at 4'])
  assert.deepEqual(labelRows([3, 4, 5, 6]), ['change at 3, change at 6', 'change at 4', 'change at 5'])
})

/** Returns the labels of a chart of 20 points with changes before these points, a text for each row. */
function labelRows(changes: readonly number[]): string[] {
  const figure: TrendFigure = {
    ...{ id: 'a', title: '', subject: '', hint: '', summary: null, runtime: 'node', levels: 'chain' },
    table: { title: [], headings: [], rows: [] },
    points: Array.from({ length: 20 }, (_, index) => ({
      ...{ name: '', tick: `${index}`, title: '' },
      ratio: { value: 1, lower: 0.9, upper: 1.1, level: 0.95, n: 10 },
    })),
    changes: changes.map(at => ({ at, label: `change at ${at}` })),
  }
  const svg = trendChart('', figure)
  return svg
    .split('<g ')
    .map(group => [...group.matchAll(/>(change at \d+)</g)].map(([, label]) => label).join(', '))
    .filter(row => row !== '')
}
