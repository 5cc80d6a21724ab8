import { suite } from '../../packages/harness/src/index.ts'

/** Turns of the loop; the second case does 10 % more of them and nothing else. */
const TURNS = 20_000

function spin(turns: number): number {
  let value = 1
  for (let turn = 0; turn < turns; turn++) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
  return value
}

export default suite({
  name: 'spin',
  question: 'Is 10 % more work found?',
  setup: () => ({ turns: TURNS }),
  cases: {
    work: ({ turns }) => spin(turns),
    'work-and-a-tenth': ({ turns }) => spin(turns + turns / 10),
  },
  expected: ({ turns }, caseId) => {
    let value = 1
    const last = caseId === 'work' ? turns : turns + turns / 10
    for (let turn = 0; turn < last; turn++) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
    return value
  },
})
