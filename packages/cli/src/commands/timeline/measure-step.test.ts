import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ResultRecord } from '@steelyard/record'
import { gapReason } from './measure-step.ts'

test('a release that was lost after a launch, or never had its turn, is no release that cannot run', () => {
  const lost = { code: 'lost', failure: 'timeout', message: 'It took too long.' }
  const reasonOf = (status: string, error: object | null, launches: number) =>
    gapReason({ status, error, launches: Array(launches).fill({}) } as unknown as ResultRecord)
  assert.equal(reasonOf('timeout', lost, 8), null)
  assert.equal(reasonOf('timeout', { code: 'not-measured' }, 0), null)
  assert.equal(reasonOf('ok', null, 10), null)
  assert.equal(reasonOf('timeout', lost, 0), 'It took too long.')
})
