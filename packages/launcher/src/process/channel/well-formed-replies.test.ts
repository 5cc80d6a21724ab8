import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exitError } from '../exit-error.ts'
import { LaunchError } from '../launch-error.ts'
import { readReply } from './replies.ts'

test('messages of a contender are well-formed when they are received, keys too', () => {
  const suite = {
    ...{ name: 'a-suite', question: 'Which?', params: { 'a\udc00': ['b\ud83d'] }, compare: 'cases' },
    ...{
      baseline: 'one',
      cases: ['one'],
      unsupported: {},
      across: null,
      hasExpected: false,
      perCall: [],
      memory: false,
    },
    server: null,
  }
  const reply = readReply({ type: 'load' }, JSON.stringify({ type: 'loaded', suite }))
  assert.deepEqual(reply.suite.params, { 'a\ufffd': ['b\ufffd'] })
  const failed = JSON.stringify({ type: 'failed', phase: 'run', message: 'x\ud83d', stack: 'y\ud83d' })
  assert.throws(
    () => readReply({ type: 'load' }, failed),
    new LaunchError('failed', 'threw: x\ufffd', 'y\ufffd'),
  )
})

test('an excerpt of an output is well-formed', () => {
  for (const before of ['', 'x']) {
    const text = before + '😀'.repeat(200)
    assert.throws(
      () => readReply({ type: 'load' }, text),
      ({ message }: Error) => message.isWellFormed(),
    )
    const { message } = exitError({ code: 1, signal: null, error: null }, text)
    assert.ok(message.isWellFormed() && message.includes(text.slice(0, 190 + before.length)))
  }
})
