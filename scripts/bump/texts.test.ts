import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { GapOutcome } from './ask-suite.ts'
import { gapsText, isWrong } from './texts.ts'

function outcome(subject: string, declared: string | null, failure: string | null): GapOutcome {
  return { subject, runtime: 'bun', version: '2.0.0', declared, failure }
}

test('a gap is wrong where declaration and binary disagree, and the text says what to do', () => {
  const right = [outcome('a/works', null, null), outcome('a/lacks', 'no', 'threw: a')]
  assert.deepEqual(right.filter(isWrong), [])
  assert.equal(gapsText(right), 'Declared gaps that are wrong: none')
  const wrong = [outcome('a/lacks', 'no', null), outcome('a/works', null, 'threw: b')]
  assert.deepEqual(wrong.filter(isWrong), wrong)
  assert.equal(
    gapsText([...right, ...wrong]),
    [
      'Declared gaps that are wrong: 2',
      '  closed  a/lacks on bun@2.0.0: it works, but is declared: no. Take the declaration out.',
      '  new     a/works on bun@2.0.0: threw: b. Fix it, or declare it.',
    ].join('\n'),
  )
})
