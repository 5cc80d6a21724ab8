import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reply } from '../protocol/protocol.ts'
import { suite } from '../suite/suite.ts'
import { plainClock } from './clock.ts'
import { ask, createContender } from './contender.ts'

async function prepared(found: string, expected?: string): Promise<Reply> {
  const definition = suite({
    name: 'texts',
    question: 'Which?',
    cases: { one: () => found },
    ...(expected === undefined ? {} : { expected: () => expected }),
  })
  const contender = createContender(
    definition,
    plainClock(() => 0),
  )
  await ask(contender, { type: 'load' })
  return ask(contender, { type: 'prepare', caseId: 'one', params: {}, expectedDigest: null })
}

test('a contender never splits a surrogate pair in its excerpts', async () => {
  for (const before of ['', 'x']) {
    const text = before + '😀'.repeat(60)
    const reply = await prepared(text)
    assert.ok(reply.type === 'prepared' && reply.preview.isWellFormed() && reply.preview.length >= 79)
    const wrong = await prepared(text, `${before}${'😀'.repeat(30)}x${'😀'.repeat(29)}`)
    assert.ok(wrong.type === 'failed')
    assert.match(wrong.message, /^wrong output: found …😀.*😀…, expected …😀.*x.*😀…$/u)
    assert.ok(wrong.message.isWellFormed())
  }
})
