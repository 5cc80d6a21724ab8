import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import schema from '../../combination-1.schema.json' with { type: 'json' }
import { recordTypes } from '../../scripts/write-record-types.ts'
import type { CombinationRecord } from '../combination.ts'
import { combinationSample } from '../fixtures/combination-sample.ts'
import { combinationText } from './combination-text.ts'

test('combination-types.ts is written from the schema', () => {
  const file = join(import.meta.dirname, '../combination-types.ts')
  assert.equal(readFileSync(file, 'utf8'), recordTypes('combination'))
})

test('combinationText returns what follows the schema, and refuses what does not', () => {
  const sample = combinationSample()
  assert.deepEqual(JSON.parse(combinationText(sample)), sample)
  const [first] = sample.comparisons
  const broken = { ...sample, comparisons: [{ ...first, conclusion: { kind: 'better' } }] }
  assert.throws(
    () => combinationText(broken as unknown as CombinationRecord),
    /Cannot write this combination: .*kind/,
  )
})

test('combination-1.schema.json describes each field in words', () => {
  const definitions = schema.$defs as unknown as Readonly<Record<string, Node>>
  for (const node of nodesOf(schema as unknown as Node)) {
    for (const [name, field] of Object.entries(node.properties ?? {})) {
      const described =
        field.description ?? definitions[field.$ref?.replace('#/$defs/', '') ?? '']?.description
      assert.ok(described, `${name} has no description`)
    }
  }
})

interface Node {
  readonly description?: string
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly anyOf?: readonly Node[]
  readonly $defs?: Readonly<Record<string, Node>>
}

function nodesOf(node: Node): Node[] {
  const { properties = {}, items, anyOf = [], $defs = {} } = node
  const below = [...Object.values(properties), ...Object.values($defs), ...anyOf, ...(items ? [items] : [])]
  return [node, ...below.flatMap(nodesOf)]
}
