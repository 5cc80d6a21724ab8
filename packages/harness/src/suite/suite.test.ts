import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainClock } from '../contender/clock.ts'
import { ask, createContender } from '../contender/contender.ts'
import { kebabCase } from './definition.ts'
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

test('suite takes its cases alone, with or without the function, and needs neither name nor question', async () => {
  const cases = { slice: () => 1, spread: () => 1 }
  for (const definition of [suite(cases), suite({ cases }), cases]) {
    const { name, question, baseline, cases: ids, across } = await described(definition)
    assert.deepEqual(
      { name, question, baseline, ids, across },
      { name: '', question: '', baseline: 'slice', ids: ['slice', 'spread'], across: null },
    )
  }
})

test('suite takes functions for cases only where none is called as a key of the long form', () => {
  assert.throws(
    () => suite({ setup: () => 1, spread: () => 2 }),
    /unknown key 'spread'\. A case belongs in 'cases: \{ … \}'\. Known keys: name, /,
  )
  assert.throws(() => suite({ setup: () => 1, verify: () => null } as never), /'cases' is missing\. Add it\./)
  assert.throws(
    () => suite({ forOf: () => 1 }),
    /case id 'forOf' is not kebab-case\. Use .* as in 'for-of'\./,
  )
})

test('suite says which of its cases is no function, and what it is given instead of cases', () => {
  assert.throws(() => suite({ one: () => 1, two: 2 } as never), /case 'two' is a number\. Make it a function/)
  assert.throws(() => suite({ cases: { one: {} } } as never), /case 'one' is an object\. Make it a function/)
  assert.throws(
    () => suite({ nam: 'x', casess: { one: () => 1 } } as never),
    /unknown key 'nam'\. Known keys/,
  )
  assert.throws(
    () => suite((() => 1) as never),
    /it is a function\. Give an object whose values are functions/,
  )
  assert.throws(() => suite(undefined as never), /it is undefined\. Give an object/)
  assert.throws(() => suite({ cases: 1 } as never), /'cases' is a number\. Make it an object/)
})

test('suite marks the cases for which targets are compared too', async () => {
  assert.deepEqual((await described(suite({ ...about, across: true }))).across, ['one', 'two'])
  assert.deepEqual((await described(suite({ ...about, across: ['two'] }))).across, ['two'])
  assert.throws(() => suite({ ...about, across: ['three'] }), /there is no case 'three'/)
})

test('suite is described with the text of its functions, which a suite cannot falsify, and long ones shortened', async () => {
  const one = Object.assign(() => 1, { toString: () => 'falsified' })
  const long = new Function(`return '${'x'.repeat(5000)}'`) as () => unknown
  const { code } = await described(suite({ ...about, setup: () => ({ size: 1 }), cases: { one, long } }))
  assert.deepEqual([code?.setup, code?.cases.one], ['() => ({ size: 1 })', '() => 1'])
  assert.equal(code?.cases.long?.length, 4000)
  assert.equal(code?.cases.long?.at(-1), '…')
})

test('suite tells what it says of its cases, and by which words it is found', async () => {
  const more = { descriptions: { two: 'The second.' }, tags: ['json', 'a-b'] }
  const { descriptions, tags } = await described(suite({ ...about, ...more }))
  assert.deepEqual({ descriptions, tags }, more)
  assert.equal('tags' in (await described(suite(about))), false)
  const refused = (extra: object) => () => suite({ ...about, ...extra })
  assert.throws(refused({ descriptions: { three: 'x' } }), /there is no case 'three'/)
  assert.throws(
    refused({ descriptions: { two: 2 } }),
    /the description of 'two' is no text\. Write a sentence\./,
  )
  assert.throws(refused({ descriptions: { two: 'b\ud83d' } }), /the description of 'two' is no text/)
  assert.throws(refused({ tags: 'json' }), /'tags' is a string\. Make it a list\./)
  assert.throws(refused({ tags: ['a b'] }), /the tag 'a b' is not kebab-case\./)
})

const WRONG: readonly (readonly [object, RegExp])[] = [
  [{ name: 'A' }, /the name 'A' is not kebab-case\./],
  [{ name: '' }, /the name '' is not kebab-case\./],
  [{ name: 'a-' }, /the name 'a-' is not kebab-case\./],
  [{ name: 'a--b' }, /the name 'a--b' is not kebab-case\./],
  [{ name: 1 }, /'name' is a number\. Make it a string\./],
  [{ name: null }, /'name' is null\. Make it a string\./],
  [{ cases: {} }, /'cases' is empty\. Add a case\./],
  [{ cases: null }, /'cases' is null\. Make it an object\./],
  [{ setup: 1 }, /'setup' is a number\. Make it a function\./],
  [{ params: { size: [] } }, /parameter 'size' has no values\. List them/],
  [{ params: { size: 1 } }, /parameter 'size' has no values\. List them/],
  [{ params: { size: [1, Number.NaN] } }, /parameter 'size' holds NaN\. Give texts, finite numbers/],
  [{ params: { size: [{}] } }, /parameter 'size' holds an object\. Give texts/],
  [{ params: { size: [undefined] } }, /parameter 'size' holds undefined\. Give texts/],
  [{ baseline: 'three' }, /there is no case 'three'\. Cases: one, two\./],
  [{ unsupported: { three: {} } }, /there is no case 'three'\./],
  [{ compare: 'runtimes' }, /'compare' is 'runtimes'\. Make it 'cases' or 'targets'\./],
  [{ across: 'one' }, /'across' is a string\. Make it true or a list of case ids\./],
  [{ across: false }, /'across' is a boolean\. Make it true or a list/],
  [{ needs: ['net', 'gpu'] }, /it needs 'gpu'\. Known needs: net\./],
  [{ tags: [1] }, /the tag '1' is not kebab-case\./],
  [[], /'cases' is missing\. Add it\.|is empty/],
]

test('suite names what is wrong with a definition', () => {
  for (const [wrong, message] of WRONG) {
    const definition = Array.isArray(wrong) ? wrong : { ...about, ...wrong }
    assert.throws(() => suite(definition as never), message)
  }
  assert.throws(() => suite(null as never), /it is null\. Give an object/)
})

test('suite returns what it was given, where that is right', () => {
  const whole = {
    ...about,
    ...{ name: 'a-1', params: { size: [1, 'x', true] }, baseline: 'two', compare: 'targets', across: true },
    ...{ needs: ['net'], memory: true, perCall: true, unsupported: { one: { bun: 'no' } }, setup: undefined },
  } as const
  assert.equal(suite(whole as never), whole)
})

test('kebabCase has the words of a text, however they are set apart', () => {
  const words = ['twoWords', 'Two Words', '-- two / words!', 'two_words', 'TWO WORDS'].map(kebabCase)
  assert.deepEqual([...new Set(words)], ['two-words'])
  assert.deepEqual(['ES2024Modules', 'über', '--', ''].map(kebabCase), ['es2024-modules', 'ber', '', ''])
})
