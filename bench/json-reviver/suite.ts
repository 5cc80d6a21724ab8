import { suite } from 'steelyard'
import { payloads } from './payloads.ts'
import { walk } from './walk.ts'

/** The third argument, where the engine has it; `source` only for numbers, strings, booleans and null. */
interface Context {
  readonly source?: string
}

export default suite({
  name: 'json-reviver',
  question: 'What does a reviver cost JSON.parse, and which forms of it are slow?',
  tags: ['json'],
  params: { payload: ['rsc', 'records', 'numbers', 'nested', 'rsc-120000'] },
  setup: ({ payload }) => ({ payload, text: JSON.stringify(payloads[payload]()) }),
  baseline: 'parse',
  across: ['parse', 'arrow-2'],
  descriptions: {
    parse: 'No reviver: what the others cost beyond this is the reviver.',
    'arrow-0': 'A reviver that sees nothing and replaces every value.',
    'arrow-1': 'A reviver that sees the key and replaces every value.',
    'arrow-2': 'The identity reviver: it sees key and value, and keeps every value.',
    'arrow-3': 'As arrow-2, and it reads the source text, the third argument.',
    'function-2': 'As arrow-2, written as a function, which has arguments of its own.',
    'function-arguments': 'A function that takes the value from its arguments object.',
    walk: 'No reviver: a function of our own visits what was parsed, as the reviver would.',
  },
  // The revivers are written inside the call, as users write them: a new function per parse.
  cases: {
    parse: ({ text }) => JSON.parse(text),
    'arrow-0': ({ text }) => JSON.parse(text, () => 0),
    'arrow-1': ({ text }) => JSON.parse(text, key => key),
    'arrow-2': ({ text }) => JSON.parse(text, (_key, value) => value),
    // Reads the source text, so that an engine which sees that an argument is unused cannot leave it out.
    // No JSON value has an empty source text: the value is always returned.
    'arrow-3': ({ text }) =>
      JSON.parse(text, (_key, value, context?: Context) => (context?.source === '' ? undefined : value)),
    'function-2': ({ text }) =>
      // biome-ignore lint/complexity/useArrowFunction: the form of the function is what is measured
      JSON.parse(text, function (_key, value) {
        return value
      }),
    'function-arguments': ({ text }) =>
      JSON.parse(text, function () {
        // biome-ignore lint/complexity/noArguments: the form of the function is what is measured
        return arguments[1]
      }),
    walk: ({ text }) => walk('', JSON.parse(text), (_key, value) => value),
  },
  expected: ({ payload }, caseId) => {
    if (caseId === 'arrow-0') return 0
    // The root is revived last, under the empty key.
    if (caseId === 'arrow-1') return ''
    return payloads[payload]()
  },
})
