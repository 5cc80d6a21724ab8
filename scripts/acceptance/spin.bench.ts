import { suite } from '../../packages/harness/src/index.ts'

/** Turns of the loop, some microseconds of work. */
const TURNS = 20_000
const HELD_BYTES = 128e6

function spin(turns: number): number {
  let value = 1
  for (let turn = 0; turn < turns; turn++) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
  return value
}

/** The second case does 10 % more turns and nothing else; the third holds memory meanwhile. */
export default suite({
  name: 'spin',
  question: 'Is 10 % more work found, and none where there is none?',
  setup: (_, caseId) => ({
    turns: TURNS,
    // Filled, so that the pages are there.
    held: caseId === 'work-and-memory' ? new Uint8Array(HELD_BYTES).fill(1) : null,
  }),
  cases: {
    work: ({ turns }) => spin(turns),
    'work-and-a-tenth': ({ turns }) => spin(turns + turns / 10),
    'work-and-memory': ({ turns }) => spin(turns),
  },
  expected: ({ turns }, caseId) => {
    let value = 1
    const last = caseId === 'work-and-a-tenth' ? turns + turns / 10 : turns
    for (let turn = 0; turn < last; turn++) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
    return value
  },
})
