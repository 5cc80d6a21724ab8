import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderRows } from './render-rows.ts'

test('renderRows cuts a long field between characters', () => {
  for (const before of ['', 'x']) {
    const text = renderRows(['a'], [[before + '😀'.repeat(200)]], { width: 400, color: false })
    assert.ok(text.isWellFormed() && text.includes('😀…'))
  }
})
