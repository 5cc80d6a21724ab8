import { serverSuite } from 'steelyard'

const relay = (environment: Readonly<Record<string, string>>) => ({ module: 'apps/relay.ts', environment })

export default serverSuite({
  name: 'http-relay',
  question: 'What does a relay cost its server, with the mail API in a process of its own?',
  tags: ['servers'],
  params: { ciphertext: [1600, 16_000, 64_000], load: ['sequential', 'open-100'] },
  compare: 'cases',
  baseline: 'naive',
  cases: {
    naive: relay({ RELAY: 'naive' }),
    'template-body': relay({ RELAY: 'template-body' }),
    'early-202': relay({ RELAY: 'early-202' }),
    queue: relay({ RELAY: 'queue' }),
    'naive-error-400': relay({ RELAY: 'naive', API: 'error=400' }),
    'naive-error-64k': relay({ RELAY: 'naive', API: 'error=65536' }),
    'early-202-error-64k': relay({ RELAY: 'early-202', API: 'error=65536' }),
    'naive-waits': relay({ RELAY: 'naive', API: 'wait=800' }),
  },
  answer: { equal: 'case' },
  upstream: 'apps/mail-api.ts',
})
