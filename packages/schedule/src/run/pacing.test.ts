import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pacingFor } from './pacing.ts'

test('pacingFor times what was asked for', () => {
  const { timedNs, batchNs } = pacingFor(123e6, 3e6)
  assert.deepEqual([timedNs, batchNs], [123e6, 3e6])
})
