import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConditions } from './conditions.ts'

test('readConditions reads values of facts, all of which hold', () => {
  assert.deepEqual(readConditions('cpu=zen4|zen5-26.2-ff4994, platform=linux-x64'), [
    { fact: 'cpu', values: ['zen4', 'zen5-26.2-ff4994'] },
    { fact: 'platform', values: ['linux-x64'] },
  ])
})

test('readConditions names what it cannot read', () => {
  for (const text of ['', 'cpu', 'cpu=', 'cpu=zen4|', 'memory=big', 'cpu=zen4,', "cpu=zen4'; --"]) {
    assert.throws(() => readConditions(text), /^FleetError: Cannot read the condition '.*'\. Write cpu=/)
  }
})
