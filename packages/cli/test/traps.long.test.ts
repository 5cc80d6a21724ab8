// Catches a check for removed work that reports honest cases: reads of an array, and async ones.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { findDeadCode } from '@steelyard/stats'
import { DEFAULT_TARGETS } from '../../measure/src/targets/targets.ts'
import { launches, workOf } from './trap-launches.ts'

for (const [target, runtime] of DEFAULT_TARGETS.entries()) {
  describe(`on ${runtime}`, () => {
    for (const caseId of ['honest-read', 'honest-async']) {
      test(`${caseId} is not reported as removed work`, async () => {
        const finding = findDeadCode(workOf(await launches(caseId, target, 5)))
        assert.notEqual(finding.state, 'lost', JSON.stringify(finding))
        assert.ok(finding.floor, 'the empty loop was measured')
      })
    }
  })
}
