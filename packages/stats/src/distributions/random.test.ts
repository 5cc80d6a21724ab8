import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom } from './random.ts'

test('createRandom repeats its sequence, so a recorded seed repeats the order of a run', () => {
  assert.deepEqual(createRandom(1).shuffle([1, 2, 3, 4, 5, 6, 7, 8]), [4, 3, 5, 7, 1, 6, 2, 8])
  const [one, again, other] = [createRandom(7), createRandom(7), createRandom(8)]
  const sequence = Array.from({ length: 20 }, () => one.next())
  assert.deepEqual(
    sequence,
    Array.from({ length: 20 }, () => again.next()),
  )
  assert.notEqual(sequence[0], other.next())
})

test('next is what sfc32 gives, two words of 32 bits at a time', () => {
  // From a second implementation, in Python with whole numbers of any size.
  for (const [seed, ...expected] of [
    [1, 4_219_783_452_976_412, 3_581_165_301_160_041, 4_249_704_138_024_022],
    [5 + 2 ** 40, 3_836_363_038_848_352, 8_261_363_977_099_759],
  ] as const) {
    const random = createRandom(seed)
    assert.deepEqual(
      expected.map(() => random.next() * 2 ** 53),
      expected,
    )
  }
})

test('createRandom distinguishes seeds that agree in their lower 32 bits', () => {
  assert.notEqual(createRandom(5).next(), createRandom(5 + 2 ** 32).next())
})

test('next is uniform from 0 up to 1', () => {
  const random = createRandom(2)
  const counts = Array.from({ length: 10 }, () => 0)
  for (let draw = 0; draw < 20_000; draw++) {
    const value = random.next()
    assert.ok(value >= 0 && value < 1)
    const bin = Math.floor(value * 10)
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const chiSquared = counts.reduce((sum, count) => sum + (count - 2000) ** 2 / 2000, 0)
  // The 99.9 % quantile with 9 degrees of freedom.
  assert.ok(chiSquared < 27.88)
})

test('integer reaches every number below n and nothing else', () => {
  const random = createRandom(3)
  const seen = new Set(Array.from({ length: 200 }, () => random.integer(5)))
  assert.deepEqual([...seen].sort(), [0, 1, 2, 3, 4])
  for (const n of [0, -1, 1.5, Number.NaN]) assert.throws(() => random.integer(n), /range/)
})

test('shuffle gives every order about equally often and leaves its input alone', () => {
  const random = createRandom(4)
  const input = ['a', 'b', 'c']
  const counts = new Map<string, number>()
  for (let draw = 0; draw < 6000; draw++) {
    const order = random.shuffle(input).join('')
    counts.set(order, (counts.get(order) ?? 0) + 1)
  }
  assert.deepEqual(input, ['a', 'b', 'c'])
  assert.equal(counts.size, 6)
  for (const count of counts.values()) assert.ok(Math.abs(count - 1000) < 120)
})

test('createRandom refuses a seed that is no count, and says what it is no number of', () => {
  for (const seed of [-1, 0.5, Number.NaN, 2 ** 53]) assert.throws(() => createRandom(seed), /seed/)
})
