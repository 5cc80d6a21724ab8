import { serverSuite } from 'steelyard'

const module = 'apps/page.tsx'

export default serverSuite({
  name: 'http-faults',
  question: 'What do the four faults of configuration do that make servers incomparable?',
  tags: ['servers'],
  params: { load: ['sequential', 'moderate', 'heavy'] },
  compare: 'cases',
  baseline: 'right',
  cases: {
    right: module,
    development: { module, environment: { NODE_ENV: 'development' } },
    cached: { module, environment: { RENDERING: 'cached' } },
    buffered: { module, environment: { DELIVERY: 'whole' } },
    compressed: { module, environment: { COMPRESSION: 'gzip' } },
  },
  answer: { contains: 'Steelyard Goods', equal: 'server' },
})
