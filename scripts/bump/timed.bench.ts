import { suite } from '../../packages/harness/src/index.ts'

/** The case for every timer: a call of some microseconds, so that no correct timer reports 0. */
export default suite({
  name: 'timed',
  question: 'Can this timer time a case in this runtime?',
  setup: () => ({ n: 20_000 }),
  cases: {
    sum: ({ n }) => {
      let sum = 0
      for (let i = 1; i <= n; i++) sum += i
      return sum
    },
  },
  expected: ({ n }) => (n * (n + 1)) / 2,
})
