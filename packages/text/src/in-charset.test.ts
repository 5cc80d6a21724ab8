import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EstimateRecord } from '@steelyard/record'
import { formatDurationEstimate, formatRatio } from './format.ts'
import { inCharset } from './in-charset.ts'

const PLAIN = { unicode: false }

const estimate = (value: number, lower: number, upper: number): EstimateRecord => {
  return { value, lower, upper, level: 0.95, n: 10 }
}

test('inCharset writes signs in ASCII where the terminal is plain', () => {
  assert.equal(
    inCharset(formatDurationEstimate(estimate(412_000, 407_056, 416_944)), PLAIN),
    '412 us +-1.2 %',
  )
  assert.equal(inCharset(formatRatio(estimate(1.34, 1.31, 1.37)), PLAIN), '1.34x [1.31, 1.37]')
  assert.equal(inCharset('▲ ▼ ≈ · ✗ † ¹ ¹² –', PLAIN), '^ v ~ . ! * (1) (12) -')
})

test('inCharset writes all texts of a value, and leaves what a terminal of Unicode shows', () => {
  const table = { title: ['τ'], rows: [[{ text: 'head ÷ base', role: 'quiet' }, null, 1.5]] }
  assert.deepEqual(inCharset(table, PLAIN), {
    title: ['tau'],
    rows: [[{ text: 'head / base', role: 'quiet' }, null, 1.5]],
  })
  assert.equal(inCharset(table, { unicode: true }), table)
})
