import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AdoptedAnswers } from './adopted-answers.ts'

const on = (target: number, params = {}) => ({ caseId: 'one', params, target })
const answer = (text: string) => ({ digest: text, preview: text })

test('an answer that differs from that of another target is reported with both', () => {
  const answers = new AdoptedAnswers(['node', 'bun'], false)
  assert.equal(answers.check(on(0), answer('1')), null)
  assert.equal(answers.check(on(0), answer('1')), null)
  assert.match(answers.check(on(1), answer('2')) ?? '', /another answer than node, 2 in place of 1/)
  assert.equal(answers.check(on(0), answer('1')), null, 'the first target is the reference')
  assert.equal(answers.check(on(1, { size: 2 }), answer('3')), null, 'other parameters')
  assert.deepEqual(answers.warnings(on(0)), [])
})

test('an answer that came before that of the first target is found wrong later', () => {
  const answers = new AdoptedAnswers(['node', 'bun'], false)
  assert.equal(answers.check(on(1), answer('2')), null)
  assert.equal(answers.check(on(0), answer('1')), null)
  assert.match(answers.fault(on(1)) ?? '', /another answer than node/)
})

test('different answers are nothing where they are ignored, or change by themselves', () => {
  const ignoring = new AdoptedAnswers(['node', 'bun'], true)
  ignoring.check(on(0), answer('1'))
  assert.equal(ignoring.check(on(1), answer('2')), null)

  const changing = new AdoptedAnswers(['node', 'bun'], false)
  changing.check(on(0), answer('1'))
  changing.check(on(0), answer('2'))
  assert.equal(changing.check(on(1), answer('3')), null)
  assert.deepEqual(changing.warnings(on(1)), [{ code: 'unverified', reason: 'changing' }])
})

test('an iteration that counts other units than on another target is reported with both', () => {
  const loop = { ...answer(''), unverified: 'window' } as const
  const answers = new AdoptedAnswers(['node', 'bun', 'deno'], false)
  assert.equal(answers.check(on(0), { ...loop, unitsPerIteration: 4 }), null)
  assert.match(
    answers.check(on(1), { ...loop, unitsPerIteration: 5 }) ?? '',
    /^counts 5 units in an iteration, node counts 4: its time is not compared\. --answers ignore/,
  )
  assert.match(answers.check(on(2), loop) ?? '', /^counts 1 unit in/)
  const ignoring = new AdoptedAnswers(['node', 'bun'], true)
  ignoring.check(on(0), { ...loop, unitsPerIteration: 4 })
  assert.equal(ignoring.check(on(1), { ...loop, unitsPerIteration: 5 }), null)
  assert.deepEqual(ignoring.warnings(on(0))[1], { code: 'own-unit', unitsPerIteration: 4 })
  assert.deepEqual(ignoring.warnings(on(1))[1], { code: 'own-unit', unitsPerIteration: 5 })
})

test('an incomparable answer is not compared', () => {
  const answers = new AdoptedAnswers(['node', 'bun'], false)
  answers.check(on(0), { ...answer(''), unverified: 'nothing' })
  assert.equal(answers.check(on(1), answer('2')), null)
  assert.deepEqual(answers.warnings(on(1)), [{ code: 'unverified', reason: 'nothing' }])
})

test('a promise that its own tool would not await is reported', () => {
  const answers = new AdoptedAnswers(['node'], false)
  answers.check(on(0), { ...answer('1'), promiseCounted: true })
  answers.check(on(0, { size: 2 }), answer('1'))
  assert.deepEqual(answers.warnings(on(0)), [{ code: 'promise-counted' }])
  assert.deepEqual(answers.warnings(on(0, { size: 2 })), [])
})
