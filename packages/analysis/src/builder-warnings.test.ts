import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ComparisonRecord, TargetRecord } from '@steelyard/record'
import { compareSample } from '@steelyard/record/fixtures/compare-sample'
import { builderWarnings } from './run-record.ts'

const sample = compareSample()
const [comparison] = sample.comparisons as [ComparisonRecord]
const [target] = sample.targets as [TargetRecord]

function build(
  id: string,
  source: 'npm' | 'path',
  sha = id,
  build: TargetRecord['build'] = {},
): TargetRecord {
  return { ...target, id, binary: { ...target.binary, source, sha256: sha.padEnd(64, '0') }, build }
}

function codesOf(
  [base, head, ...others]: readonly TargetRecord[],
  [lower, upper]: readonly [number, number],
  rebuilt: string | null = null,
): readonly string[] {
  assert.ok(base && head)
  const compared = { base: base.id, heads: [head.id], rebuilt, evidence: false, minimumLaunches: 10 }
  const ratio = { ...comparison.ratio, value: lower, lower, upper }
  const asked = { ...comparison, base: base.id, head: head.id, ratio }
  return builderWarnings(asked, compared, [base, head, ...others]).map(({ code }) => code)
}

const [npm, local] = [build('a', 'npm'), build('b', 'path')]

test('builderWarnings warns of a local build against one of the registry, whichever is the base', () => {
  assert.deepEqual(codesOf([npm, local], [1.2, 1.3]), ['other-builder'])
  assert.deepEqual(codesOf([local, npm], [1.2, 1.3]), ['other-builder'])
  assert.deepEqual(codesOf([npm, build('b', 'npm')], [1.2, 1.3]), [])
  assert.deepEqual(codesOf([local, build('a', 'path')], [1.2, 1.3]), [])
  assert.deepEqual(codesOf([npm, { ...local, runtime: 'bun' }], [1.2, 1.3]), [])
})

test('builderWarnings asks for the base rebuilt where the interval reaches under ten percent', () => {
  const small = ['other-builder-small']
  assert.deepEqual(codesOf([npm, local], [1.099, 1.3]), small)
  assert.deepEqual(codesOf([npm, local], [1.101, 1.3]), ['other-builder'])
  assert.deepEqual(codesOf([npm, local], [0.6, 0.911]), small)
  assert.deepEqual(codesOf([npm, local], [0.6, 0.908]), ['other-builder'])
  assert.deepEqual(codesOf([npm, local], [0.5, 2]), small)
})

test('builderWarnings is silent for the same program, also behind a script', () => {
  assert.deepEqual(codesOf([npm, build('b', 'path', 'a')], [1, 1]), [])
  const script = build('s', 'path', 's', { executableSha256: npm.binary.sha256 ?? '' })
  assert.deepEqual(codesOf([npm, script], [1, 1]), [])
})

test('builderWarnings is silent beside a rebuilt base, unless that is the base itself', () => {
  const rebuilt = build('c', 'path')
  assert.deepEqual(codesOf([npm, local, rebuilt], [1, 1], 'c'), [])
  assert.deepEqual(codesOf([npm, rebuilt, local], [1, 1], 'c'), [])
  assert.deepEqual(codesOf([npm, local, build('c', 'npm', 'a')], [1, 1], 'c'), ['other-builder-small'])
})
