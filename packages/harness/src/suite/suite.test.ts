import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainClock } from '../contender/clock.ts'
import { ask, createContender } from '../contender/contender.ts'
import { suite } from './suite.ts'

const about = { name: 'a-suite', question: 'Which?', cases: { one: () => 1, two: () => 2 } }

async function described(definition: unknown) {
  const contender = createContender(
    definition,
    plainClock(() => 0),
  )
  const reply = await ask(contender, { type: 'load' })
  return reply.type === 'loaded' ? reply.suite : assert.fail(JSON.stringify(reply))
}

test('suite marks no case, all cases or the listed ones as timed call by call', async () => {
  assert.deepEqual((await described(suite(about))).perCall, [])
  assert.deepEqual((await described(suite({ ...about, perCall: true }))).perCall, ['one', 'two'])
  assert.deepEqual((await described(suite({ ...about, perCall: ['two'] }))).perCall, ['two'])
})

test('suite names what is wrong with perCall and memory', () => {
  const refused = (extra: object) => () => suite({ ...about, ...extra })
  assert.throws(refused({ perCall: ['three'] }), /there is no case 'three'\. Cases: one, two\./)
  assert.throws(refused({ perCall: 'one' }), /'perCall' is a string\. Make it true or a list of case ids\./)
  assert.throws(refused({ memory: false }), /'memory' is a boolean\. Make it true\./)
})

test('suite refuses a parameter that no record could hold', () => {
  const params = (each: Record<string, readonly string[]>) => () => suite({ ...about, params: each })
  assert.throws(params({ text: ['a', 'b\ud83d'] }), /parameter 'text' holds half of a surrogate pair\. Make/)
  assert.throws(params({ 'a\udc00': ['b'] }), /holds half of a surrogate pair/)
  assert.doesNotThrow(params({ 'a😀': ['😀'] }))
})
