import assert from 'node:assert/strict'
import { test } from 'node:test'
import { jsonFault } from './json-fault.ts'

test('jsonFault quotes a text, and no bytes', () => {
  const cause = new SyntaxError('Unexpected token')
  assert.equal(jsonFault(' \n', cause), 'it is empty')
  assert.equal(jsonFault('{"a": é\t\r\n', cause), 'it is not JSON (Unexpected token)')
  for (const bytes of [
    [0x7f, 0x45, 0x4c, 0x46, 2, 1],
    [0xff, 0xd8, 0xff],
    [0x1f, 0x8b, 8],
  ]) {
    assert.equal(jsonFault(Buffer.from(bytes).toString(), cause), 'it is a binary file')
  }
})
