import { serverSuite } from 'steelyard'

const REASON = 'wrangler runs on Node'
const OTHERS = { deno: REASON, bun: REASON, workerd: REASON }

export default serverSuite({
  name: 'wrangler-dev',
  question: 'What does a request to `wrangler dev` cost, and what does it cost bare workerd?',
  tags: ['servers'],
  params: { load: ['sequential', 'moderate', 'heavy'] },
  compare: 'cases',
  baseline: 'bare',
  answer: { body: 'hello' },
  cases: {
    // Both run the workerd that wrangler brings, as a child of Node.
    bare: {
      prepared: 'wrangler',
      start: {
        node: {
          script: 'node_modules/workerd/bin/workerd',
          args: ['serve', 'config.capnp', '--socket-addr=http=127.0.0.1:{port}'],
        },
      },
    },
    'wrangler-dev': {
      prepared: 'wrangler',
      // Nothing is asked of the network.
      environment: { WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false', CI: '1' },
      start: {
        node: {
          script: 'node_modules/wrangler/bin/wrangler.js',
          args: [
            'dev',
            '--ip',
            '127.0.0.1',
            '--port',
            '{port}',
            '--inspector-port',
            '0',
            '--log-level',
            'error',
          ],
        },
      },
    },
  },
  unsupported: { bare: OTHERS, 'wrangler-dev': OTHERS },
})
