import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTarget } from '@steelyard/launcher'
import { type Asked, companionsOf, haveSameSettings, planCompare, targetText } from './compare-plan.ts'
import { UsageError } from './usage-error.ts'

const PLAIN: Asked = {
  base: 'node',
  heads: ['bun', 'deno'],
  rebuilt: null,
  attribute: false,
  evidence: false,
}

test('haveSameSettings compares flags in their order, and variables in any', () => {
  const areAlike = (one: string, other: string) => haveSameSettings(parseTarget(one), parseTarget(other))
  assert.equal(areAlike('A=1 B=2 node@20 --x', 'B=2 A=1 node@22 --x'), true)
  assert.equal(areAlike('A=1 node', 'A=2 node'), false)
  assert.equal(areAlike('node --x --y', 'node --y --x'), false)
})

test('planCompare puts the base first, and a rebuilt base next, into every group', () => {
  assert.deepEqual(planCompare(PLAIN).runtimes, ['node', 'bun', 'deno'])
  const { runtimes, plan } = planCompare({ ...PLAIN, base: 'node=./a', rebuilt: 'node=./b' })
  assert.deepEqual(runtimes, ['node=./a', 'node=./b', 'bun', 'deno'])
  assert.deepEqual([plan.heads, plan.rebuilt, companionsOf(plan)], [[2, 3], 1, [1]])
})

test('planCompare --attribute makes each flag alone and each left out, the head in every group', () => {
  const head = 'node --a --b=2 --c'
  const { runtimes, plan } = planCompare({ ...PLAIN, heads: [head], attribute: true })
  assert.deepEqual(runtimes, [
    ...['node', head],
    ...['node --a', 'node --b=2', 'node --c'],
    ...['node --b=2 --c', 'node --a --c', 'node --a --b=2'],
  ])
  assert.deepEqual(plan.flags[1], { flag: '--b=2', alone: 3, without: 6 })
  assert.deepEqual(companionsOf(plan), [1])
})

test('planCompare --attribute needs no contender twice where there are two flags', () => {
  const { runtimes, plan } = planCompare({ ...PLAIN, heads: ['node --a --b'], attribute: true })
  assert.deepEqual(runtimes, ['node', 'node --a --b', 'node --a', 'node --b'])
  assert.deepEqual(plan.flags, [
    { flag: '--a', alone: 2, without: 3 },
    { flag: '--b', alone: 3, without: 2 },
  ])
})

test('planCompare --attribute takes variables in any order for the same', () => {
  const asked = { base: 'A=1 B=2 node', heads: ['B=2 A=1 node --a --b'], attribute: true }
  assert.equal(planCompare({ ...PLAIN, ...asked }).plan.flags.length, 2)
})

test('planCompare refuses, with the reason, what cannot be compared', () => {
  const refusals: [Partial<Asked>, RegExp][] = [
    [{ heads: ['node --a'], attribute: true }, /it has 1 over the base/],
    [{ heads: ['node --a --b', 'bun'], attribute: true }, /several heads/],
    [{ heads: ['bun --a --b'], attribute: true }, /differs in more than flags/],
    [{ base: 'node --x', heads: ['node --a --b'], attribute: true }, /lacks --x/],
    [{ rebuilt: 'bun' }, /it is bun, the base is node/],
    [{ rebuilt: 'node --a' }, /other flags/],
  ]
  for (const [asked, message] of refusals) {
    assert.throws(
      () => planCompare({ ...PLAIN, ...asked }),
      (error: unknown) => error instanceof UsageError && message.test(error.message),
    )
  }
  // A flag that stands twice says one thing.
  planCompare({ ...PLAIN, heads: ['node --no-opt --no-opt'] })
})

test('targetText is read again as what it was', () => {
  for (const text of [
    'node',
    "NODE_ENV=development node@24.10.0 --a='b c'",
    'bun=./out/bun useJIT=0',
    'node~patched=./out/node',
    `"A=it's" node`,
  ]) {
    const { text: _, ...spec } = parseTarget(text)
    assert.deepEqual({ ...parseTarget(targetText(spec)), text: '' }, { ...spec, text: '' })
  }
})
