import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from '@steelyard/stats'
import { allowanceOfCase, biasOf, type TargetBias } from './bias-record.ts'

const random = createRandom(1)
const SPREADS = { compute: 0.005, allocate: 0.02, await: 0.04 }

/** Equals that spread by their kind of work. */
function target(name: string, launches = 11, lengths: TargetBias['lengths'] = []): TargetBias {
  const logs = (spread: number) => Array.from({ length: launches }, () => spread * (random.next() - 0.5))
  return {
    target: name,
    equals: Object.entries(SPREADS).map(([caseId, spread]) => ({ case: caseId, logs: logs(spread) })),
    lengths,
  }
}

test('biasOf bounds each kind of work by its own equals, and keeps the largest for all', () => {
  const found = biasOf(['node', 'deno', 'bun'].map(name => target(name)))
  const [computing, allocating, awaiting, ...others] = found.kinds ?? []
  assert.deepEqual(others, [])
  assert.ok(computing && allocating && awaiting)
  assert.deepEqual(
    [computing, allocating, awaiting].map(({ kind, launches }) => [kind, launches]),
    [
      ['computing', 33],
      ['allocating', 33],
      ['awaiting', 33],
    ],
  )
  assert.ok(computing.allowance < allocating.allowance)
  assert.ok(found.equalsBound < found.allowance, 'all together are less uncertain than what spreads most')
  assert.equal(found.allowance, Math.max(allocating.allowance, awaiting.allowance))
  assert.equal(allowanceOfCase(found, 'compute'), computing.allowance)
})

test('biasOf charges a disagreement of batch lengths to the kinds of both cases, and to no third', () => {
  const estimate = (value: number) => ({
    ...{ value, lower: value - 0.01, upper: value + 0.01, level: 0.95, n: 12 },
  })
  const lengths = (apart: number) =>
    [{ baseCase: 'compute', headCase: 'await', ...{ once: estimate(1), twice: estimate(1) } }].map(each => ({
      ...each,
      apart: estimate(apart),
    }))
  const found = biasOf([target('node', 11, lengths(1.1))])
  const twice = Math.expm1(2 * Math.log(1.1))
  assert.equal(found.allowance, twice)
  const of = (kind: string) => found.kinds?.find(each => each.kind === kind)?.allowance ?? 0
  assert.deepEqual([of('computing'), of('awaiting')], [twice, twice])
  assert.ok(of('allocating') < 0.05)
  assert.deepEqual(found.differing, ['await on node in batches of T and 2 T'])
  assert.deepEqual(biasOf([target('node', 11, lengths(1.015))]).differing, [])
})

test('biasOf gives no kind an allowance of its own under five launches of a case, and refuses under three', () => {
  const found = biasOf([target('node'), target('deno', 4)])
  assert.deepEqual(found.kinds, [])
  assert.equal(allowanceOfCase(found, 'compute'), found.allowance)
  assert.throws(() => biasOf([target('node', 2)]), /too few launches of some case/)
})
