import { suite } from '../../packages/harness/src/index.ts'

/** What every timer is made to time: a call of some microseconds, so that no honest timer says 0. */
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
