import { serverSuite } from 'steelyard'

const bodied = (body: string) => ({ module: 'apps/body.ts', environment: { BODY: body } })

export default serverSuite({
  name: 'http-streams',
  question: 'What does the kind of stream cost where the runtime itself drains a response?',
  tags: ['servers', 'streams', 'bytes'],
  params: { size: [5_242_880, 20_480], chunk: [2048, 64, 65_536], load: ['sequential'] },
  compare: 'cases',
  baseline: 'value',
  across: ['value'],
  cases: {
    value: bodied('value'),
    'value-hwm-4096': bodied('value-hwm-4096'),
    bytes: bodied('bytes'),
    'bytes-hwm-4096': bodied('bytes-hwm-4096'),
    'from-chunks': bodied('from-chunks'),
    'concat-to-web': bodied('concat-to-web'),
    'copy-each-chunk': bodied('copy-each-chunk'),
    'pipe-through': bodied('pipe-through'),
    'read-first': bodied('read-first'),
    whole: bodied('whole'),
  },
  answer: { equal: 'all' },
})
