import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BisectionStep, bisectionOf, errorOfStep, mostSteps } from './bisection.ts'

function step(middle: number, place: BisectionStep['place']): BisectionStep {
  return { middle, place, misfit: null }
}

test('bisectionOf halves the releases until two neighbours are left', () => {
  for (let first = 1; first < 100; first++) {
    const steps: BisectionStep[] = []
    let found = bisectionOf(100, steps)
    while (found.next !== null) {
      steps.push(step(found.next, found.next < first ? 'good' : 'bad'))
      found = bisectionOf(100, steps)
    }
    assert.deepEqual(found, { good: first - 1, bad: first, next: null, end: 'found' })
    assert.ok(steps.length <= 7)
  }
})

test('bisectionOf skips to the nearest neighbour of an unclear release, and ends when none is left', () => {
  assert.equal(bisectionOf(9, []).next, 4)
  assert.equal(bisectionOf(9, [step(4, 'unclear')]).next, 3)
  assert.equal(bisectionOf(9, [step(4, 'unclear'), step(3, 'lost')]).next, 5)
  const steps = [step(2, 'good'), step(4, 'bad'), step(3, 'unclear')]
  assert.deepEqual(bisectionOf(9, steps), { good: 2, bad: 4, next: null, end: 'narrowed' })
})

test('bisectionOf ends at a middle that is like neither end, and when its steps are used up', () => {
  assert.equal(bisectionOf(9, [step(4, 'between')]).end, 'between')
  const skipped = Array.from({ length: mostSteps(1000) }, (_, index) => step(100 + index, 'unclear'))
  assert.equal(bisectionOf(1000, skipped).end, 'steps')
})

test('errorOfStep divides the error over the ends and all possible steps', () => {
  assert.deepEqual([mostSteps(1), mostSteps(2)], [3, 3])
  assert.equal(mostSteps(257), 11)
  assert.equal(errorOfStep(0.05, 257) * 12, 0.05)
})
