import assert from 'node:assert/strict'
import { test } from 'node:test'
import { planTrials } from './plan.ts'
import { tools } from './tools/index.ts'
import type { Contestant } from './trial.ts'

const contestants: Contestant[] = tools.slice(0, 6).map(tool => ({ tool, runtime: 'node', binary: 'node' }))
const OPTIONS = {
  contestants,
  figures: ['aa', 'power'],
  cases: ['spin', 'hops'],
  factors: [1.01, 1.02],
  trials: 3,
  seed: 5,
} as const

test('everybody meets in one situation before the next begins', () => {
  const planned = planTrials(OPTIONS)
  // Two cases in A/A and two by two in power, three times, for six contestants.
  assert.equal(planned.length, 3 * (2 + 4) * 6)
  for (let from = 0; from < planned.length; from += 6) {
    const together = planned.slice(from, from + 6)
    const situations = together.map(({ figure, case: name, factor, heavier, index }) =>
      [figure, name, factor, heavier, index].join(),
    )
    assert.equal(new Set(situations).size, 1)
    assert.equal(new Set(together.map(({ contestant }) => contestant)).size, 6)
  }
})

test('the order changes from meeting to meeting and is the same for the same seed', () => {
  const order = (seed: number) =>
    planTrials({ ...OPTIONS, seed }).map(({ contestant }) => contestants.indexOf(contestant))
  assert.deepEqual(order(5), order(5))
  assert.notDeepEqual(order(5), order(6))
  const meetings = new Set(
    Array.from({ length: 10 }, (_, index) =>
      order(5)
        .slice(6 * index, 6 * index + 6)
        .join(),
    ),
  )
  assert.ok(meetings.size > 1)
})

test('only more work has a heavier side', () => {
  const planned = planTrials(OPTIONS)
  for (const { heavier, factor } of planned) assert.equal(heavier === null, factor === 1)
  assert.deepEqual(new Set(planned.flatMap(({ heavier }) => heavier ?? [])), new Set([0, 1]))
})
