import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import schema from '../../run-2.schema.json' with { type: 'json' }
import { recordTypes } from '../../scripts/write-record-types.ts'
import { agreementSample } from '../fixtures/agreement-sample.ts'
import { compareSample } from '../fixtures/compare-sample.ts'
import { engineSample } from '../fixtures/engine-sample.ts'
import { figuresSample } from '../fixtures/figures-sample.ts'
import { foreignSample } from '../fixtures/foreign-sample.ts'
import { ZEN5_MACHINE } from '../fixtures/machine-sample.ts'
import { profileSample } from '../fixtures/profile-sample.ts'
import { sampleRecord } from '../fixtures/sample-record.ts'
import { routedSample, serverSample } from '../fixtures/server-sample.ts'
import { sharingSample } from '../fixtures/sharing-sample.ts'
import { stallSample } from '../fixtures/stall-sample.ts'
import { startSample } from '../fixtures/start-sample.ts'
import type { RunRecord } from '../record.ts'

interface Node {
  readonly $ref?: string
  readonly anyOf?: readonly Node[]
  readonly properties?: Readonly<Record<string, Node>>
  readonly items?: Node
  readonly additionalProperties?: Node
  readonly description?: string
}

// The type that TypeScript reads off the file is a union too wide to walk.
const root = schema as unknown as Node
const definitions = schema.$defs as unknown as Readonly<Record<string, Node>>
const described = [root, ...Object.values(definitions)].flatMap(nodesWithProperties)

test('record-types.ts is written from the schema', () => {
  assert.equal(readFileSync(join(import.meta.dirname, '../record-types.ts'), 'utf8'), recordTypes('run'))
})

test('run-2.schema.json describes every field of a full record, and no other', () => {
  const fields = new Map<Node, Set<string>>()
  collectFields(root, fullRecord(), fields)
  collectFields(root, stallSample({ stated: 'same' }), fields)
  collectFields(root, stallSample({ off: 'no-meter' }), fields)
  collectFields(root, sharingSample(), fields)
  collectFields(root, agreementSample(), fields)
  collectFields(root, withBuilders(compareSample()), fields)
  collectFields(root, figuresSample(), fields)
  collectFields(root, serverSample(), fields)
  collectFields(root, foreignSample(), fields)
  collectFields(root, startSample(), fields)
  collectFields(root, routedSample(), fields)
  collectFields(root, profileSample(), fields)
  collectFields(root, engineSample(), fields)
  for (const node of described) {
    const names = Object.keys(node.properties ?? {})
    assert.deepEqual([...(fields.get(node) ?? [])].sort(), names.sort(), `in: ${node.description}`)
  }
})

test('run-2.schema.json describes each field in words', () => {
  for (const node of described) {
    for (const [name, field] of Object.entries(node.properties ?? {})) {
      assert.ok(resolved(field).description, `${name} has no description`)
    }
  }
})

/** Says of targets and comparisons what else a ratio may come from. */
function withBuilders(record: RunRecord): RunRecord {
  const warned = { warnings: [{ code: 'other-builder' }] }
  const elf = { loader: 'ld-linux-x86-64.so.2', libraries: ['libm.so.6'], compilers: null }
  return {
    ...record,
    targets: record.targets.map(target => ({ ...target, ...warned, binary: { ...target.binary, elf } })),
    comparisons: record.comparisons.map(comparison => ({ ...comparison, ...warned })),
  }
}

/** Has every field that can be null somewhere. */
function fullRecord(): RunRecord {
  const record = sampleRecord()
  const [result, ...results] = record.results
  const [comparison, ...comparisons] = record.comparisons
  assert.ok(result && comparison)
  return {
    ...record,
    fleet: { request: '5f2c9a01', untilWidth: 0.01 },
    environment: { ...record.environment, ...ZEN5_MACHINE },
    suites: record.suites.map(suite => ({
      ...suite,
      codeSha256: '4e'.repeat(32),
      adopted: { dialect: 'tinybench', titles: { compute: 'Compute!' } },
      code: { setup: null, cases: { parse: '() => 1' } },
      descriptions: { parse: 'Without a reviver.' },
    })),
    doctor: {
      visitedAt: record.startedAt,
      seconds: 300,
      biasAllowance: 0.002,
      kinds: [{ kind: 'computing', biasAllowance: 0.001, launches: 44 }],
      spreads: [{ target: 'node', case: 'compute', launchSd: 0.01, betweenSd: 0.005, withinSdPerRound: 0.1 }],
    },
    results: [
      {
        ...result,
        ...{ control: true, asynchronous: false, windowNs: 250e6 },
      },
      ...results,
    ],
    comparisons: [
      {
        ...comparison,
        ...{ biasSource: 'measured', biasKind: 'computing' },
        lookPlan: { first: 5, planned: 10, lagOne: 0.08 },
        looks: [{ launches: 5, weight: 0.05, ratio: 1.3, pValue: 0.001, samePValue: 1 }],
        control: { ratio: comparison.ratio, pValue: 0.5, passed: true },
      },
      ...comparisons,
    ],
  }
}

/** Notes for each described object which fields the value has. */
function collectFields(node: Node, value: unknown, fields: Map<Node, Set<string>>): void {
  const shape = resolved(node, value)
  if (Array.isArray(value)) {
    for (const item of value) collectFields(shape.items ?? {}, item, fields)
  } else if (typeof value === 'object' && value !== null && shape.properties !== undefined) {
    const seen = fields.get(shape) ?? new Set()
    fields.set(shape, seen)
    for (const [name, item] of Object.entries(value)) {
      // What may have any name is described as a whole.
      if (shape.additionalProperties === undefined || name in shape.properties) seen.add(name)
      collectFields(shape.properties[name] ?? {}, item, fields)
    }
  }
}

/** Returns what describes a value: in a union, what has all of its fields. */
function resolved(node: Node, value: unknown = {}): Node {
  const shapes = [node, ...(node.anyOf ?? [])].flatMap(({ $ref }) => definitions[$ref?.slice(8) ?? ''] ?? [])
  const isOf = ({ properties = {} }: Node) => Object.keys(value ?? {}).every(name => name in properties)
  return shapes.find(isOf) ?? shapes[0] ?? node
}

function nodesWithProperties(node: Node): Node[] {
  if (node.properties === undefined) return []
  return [node, ...Object.values(node.properties).flatMap(nodesWithProperties)]
}
