// Run join.mjs first.
import { serverSuite } from 'steelyard'

export default serverSuite({
  name: 'react-stream-server',
  question: "What does a server save where React's stream joins its texts?",
  tags: ['servers', 'rendering'],
  params: { load: ['sequential'] },
  baseline: 'stream',
  answer: { contains: 'Steelyard Goods', equal: 'server' },
  cases: {
    stream: 'server.ts',
    joined: { module: 'server.ts', environment: { JOINED: '1' } },
  },
})
