import assert from 'node:assert/strict'
import { test } from 'node:test'
import { adviceFor } from './advice.ts'

const REASONS = [
  'quick',
  'interrupted',
  'too few launches',
  'zero variance',
  'drifting',
  'never steady',
  'bimodal',
  'too wide',
  'sign known but small',
  'within the bias allowance',
  'not significant in its family',
  'control failed',
  'unpaired',
]

test('adviceFor names for each reason something to do, another one each', () => {
  const advice = REASONS.map(reason => adviceFor(reason))
  for (const sentence of advice) assert.match(sentence, /--[a-z]|pnpm bench/)
  assert.equal(new Set(advice).size, REASONS.length)
})

test('adviceFor advises more time only where it is what ended the launches', () => {
  const advised = [...REASONS, 'stalls unlike', 'solar flare'].filter(reason =>
    / --time/.test(adviceFor(reason)),
  )
  assert.deepEqual(advised, ['too few launches', 'within the bias allowance'])
  assert.match(adviceFor('within the bias allowance'), /Neither --precision nor --time helps/)
})

test('adviceFor has advice for an unknown reason', () => {
  assert.match(adviceFor('solar flare'), /--verbose/)
  assert.match(adviceFor('lost: memory'), /run again/)
})
