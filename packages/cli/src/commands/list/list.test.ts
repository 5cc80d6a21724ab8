import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import { listingText } from './list.ts'

const SUITE: SuiteDescription = {
  name: 'json',
  question: 'Which?',
  params: { size: ['1', '2'] },
  compare: 'cases',
  baseline: 'parse',
  cases: ['parse', 'arrow', 'three', 'four', 'five'],
  across: null,
  unsupported: {},
  hasExpected: false,
  perCall: [],
  memory: false,
  server: null,
  code: { setup: null, cases: { parse: '() => 1' } },
}

function linesOf(more: Partial<SuiteDescription>, withCode = false): readonly string[] {
  return listingText({ suites: [{ ...SUITE, ...more }], errors: [] }, withCode).split('\n')
}

test('listingText says which cases are compared across targets', () => {
  const said = (more: Partial<SuiteDescription>) => linesOf(more).filter(line => line.includes('compares'))
  assert.deepEqual(said({ across: ['parse', 'arrow'] }), ['  compares targets too, on parse, arrow'])
  assert.deepEqual(said({ across: [...SUITE.cases] }), ['  compares targets too, on every case'])
  assert.deepEqual(said({ across: [] }), [])
  assert.deepEqual(said({ across: null }), [])
  assert.deepEqual(said({ across: null, cases: ['parse', 'arrow'] }), [
    '  compares targets too, on every case',
  ])
  assert.deepEqual(said({ compare: 'targets', across: [] }), ['  compares targets, case by case'])
})

test('listingText shows tags, and of a named suite what it says of its cases', () => {
  const more = { tags: ['text', 'gc'], descriptions: { arrow: 'With\u001b[2J a reviver.' } }
  assert.ok(linesOf(more).includes('  tags   text, gc'))
  assert.ok(!linesOf(more).join('\n').includes('reviver'))
  const [about, code] = linesOf(more, true).filter(line => line.startsWith('    '))
  assert.match(about ?? '', /^ {4}arrow {2}With\S* a reviver\.$/)
  assert.ok(!about?.includes('\u001b'))
  assert.equal(code, '    parse  () => 1')
})
