import assert from 'node:assert/strict'
import { test } from 'node:test'
import { foreignSample } from '@steelyard/record/fixtures/foreign-sample'
import { sampleRecord, sampleTargetsRecord } from '@steelyard/record/fixtures/sample-record'
import { displayWidth } from '../../../text/src/display-width.ts'
import { renderHeader } from './render-header.ts'

const STYLE = { width: 100, color: false }

test('renderHeader shows the question, targets with engines, machine, affinity and seed', () => {
  assert.deepEqual(renderHeader(sampleRecord(), STYLE).split('\n'), [
    'question  json-reviver: What does a reviver cost JSON.parse, and which forms of it are slow?',
    'targets   node@26.10.0 v8 14.6.202.10-node.12',
    '          bun@1.4.5 jsc 624.2.5',
    'machine   AMD EPYC 9B14, 2 cores, 8 GiB, virtual machine, linux 6.18.0, CPU not identified',
    'affinity  same-core (a group shares one core)',
    'seed      42',
  ])
  assert.doesNotMatch(renderHeader(foreignSample(), STYLE), /affinity|seed/)
})

test('renderHeader shows a governor, and nothing that is unknown', () => {
  const { environment, ...record } = sampleRecord()
  const known = {
    ...environment,
    governor: 'powersave',
    virtualized: null,
    cores: 1,
    affinity: 'all',
  } as const
  const text = renderHeader({ ...record, environment: known }, STYLE)
  assert.match(text, /1 core, 8 GiB, governor powersave, linux/)
  assert.match(text, /affinity {2}all \(any core\)/)
})

test('renderHeader shortens the commit hash that an engine has for a version', () => {
  const record = sampleRecord()
  const targets = [
    { id: 'bun@1', engine: { name: 'jsc', version: 'd6375c72affe0f70222cdcb45012b10f0bf3a9d5' } },
  ]
  assert.match(renderHeader({ ...record, targets }, STYLE), /^target {4}bun@1 jsc d6375c72affe$/m)
})

for (const width of [40, 60, 80, 100, 140]) {
  test(`renderHeader stays within ${width} columns`, () => {
    const lines = renderHeader(sampleTargetsRecord(), { ...STYLE, width }).split('\n')
    assert.deepEqual(
      lines.filter(line => displayWidth(line) > width),
      [],
    )
  })
}
