import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createDocument } from '@mixmark-io/domino'
import { pathText, type SvgElement, svgText } from './svg-text.ts'

test('pathText goes by steps and ends where the path ends', () => {
  assert.equal(pathText('M10,20L10.26,19.97L11,18Z'), 'M10,20h0.3l0.7,-2Z')
  assert.equal(pathText('M1,2L3,4M5,6L5.5,5'), 'M1,2l2,2M5,6l0.5,-1')
  assert.equal(pathText('M1,2L1,2M3,4L3,6'), 'M1,2v0M3,4v2')
})

test('pathText leaves other commands alone but for digits', () => {
  assert.equal(pathText('M3,0A3,3,0,1,1,-3.123,0H4'), 'M3,0A3,3,0,1,1,-3.1,0H4')
})

test('svgText rounds coordinates, keeps text as it is, and drops names of parts', () => {
  const part =
    '<g aria-label="dot" transform="translate(0,12.3456)"><text x="-0.04">1.2345× &lt;b&gt;&nbsp;</text></g>'
  const document: unknown = createDocument(`<svg aria-label="all"><style>a{}</style>${part}</svg>`, true)
  const [svg] = Array.from((document as SvgElement).querySelectorAll('svg'))
  assert.equal(
    svg && svgText(svg),
    '<svg aria-label="all"><g transform="translate(0,12.3)"><text x="0">1.2345× &lt;b&gt;\u00a0</text></g></svg>',
  )
})
