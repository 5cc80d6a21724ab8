import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sizeBytes } from './numbers.ts'

test('sizeBytes reads sizes with their units', () => {
  assert.deepEqual(['500MB', '1.5 GB', '20 kB', '1B'].map(sizeBytes), [5e8, 1.5e9, 20_000, 1])
})

for (const text of ['500', '0MB', '-1GB', 'MB', '1 MiB', '1e3MB', '', '99999999TB']) {
  test(`sizeBytes refuses '${text}'`, () => {
    assert.throws(() => sizeBytes(text), /Give a size with its unit/)
  })
}
