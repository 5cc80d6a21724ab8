import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byQuestion } from './conduct-groups.ts'

function group(caseIds: readonly string[], targets: readonly number[]) {
  return caseIds.flatMap(caseId => targets.map(target => ({ caseId, params: {}, target })))
}

test('comparisons of targets come first', () => {
  const ofCases = [group(['a', 'b', 'c'], [0]), group(['a', 'b'], [1]), group(['a', 'b'], [2])]
  const ofTargets = [group(['a'], [0, 1, 2, 3]), group(['b'], [0, 1, 2, 3])]
  assert.deepEqual(byQuestion({ groups: [...ofCases, ...ofTargets] }), [3, 4, 0, 1, 2])
  assert.deepEqual(byQuestion({ groups: ofTargets }), [0, 1])
  assert.deepEqual(byQuestion({ groups: [] }), [])
})
