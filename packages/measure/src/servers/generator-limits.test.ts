import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoadProcess } from '@steelyard/load'
import { GeneratorLimits } from './generator-limits.ts'

test('GeneratorLimits measures each group in its first three launches, once for all servers of a launch', async () => {
  const limits = new GeneratorLimits()
  const groups = ['a', 'b'].map(caseId => [{ caseId, params: {}, target: 0 }])
  let measured = 0
  for (let launch = 0; launch < 5; launch++) {
    for (const group of groups) {
      const load = { limit: async () => ({ requests: ++measured }) } as unknown as LoadProcess
      const limitFor = () => limits.limitFor({ kind: 'heavy' }, 5, load, null, group)
      const [first, second] = [await limitFor(), await limitFor()]
      assert.equal(first, second)
      assert.equal(first === null, launch >= 3)
    }
  }
  assert.equal(measured, 6)
})
