import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import { hasTag, unknownTag } from './tags.ts'

const SUITE = {
  name: 'json-reviver',
  cases: ['parse'],
  tags: ['json', 'text'],
} as unknown as SuiteDescription

test('hasTag leaves a suite out that has none of the tags', () => {
  assert.equal(hasTag(SUITE, ['text', 'gc']), true)
  assert.equal(hasTag(SUITE, ['gc']), false)
  assert.equal(hasTag({ ...SUITE, tags: [] }, ['json']), false)
  assert.equal(hasTag({ ...SUITE, tags: [] }, []), true)
})

test('unknownTag names the near tags', () => {
  const said = (tag: string) => unknownTag([SUITE], [tag]).message
  assert.equal(said('jsn'), "Cannot find the tag 'jsn' in 1 suite. Did you mean json?")
  assert.equal(said('quantum'), "Cannot find the tag 'quantum' in 1 suite. The tags are json, text.")
})
