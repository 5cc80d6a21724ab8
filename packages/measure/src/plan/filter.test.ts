import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import { filteredCases, nothingLeft } from './filter.ts'

const SUITE = {
  name: 'json-reviver',
  cases: ['parse', 'arrow-2', 'arrow-3', '[...x]'],
  tags: ['json', 'text'],
} as unknown as SuiteDescription

const left = (filters: readonly string[], tags: readonly string[] = [], cases: readonly string[] = []) =>
  filteredCases(SUITE, { cases, filters, tags })

test('filteredCases takes a part of suite/case, or a glob over it or over the case', () => {
  assert.deepEqual(left(['arrow']), ['arrow-2', 'arrow-3'])
  assert.deepEqual(left(['json']), SUITE.cases)
  assert.deepEqual(left(['reviver/par']), ['parse'])
  assert.deepEqual(left(['*-2']), ['arrow-2'])
  assert.deepEqual(left(['json-*/arrow-*']), ['arrow-2', 'arrow-3'])
  assert.deepEqual(left(['parse', 'arrow-3']), ['parse', 'arrow-3'])
  assert.deepEqual(left(['..x']), ['[...x]'])
  assert.deepEqual(left(['arrow'], [], ['*-3']), ['arrow-3'])
  assert.equal(left(['trig']), 'none')
  assert.equal(left([]), 'all')
})

test('filteredCases leaves a suite out that has none of the tags', () => {
  assert.equal(left([], ['text', 'gc']), 'all')
  assert.equal(left([], ['gc']), 'none')
  assert.equal(filteredCases({ ...SUITE, tags: [] }, { cases: [], filters: [], tags: ['json'] }), 'none')
  assert.deepEqual(left(['parse'], ['json']), ['parse'])
})

test('filteredCases refuses a pattern that could take for ever', () => {
  assert.throws(() => left(['{1..9999999}']), /Cannot choose cases by '\{1\.\.9999999\}…'/)
})

test('nothingLeft names the near tags, or what was looked for', () => {
  const said = (filters: readonly string[], tags: readonly string[]) =>
    nothingLeft([SUITE], { cases: [], filters, tags }).message
  assert.equal(said([], ['jsn']), "Cannot find the tag 'jsn' in 1 suite. Did you mean json?")
  assert.equal(said([], ['quantum']), "Cannot find the tag 'quantum' in 1 suite. The tags are json, text.")
  assert.match(
    said(['a', 'b'], []),
    /^Cannot find a case that matches 'a' or 'b' in 1 suite\. Give a part of/,
  )
})
