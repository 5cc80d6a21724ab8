import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { VersionRow } from '../render-versions.ts'
import { renderVersionsSvg } from './render-versions-svg.ts'

const ROWS: readonly VersionRow[] = [
  row('node@20.0.0', '11.3.244.4', null, ''),
  row('node@20.1.0', '11.3.244.8', [0.98, 1.0, 1.02], 'like good'),
  row('node@21.0.0', '11.8.172.13', [1.5, 1.6, 1.7], 'like bad'),
  row('node@21.1.0', '11.8.172.15', null, 'lost'),
  row('node@22.0.0', '12.4.254.14', [1.58, 1.6, 1.62], 'bad'),
]

function row(
  name: string,
  version: string,
  ends: [number, number, number] | null,
  remark: string,
): VersionRow {
  const [lower = 0, value = 0, upper = 0] = ends ?? []
  const ratio = ends === null ? null : { lower, value, upper, level: 0.95, n: 10 }
  return { name, runtime: 'node', engine: { name: 'v8', version }, ratio, remark, role: null }
}

test('renderVersionsSvg draws every ratio, and nothing when there is none', () => {
  const rules = { threshold: 0.01, biasAllowance: 0.002 }
  const svg = renderVersionsSvg('a case over versions', ROWS, rules)
  assert.ok(svg)
  for (const { name } of ROWS.filter(({ ratio }) => ratio !== null)) assert.ok(svg.includes(name), name)
  assert.equal(renderVersionsSvg('nothing', ROWS.slice(0, 1), rules), null)
})
