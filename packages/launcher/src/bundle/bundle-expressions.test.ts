import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { bundleExpressions } from './bundle-expressions.ts'

const directory = mkdtempSync(join(os.tmpdir(), 'steelyard-expressions-'))
after(() => rmSync(directory, { recursive: true, force: true }))

interface Made {
  readonly cases: Readonly<Record<string, () => unknown>>
}

let modules = 0

async function made(setup: string, ...expressions: string[]): Promise<Made> {
  const file = join(directory, `made-${modules++}.mjs`)
  writeFileSync(file, await bundleExpressions({ setup, expressions }, directory))
  return ((await import(file)) as { readonly default: Made }).default
}

test('bundleExpressions makes a case of each expression, which sees the setup and its imports', async () => {
  writeFileSync(join(directory, 'mine.js'), 'export const twice = x => 2 * x')
  const setup =
    "import { twice } from './mine.js'; import { sep } from 'path'\nconst x = [1, 2]; let n = await 3"
  const { cases } = await made(
    setup,
    'x.slice()',
    '[...x, sep]',
    '{ a: twice(n) }',
    'n++, n // after',
    'await n',
  )
  assert.deepEqual(Object.keys(cases), [
    'x.slice()',
    '[...x, sep]',
    '{ a: twice(n) }',
    'n++, n // after',
    'await n',
  ])
  const values = Object.values(cases).map(run => run())
  assert.deepEqual(values.slice(0, 4), [[1, 2], [1, 2, '/'], { a: 6 }, 4])
  assert.equal(await values[4], 4)
  assert.equal(Object.prototype.toString.call(cases['x.slice()']), '[object Function]', 'not async')
})

test('bundleExpressions names cases by their text on one line, cut and numbered', async () => {
  const long = `[${Array.from({ length: 30 }, (_, index) => index).join()}]`
  const { cases } = await made('', '1 +\n  1', '1 + 1', '1 + 1', long, "'\u202e\u001b[2J'")
  assert.deepEqual(Object.keys(cases).slice(0, 3), ['1 + 1', '1 + 1 #2', '1 + 1 #3'])
  assert.match(Object.keys(cases)[3] ?? '', /^\[0,1,2,.*…$/)
  assert.equal(Object.keys(cases)[4], "' [2J'")
})

const WRONG: readonly (readonly [setup: string, expression: string, message: RegExp])[] = [
  ['', 'x.slice(', /^Cannot read the expression 'x\.slice\(': it ends too early\. Give one/],
  ['', 'let x = 1', /the expression 'let x = 1': Expected .* at line 1, column 5/],
  ['', '1), (2', /the expression '1\), \(2'/],
  ['', '', /the expression '': /],
  ['', '/* open', /the expression '\/\* open'/],
  [
    'const x = ;',
    'x',
    /^Cannot read the setup 'const x = ;': Unexpected ";" at line 1, column 11\. Give statements/,
  ],
  [
    "import x from './nowhere.js'",
    'x',
    /^Cannot bundle the expressions: Could not resolve "\.\/nowhere\.js"/,
  ],
]

test('bundleExpressions says in one sentence which part cannot be read', async () => {
  for (const [setup, expression, message] of WRONG) {
    await assert.rejects(
      bundleExpressions({ setup, expressions: [expression] }, directory),
      (error: unknown) => {
        assert.ok(error instanceof SyntaxError, String(error))
        assert.match(error.message, message)
        return true
      },
    )
  }
})
