import assert from 'node:assert/strict'
import { test } from 'node:test'
import stringWidth from 'string-width'
import { displayWidth, NARROW, pad } from './display-width.ts'

test('displayWidth counts what a terminal draws', () => {
  assert.equal(displayWidth(''), 0)
  assert.equal(displayWidth('82.1 µs ±0.3 %'), 14)
  assert.equal(displayWidth('█▍'), 2)
  assert.equal(displayWidth('\u001b[31m▲ slower\u001b[0m'), 8)
})

test('displayWidth counts wide signs twice, and a sign of several code points once', () => {
  assert.equal(displayWidth('重さ'), 4)
  assert.equal(displayWidth('👩‍💻'), 2)
  assert.equal(displayWidth('e\u0301'), 1)
  assert.equal(displayWidth('⚠\ufe0f。'), 4)
  assert.equal(displayWidth('ﾊﾝ\u200b'), 2)
})

test('signs that are taken for narrow take one column, alone and after each other', () => {
  const signs = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter(one =>
    NARROW.test(one),
  )
  assert.ok(signs.length > 200)
  for (const sign of signs) assert.equal(stringWidth(sign), 1, sign)
  assert.equal(stringWidth(signs.join('')), signs.length)
})

test('pad fills on either side, and leaves alone what is too wide', () => {
  assert.equal(pad('µs', 4), 'µs  ')
  assert.equal(pad('µs', 4, 'right'), '  µs')
  assert.equal(pad('micro', 4), 'micro')
})
