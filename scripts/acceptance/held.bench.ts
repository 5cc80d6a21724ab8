import { suite } from '../../packages/harness/src/index.ts'

const TURNS = 20_000
const HELD_BYTES = 128e6

function spin(turns: number): number {
  let value = 1
  for (let turn = 0; turn < turns; turn++) value = (Math.imul(value, 1_103_515_245) + 12_345) | 0
  return value
}

export default suite({
  name: 'held',
  question: 'Does it matter how much memory a contender holds while it waits?',
  setup: (_, caseId) => ({
    turns: TURNS,
    // Filled, so that the pages are there.
    held: caseId === 'work-and-memory' ? new Uint8Array(HELD_BYTES).fill(1) : null,
  }),
  cases: {
    work: ({ turns }) => spin(turns),
    'work-and-memory': ({ turns }) => spin(turns),
  },
  expected: ({ turns }) => spin(turns),
})
