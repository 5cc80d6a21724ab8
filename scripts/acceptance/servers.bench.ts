import { serverSuite } from '../../packages/harness/src/index.ts'

const module = 'apps/work.ts'

export default serverSuite({
  name: 'servers',
  question: 'Is 5 % more work in a handler found, and none where there is none?',
  compare: 'cases',
  cases: {
    work: module,
    alike: module,
    heavier: { module, environment: { TIMES: '336' } },
  },
  answer: { body: 'done' },
})
