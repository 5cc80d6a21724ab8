import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayWidth } from './display-width.ts'
import { name } from './phrase.ts'
import { wrap } from './wrap.ts'

const style = (width: number, color = false) => ({ width, color })

test('wrap breaks at spaces and keeps the margins', () => {
  const lines = wrap(['one two three four five'], style(12), { first: '- ', rest: 4 })
  assert.deepEqual(lines, ['- one two', '    three', '    four', '    five'])
})

test('wrap keeps a number with its unit and its interval', () => {
  for (let width = 22; width < 60; width++) {
    const text = wrap(['it took 412 µs ±1.2 % or 5.19× [5.17, 5.21] of 1 % and'], style(width)).join('\n')
    for (const whole of ['412 µs ±1.2 %', '5.19× [5.17, 5.21]', '1 %']) assert.ok(text.includes(whole), text)
  }
})

test('wrap keeps a count with what it counts', () => {
  const lines = wrap(['a b ', { text: '2 slower', role: 'slower' }, ', up'], style(6))
  assert.deepEqual(lines, ['a b', '2 slow', 'er, up'])
  assert.deepEqual(wrap(['a b ', { text: '2 slower', role: 'slower' }, ', up'], style(12)), [
    'a b',
    '2 slower, up',
  ])
})

test('wrap cuts a word that no line can hold', () => {
  const lines = wrap(['see ', name('a'.repeat(25)), ' there'], style(10))
  assert.ok(
    lines.every(line => displayWidth(line) <= 10),
    lines.join('\n'),
  )
  assert.equal(lines.join('').replaceAll(' ', ''), `see${'a'.repeat(25)}there`)
})

test('wrap keeps a name and the comma after it together', () => {
  assert.deepEqual(wrap(['12345 ', name('hoisted'), ', then'], style(13)), ['12345', 'hoisted, then'])
})

test('wrap colours only where colour is wanted, and does not count it', () => {
  const phrase = ['on ', name('node'), ' now']
  assert.deepEqual(wrap(phrase, style(11)), ['on node now'])
  assert.deepEqual(wrap(phrase, style(11, true)), ['on \u001b[1mnode\u001b[0m now'])
})
