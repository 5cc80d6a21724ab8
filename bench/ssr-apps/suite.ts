import { serverSuite } from 'steelyard'

const SVELTEKIT = { script: 'build/index.js' }
const NEXT = {
  script: 'node_modules/next/dist/bin/next',
  args: ['start', '--hostname', '127.0.0.1', '--port', '{port}'],
}
const WORKER = { module: 'worker/worker.js' }

export default serverSuite({
  name: 'ssr-apps',
  question:
    'What does it cost to render the same page on the server with frameworks and without, by runtime?',
  tags: ['servers', 'rendering'],
  params: { page: ['small', '2mb', '15mb'], load: ['sequential', 'moderate', 'heavy'] },
  path: '/?page={page}',
  answer: { contains: '<h1>Living &amp; Dining</h1>', equal: 'server' },
  cases: {
    strings: 'apps/strings.ts',
    'react-ssr': 'apps/react-ssr.tsx',
    sveltekit: {
      prepared: 'sveltekit',
      environment: { HOST: '127.0.0.1', PORT: '{port}' },
      start: { node: SVELTEKIT, deno: SVELTEKIT, bun: SVELTEKIT, workerd: WORKER },
    },
    next: {
      prepared: 'next',
      environment: { NEXT_TELEMETRY_DISABLED: '1' },
      start: { node: NEXT, deno: NEXT, bun: NEXT, workerd: WORKER },
    },
  },
})
