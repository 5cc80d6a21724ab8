import { serverSuite } from 'steelyard'

export default serverSuite({
  name: 'http-hello',
  question: 'How long does the own server of each runtime take for a request to the same small app?',
  tags: ['servers'],
  params: { load: ['heavy', 'moderate', 'open-1000'] },
  cases: {
    raw: 'apps/raw.ts',
    hono: 'apps/hono.ts',
    oak: 'apps/oak.ts',
    'oak-listen': { script: 'apps/oak-listen.ts', environment: { PORT: '{port}' } },
  },
  unsupported: { 'oak-listen': { workerd: 'a worker cannot listen' } },
  answer: { body: '{"hello":"world"}' },
})
