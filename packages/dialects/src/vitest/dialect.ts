import type { Dialect, FileUse } from '../dialect.ts'

const GLOBALS = [
  'bench',
  'test',
  'it',
  'describe',
  'suite',
  'beforeAll',
  'afterAll',
  'beforeEach',
  'afterEach',
  'expect',
  'assert',
  'vi',
]

/** A test that is given `bench`, as from vitest 5 on. */
const GIVEN = /\(\s*\{[^{}]*\bbench\b[^{}]*\}/

export const vitest: Dialect = {
  name: 'vitest',
  title: 'vitest bench',
  isUsedBy: use => (use.imports.includes('vitest') ? /\bbench\b/.test(use.text) : usesGlobals(use)),
  shims: [{ imports: /^vitest$/, module: new URL('shim.ts', import.meta.url) }],
  globals: GLOBALS.map(name => ({
    name,
    identifier: `steelyard$vitest$${name}`,
    module: new URL('globals.ts', import.meta.url),
  })),
  isModule: true,
}

function usesGlobals({ globals, text }: FileUse): boolean {
  if (globals.includes('bench')) return true
  return (globals.includes('test') || globals.includes('it')) && GIVEN.test(text)
}
