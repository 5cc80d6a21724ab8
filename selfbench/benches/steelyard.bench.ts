import { suite } from 'steelyard'
import { CASES, type CaseName } from '../cases/index.js'

/** Input sizes the sides can have, as a factor. */
const FACTORS = [1, 1.01, 1.02, 1.05, 1.2, 5] as const

export default suite({
  name: 'selfbench',
  question: 'How far off is a tool that compares a case with itself, or with a little more work?',
  params: {
    work: ['spin', 'revive', 'hops'] as const satisfies readonly CaseName[],
    a: FACTORS,
    b: FACTORS,
  },
  setup({ work, a, b }, caseId) {
    const { count, make } = CASES[work]
    const size = Math.round(count * (caseId === 'a' ? a : b))
    return { work, size, once: make(size) }
  },
  cases: {
    a: ({ once }) => once(),
    b: ({ once }) => once(),
  },
  verify: (value: unknown, { work, size }) => CASES[work].check(value, size),
  expected: () => true,
})
