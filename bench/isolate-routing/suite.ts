import { serverSuite } from 'steelyard'
import { compute } from './apps/compute.ts'

const POOL = { module: 'apps/mixed.ts' }
const PROCESSES = 4

export default serverSuite({
  name: 'isolate-routing',
  question: 'What does a burst of CPU-heavy requests do to the others, by how a router spreads them?',
  tags: ['servers'],
  // What is timed: the requests that wait for something, or those of the burst.
  params: {
    requests: ['waiting', 'computing'],
    load: ['open-400', 'busy-30', 'busy-50', 'busy-70', 'busy-90'],
  },
  compare: 'cases',
  cases: {
    'one-warm': { ...POOL, pool: { processes: PROCESSES, policy: 'one-warm' } },
    spread: { ...POOL, pool: { processes: PROCESSES, policy: 'spread' } },
    'spread-when-busy': { ...POOL, pool: { processes: PROCESSES, policy: 'spread-when-busy' } },
  },
  answer: { body: 'waited\n' },
  beside: {
    name: 'computing',
    loadName: 'waiting',
    path: '/compute',
    body: `${compute()}\n`,
    ratePerSecond: 100,
    fromMs: 33,
    durationMs: 50,
    turnMs: 200,
  },
})
