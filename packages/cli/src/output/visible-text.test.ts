import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visibleLines, visibleText } from './visible-text.ts'

test('visibleText shows what a terminal would obey, hide or reorder', () => {
  const shown: readonly (readonly [string, string])[] = [
    ['--import=data:text/javascript,1', '--import=data:text/javascript,1'],
    ['a\x1b[2Jb\r\n\t\0\x7f\x9b', 'a\\x1b[2Jb\\x0d\\x0a\\x09\\x00\\x7f\\x9b'],
    ['a\u202eb\u2066\u200b\u00ad\ufeff\u{e0001}', 'a\\u{202e}b\\u{2066}\\u{200b}\\xad\\u{feff}\\u{e0001}'],
    ['\u2028\u00a0\u3000\u3164\ufe0f', '\\u{2028}\\xa0\\u{3000}\\u{3164}\\u{fe0f}'],
    ['\ud800a', '\\u{d800}a'],
    ['\\x1b', '\\\\x1b'],
    ['a   b ', 'a \\x20\\x20b\\x20'],
    [' ', '\\x20'],
    ['grün 測試 😀', 'grün 測試 😀'],
  ]
  for (const [text, wanted] of shown) assert.equal(visibleText(text), wanted)
})

test('visibleLines keeps lines and spaces alone', () => {
  assert.equal(visibleLines('a  b\n\x1b[31mc\r\u202e \\'), 'a  b\n\\x1b[31mc\\x0d\\u{202e} \\')
})
