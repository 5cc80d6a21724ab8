import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { heatMap } from './heat-map.ts'

test('heatMap is as wide as its columns need, and every name of one is told apart', () => {
  const [comparison] = sampleTargetsRecord().comparisons
  if (comparison === undefined) throw new Error('the sample has a comparison')
  const flags = ['--no-concurrent-recompilation', '--no-concurrent-sparkplug', '--no-turbofan']
  const columns = ['64', '8', '16', '4', '32', '2'].flatMap(size =>
    flags.map(flag => `--max-semi-space-size=${size} --max-optimized-bytecode-size=1024 ${flag}`),
  )
  const about = { group: 'parse', label: 'node@26.10.0', runtime: 'node', comparison }
  const svg = heatMap(
    'flags',
    columns.map(column => ({ ...about, column })),
  )
  const [, width] = /width="(\d+)/.exec(svg) ?? []
  assert.ok(Number(width) > 40 * columns.length, `${width} pixels`)
  const names = Array.from(svg.matchAll(/>(\d+ --[^<]+)</g), ([, name = '']) => name)
  assert.equal(new Set(names).size, columns.length)
  const sizes = names.map(name => Number.parseInt(name, 10))
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => a - b),
  )
})
