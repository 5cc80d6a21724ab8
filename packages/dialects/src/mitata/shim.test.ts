import assert from 'node:assert/strict'
import { test } from 'node:test'
import { B } from './shim.ts'

test('arguments that are set to null are none, by their name and in an object', () => {
  const trial = new B('sort', () => {}).args('size', [1, 2]).args({ kind: ['list'], order: null })
  assert.deepEqual(trial.args_, { size: [1, 2], kind: ['list'] })
  assert.deepEqual(trial.args('kind', null).args({ size: null }).args_, {})
})
