import assert from 'node:assert/strict'
import { test } from 'node:test'
import { caseIds } from './case-ids.ts'

test('an id is made of the words of a title', () => {
  assert.deepEqual(caseIds(['group > Array.from()', 'mapValues', 'i++', '  x_1 ']), [
    'group-array-from',
    'map-values',
    'i',
    'x-1',
  ])
})

test('ids are all different, and the first of several has its title alone', () => {
  const ids = caseIds(['1 + 1', '1 - 1', 'twice', 'twice', 'twice 2', '', '…'])
  assert.equal(new Set(ids).size, ids.length, ids.join())
  assert.deepEqual(ids.slice(2, 4), ['twice', 'twice-2'])
  for (const id of ids) assert.match(id, /^[a-z0-9]+(?:-[a-z0-9]+)*$/)
})

test('the id of a title is the same in any order of the titles', () => {
  const [plus] = caseIds(['1 + 1', '1 - 1'])
  assert.equal(caseIds(['1 - 1', '1 + 1'])[1], plus)
})
