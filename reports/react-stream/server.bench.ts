// Run join.mjs first.
import { serverSuite } from 'steelyard'

export default serverSuite({
  name: 'react-stream-server',
  question:
    "What does a server save where React's edge build joins its texts, or by the build that its runtime is meant to load?",
  tags: ['servers', 'rendering'],
  params: { load: ['sequential'] },
  baseline: 'stream',
  answer: { contains: 'Steelyard Goods', equal: 'server' },
  cases: {
    stream: { module: 'server.ts', environment: { RENDER: 'stream' } },
    joined: { module: 'server.ts', environment: { RENDER: 'joined' } },
    own: { module: 'server.ts', environment: { RENDER: 'own' } },
  },
})
