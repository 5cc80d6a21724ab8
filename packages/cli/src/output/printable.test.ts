import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANSI_SEQUENCES } from '@steelyard/text'
import { printable } from './printable.ts'
import { printableReport } from './printable-report.ts'

test('printable spells out whatever would do something to a terminal, and nothing else', () => {
  assert.equal(printable('\u001b[2J\u001b]0;t\u0007'), '\\x1b[2J\\x1b]0;t\\x07')
  assert.equal(printable('\u009b31m \u007f \b \r \0'), '\\x9b31m \\x7f \\x08 \\x0d \\x00')
  assert.equal(printable('\u202eevil\u2066 \u2028'), '\\u202eevil\\u2066 \\u2028')
  assert.equal(printable('one\n\ttwo\r\nthree'), 'one\n\ttwo\nthree')
  assert.equal(printable('±0.2 % – µs ▲ 日本 👍 é'), '±0.2 % – µs ▲ 日本 👍 é')
  for (let code = 0; code < 0x2100; code++) {
    const text = printable(String.fromCharCode(code))
    if (code !== 0x0a && code !== 0x09) assert.match(text, /^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+$/u)
  }
})

test('printableReport leaves the colours that reports are made in, and no other', () => {
  const [first = ''] = ANSI_SEQUENCES
  const red = `${first}slower`
  assert.equal(printableReport(`${red}\n`), `${red}\n`)
  assert.ok(first.startsWith('\u001b['))
  assert.equal(printableReport('\u001b[5mblink\u001b[0;31m'), '\\x1b[5mblink\\x1b[0;31m')
  assert.equal(printableReport('\u001b[2J'), '\\x1b[2J')
})
