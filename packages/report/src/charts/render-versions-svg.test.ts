import assert from 'node:assert/strict'
import { test } from 'node:test'
import { VERSION_ROWS } from '../terminal/fixtures/version-rows.ts'
import { renderVersionsSvg } from './render-versions-svg.ts'

test('renderVersionsSvg draws every ratio, and nothing when there is none', () => {
  const rules = { threshold: 0.01, biasAllowance: 0.002 }
  const svg = renderVersionsSvg('a case over versions', VERSION_ROWS, rules)
  assert.ok(svg)
  for (const { name } of VERSION_ROWS.filter(({ ratio }) => ratio !== null))
    assert.ok(svg.includes(name), name)
  assert.equal(renderVersionsSvg('nothing', VERSION_ROWS.slice(0, 1), rules), null)
})
