import assert from 'node:assert/strict'
import { test } from 'node:test'
import { definitionOf } from './shim.ts'

function named(): number {
  return 1
}

const FORMS: readonly (readonly [string, readonly unknown[], string])[] = [
  ['a function', [named], 'named'],
  ['a name and a function', ['one', named], 'one'],
  ['a name, options and a function', ['one', { group: 'all' }, named], 'one'],
  ['options and a function', [{ group: 'all' }, named], 'named'],
  ['options with a name, and a function', [{ name: 'one' }, named], 'one'],
  ['a definition', [{ name: 'one', fn: named }], 'one'],
  ['a definition without a name', [{ fn: named }], 'named'],
  ['an unknown option', ['one', { colour: 'red' }, named], 'one'],
]

for (const [what, args, name] of FORMS) {
  test(`Deno.bench takes ${what}`, () => {
    const definition = definitionOf(args)
    assert.equal(definition.name, name)
    assert.equal(definition.fn, named)
  })
}

const WRONG: readonly (readonly [string, readonly unknown[], RegExp])[] = [
  ['no argument', [], /Missing bench function/],
  ['an empty name', ['', named], /can't be empty/],
  [
    'a function without a name',
    [
      (
        () => () =>
          1
      )(),
    ],
    /can't be empty/,
  ],
  ['a name alone', ['one'], /Missing bench function/],
]

for (const [what, args, message] of WRONG) {
  test(`Deno.bench refuses ${what}`, () => {
    assert.throws(() => definitionOf(args), { name: 'TypeError', message })
  })
}
