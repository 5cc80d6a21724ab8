import { AsyncLocalStorage } from 'node:async_hooks'
import { suite } from 'steelyard'
import { seeded } from '../inputs/seeded.ts'

/** Waits in one iteration. */
const STEPS = 1000

interface Inputs {
  /** Small whole numbers, one for each wait. */
  readonly values: readonly number[]
  /** What the store of a request holds; null but for the case that has one. */
  readonly storage: AsyncLocalStorage<{ readonly weight: number }> | null
}

export default suite({
  name: 'async',
  question: 'What does it cost to wait for something that is there already?',
  tags: ['promises'],
  setup: (_params, caseId): Inputs => {
    const random = seeded(7)
    return {
      values: Array.from({ length: STEPS }, () => Math.floor(random() * 1000)),
      // A storage that is in use may slow every promise down, so the other cases have none.
      storage: caseId === 'async-local-storage' ? new AsyncLocalStorage() : null,
    }
  },
  baseline: 'await-value',
  // Each case waits 1,000 times, one after the other, and adds up what it got.
  cases: {
    'await-value': async ({ values }) => {
      let sum = 0
      for (const value of values) sum += await value
      return sum
    },
    'await-promise': async ({ values }) => {
      let sum = 0
      for (const value of values) sum += await Promise.resolve(value)
      return sum
    },
    'promise-chain': ({ values }) => {
      let chain = Promise.resolve(0)
      for (const value of values) chain = chain.then(sum => sum + value)
      return chain
    },
    'async-iterator': async ({ values }) => {
      let sum = 0
      for await (const value of yieldEach(values)) sum += value
      return sum
    },
    'queue-microtask': ({ values }) => addInMicrotasks(values),
    'async-local-storage': ({ values, storage }) =>
      storage?.run({ weight: 1 }, async () => {
        let sum = 0
        for (const value of values) sum += (await value) * (storage.getStore()?.weight ?? 0)
        return sum
      }),
  },
  expected: ({ values }) => values.reduce((sum, value) => sum + value, 0),
})

async function* yieldEach(values: readonly number[]): AsyncGenerator<number> {
  for (const value of values) yield value
}

/** Adds one value in each microtask, which then queues the next. */
function addInMicrotasks(values: readonly number[]): Promise<number> {
  return new Promise(resolve => {
    let sum = 0
    let next = 0
    const step = () => {
      if (next === values.length) return resolve(sum)
      sum += values[next++] ?? 0
      queueMicrotask(step)
    }
    queueMicrotask(step)
  })
}
