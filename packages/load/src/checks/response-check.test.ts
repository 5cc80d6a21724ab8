import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { FaultCounter } from './load-fault.ts'
import { DIGEST_EVERY, ResponseCheck } from './response-check.ts'

test('a check compares status and length of each response, and the digest of the first and of one in a hundred', () => {
  const sha256 = createHash('sha256').update('right').digest('hex')
  const faultsOf = (bodies: readonly string[], status = 200) => {
    const faults = new FaultCounter()
    const check = new ResponseCheck({ status: 200, bytes: 5, sha256 }, faults)
    for (const text of bodies) {
      const body = check.begin()
      body.add(Buffer.from(text))
      check.end(status, body)
    }
    return faults.faults().map(({ kind, count }) => [kind, count])
  }
  const many = (text: string) => Array<string>(5 * DIGEST_EVERY).fill(text)
  assert.deepEqual(faultsOf(many('right')), [])
  assert.deepEqual(faultsOf(many('wrong')), [['wrong-bytes', 5]])
  assert.deepEqual(faultsOf(['wrong', ...many('right')]), [['wrong-bytes', 1]])
  assert.deepEqual(faultsOf(many('longer')), [['wrong-bytes', 5 * DIGEST_EVERY]])
  assert.deepEqual(faultsOf(['right'], 503), [['wrong-status', 1]])
})
