import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LaunchError } from '@steelyard/launcher'
import { readHeapProfile } from './cpu-profile.ts'

const callFrame = {
  functionName: 'made',
  url: 'file:///a.mjs',
  lineNumber: 3,
  columnNumber: 2,
  scriptId: '1',
}

test('readHeapProfile returns what allocated, under what called it', () => {
  const leaf = { callFrame, selfSize: 848, id: 2, children: [] }
  const head = { callFrame: { ...callFrame, functionName: '(root)' }, selfSize: 0, id: 1, children: [leaf] }
  const [found, ...others] = readHeapProfile(JSON.stringify({ head }))
  assert.deepEqual(others, [])
  assert.equal(found?.weight, 848)
  assert.equal(found?.frame.name, 'made')
  assert.equal(found?.frame.line, 3)
  assert.equal(found?.frame.caller?.name, '(root)')
})

test('readHeapProfile refuses what is no profile', () => {
  const deep = '{"children":['.repeat(2000)
  const wrong = [
    ...['', 'null', '{}', '{"head":{}}', deep],
    ...[-1, 'x', null].map(selfSize => JSON.stringify({ head: { callFrame, selfSize, children: [] } })),
    JSON.stringify({ head: { callFrame, selfSize: 1, children: [{}] } }),
    JSON.stringify({ head: { callFrame: { ...callFrame, url: 1 }, selfSize: 1, children: [] } }),
  ]
  for (const text of wrong) assert.throws(() => readHeapProfile(text), LaunchError, text.slice(0, 80))
})
