import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SuiteDescription } from '@steelyard/harness/protocol'
import { merged } from './adopting.ts'

function described(...ids: readonly string[]): SuiteDescription {
  const of = <Value>(value: (id: string) => Value) => Object.fromEntries(ids.map(id => [id, value(id)]))
  const adopted = { dialect: 'mitata', titles: of(id => id), paramsOf: of(() => []), unsupported: {} }
  return { cases: ids, params: {}, adopted } as unknown as SuiteDescription
}

test('merged keeps a case that has the name of what every object has', () => {
  const { description, missing } = merged([described('other', 'constructor'), described('other')])
  assert.deepEqual(description.cases, ['other', 'constructor'])
  assert.deepEqual(description.adopted.leftOut, { other: [], constructor: [] })
  assert.deepEqual(missing, [new Map(), new Map([['constructor', 'the file does not register it there']])])
})
