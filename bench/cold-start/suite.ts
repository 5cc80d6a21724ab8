import { serverSuite } from 'steelyard'
import { codeOf } from './code.ts'

const BYTES = {
  '1mb': 2 ** 20,
  '1kb': 2 ** 10,
  '32kb': 2 ** 15,
  '256kb': 2 ** 18,
  '4mb': 2 ** 22,
  '8mb': 2 ** 23,
} as const

type Size = keyof typeof BYTES | 'typescript'

/** The code stays in the bundle although no request of ours reaches it: a bundler cannot know that. */
const UNREACHED = `
export default {
  fetch(request) {
    const total = request.url.endsWith("?all") ? parts.reduce((sum, part) => sum + part(nodeOf(), {}) | 0, 0) : 0;
    return new Response(\`Hello World! \${total}\`);
  },
};
`

const REACHED = `
export default {
  fetch() {
    const options = { level: 2 };
    const total = parts.reduce((sum, part) => sum + part(nodeOf(), options) | 0, 0);
    return new Response(\`Hello World! \${total}\`);
  },
};
`

function sourceOf(size: Size, reach: 'unreached' | 'reached'): string {
  if (size === 'typescript') return `export { default } from './apps/typescript-${reach}.ts'\n`
  const handler = reach === 'reached' ? REACHED : UNREACHED
  return codeOf(BYTES[size] - handler.length) + handler
}

export default serverSuite({
  name: 'cold-start',
  question:
    'What does the size of a bundle cost when its server starts, and which runtime is first to answer?',
  tags: ['servers', 'start'],
  measure: 'start',
  params: {
    size: ['1mb', '1kb', '32kb', '256kb', '4mb', '8mb', 'typescript'],
    minify: [false, true],
  },
  compare: 'cases',
  baseline: 'hello',
  across: true,
  cases: {
    hello: './apps/hello.ts',
    unreached: { source: ({ size }) => sourceOf(size, 'unreached') },
    reached: { source: ({ size }) => sourceOf(size, 'reached') },
  },
  answer: { contains: 'Hello World!', equal: 'case' },
})
