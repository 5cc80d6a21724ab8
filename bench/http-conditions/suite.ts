import { serverSuite } from 'steelyard'

const page = { module: '../http-faults/apps/page.tsx' }

export default serverSuite({
  name: 'http-conditions',
  question: 'What do a far client, a second core and late data change in the time of the same page?',
  tags: ['servers'],
  params: { load: ['sequential', 'moderate'] },
  compare: 'cases',
  baseline: 'near',
  cases: {
    near: page,
    far: { ...page, pool: { processes: 1, policy: 'one-warm', delayMs: 20 } },
    narrow: { ...page, pool: { processes: 1, policy: 'one-warm', delayMs: 20, mbitPerSecond: 10 } },
    'two-cores': { ...page, cores: 'all' },
    late: { ...page, environment: { WAITING: '50' } },
  },
  answer: { contains: 'Steelyard Goods', equal: 'server' },
})
