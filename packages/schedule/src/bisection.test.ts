import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type BisectionStep, bisectionOf, errorOfStep, mostSteps, readMiddle } from './bisection.ts'

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

test('bisectionOf measures the open guesses first, and halves what they leave', () => {
  assert.equal(bisectionOf(100, [], [98, 50]).next, 98)
  assert.equal(bisectionOf(100, [step(98, 'good')], [98, 50]).end, 'found')
  assert.equal(bisectionOf(100, [step(98, 'bad')], [98, 30]).next, 30)
  assert.equal(bisectionOf(100, [step(98, 'unclear')], [98]).next, 49)
  assert.equal(bisectionOf(100, [], [-1, 0, 99]).next, 49)
})

test('bisectionOf ends at a middle that is like neither end, at the second unclear one, and when its steps are used up', () => {
  assert.equal(bisectionOf(9, [step(4, 'between')]).end, 'between')
  assert.equal(bisectionOf(9, [step(4, 'unclear'), step(3, 'unclear')]).end, 'steps')
  assert.equal(bisectionOf(3, [step(1, 'unclear')]).end, 'narrowed')
  const skipped = Array.from({ length: mostSteps(1000) }, (_, index) => step(100 + index, 'lost'))
  assert.equal(bisectionOf(1000, skipped).end, 'steps')
})

test('errorOfStep divides the error over the ends and all possible steps', () => {
  assert.deepEqual([mostSteps(1), mostSteps(2)], [3, 3])
  assert.equal(mostSteps(257), 11)
  assert.equal(errorOfStep(0.05, 257) * 12, 0.05)
})

test('bisectionOf knows the ends of what is open, with as many steps as it may have', () => {
  assert.deepEqual(bisectionOf(9, [step(4, 'good'), step(6, 'bad')]), { good: 4, bad: 6, next: 5, end: null })
  assert.deepEqual(bisectionOf(9, [step(2, 'good'), step(4, 'good')]), {
    good: 4,
    bad: 8,
    next: 6,
    end: null,
  })
  assert.deepEqual(bisectionOf(2, []), { good: 0, bad: 1, next: null, end: 'found' })
  assert.deepEqual(bisectionOf(3, [step(1, 'lost')]), { good: 0, bad: 2, next: null, end: 'narrowed' })
  const skipped = Array.from({ length: mostSteps(1000) - 1 }, (_, index) => step(100 + index, 'lost'))
  assert.equal(bisectionOf(1000, skipped).end, null)
  assert.deepEqual(bisectionOf(9, [step(3, 'good'), step(5, 'between')]), {
    ...{ good: 3, bad: 8, next: null, end: 'between' },
  })
})

test('readMiddle has the place of a middle that is settled, and what keeps it from one', () => {
  const rules = { threshold: 0.01, biasAllowance: 0.002, error: 0.05 }
  const read = (middle: number, count = 20) => {
    const launches = Array.from({ length: count }, (_, at) => ({
      ...{ middle: middle + 0.001 * (at % 3), bad: 0.5 + 0.001 * (at % 2) },
    }))
    const { middle: index, place, misfit } = readMiddle(4, launches, 1, rules)
    return [index, place, misfit]
  }
  assert.deepEqual(read(0), [4, 'good', null])
  assert.deepEqual(read(0.5), [4, 'bad', null])
  assert.deepEqual(read(0.249), [4, 'between', 'between'])
  assert.deepEqual(read(0.2), [4, 'good', 'between'])
  assert.deepEqual(read(-0.3), [4, 'good', 'beyond good'])
  assert.deepEqual(read(0.5, 1), [4, 'unclear', null])
})
