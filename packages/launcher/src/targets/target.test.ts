import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseTarget, splitWords } from './target.ts'

test('parseTarget reads a bare runtime', () => {
  const { runtime, version, path, flags, environment } = parseTarget('node')
  assert.deepEqual(
    { runtime, version, path, flags, environment },
    {
      runtime: 'node',
      version: null,
      path: null,
      flags: [],
      environment: {},
    },
  )
})

test('parseTarget reads versions, paths, flags and environment', () => {
  assert.equal(parseTarget('node@24.10.0').version, '24.10.0')
  assert.equal(parseTarget('node=./out/Release/node').path, './out/Release/node')
  assert.equal(parseTarget('node=./out~1/node').label, null)
  assert.equal(parseTarget('node~patched=./out').label, 'patched')
  assert.equal(parseTarget('node~patched=./out').path, './out')
  assert.equal(parseTarget("node='/with space/node'").path, '/with space/node')
  assert.deepEqual(parseTarget('node --max-semi-space-size=64 --no-opt').flags, [
    '--max-semi-space-size=64',
    '--no-opt',
  ])
  assert.deepEqual(parseTarget('NODE_ENV=development EMPTY= node').environment, {
    NODE_ENV: 'development',
    EMPTY: '',
  })
  assert.deepEqual(parseTarget('bun useFTLJIT=0').flags, ['useFTLJIT=0'])
})

test('parseTarget reports what it cannot read and what to write', () => {
  const bad = [
    '',
    'nodejs',
    'Node',
    'node@',
    'node=',
    'node extra',
    'X=1',
    'deno@2 stray',
    'node~x',
    'node~=./out',
    'node~a/b=./out',
  ]
  for (const text of bad) {
    assert.throws(() => parseTarget(text), {
      name: 'SyntaxError',
      message: /^Cannot read the target .* node, deno, bun, workerd, d8, jsc, js, qjs, hermes\.$/,
    })
  }
})

test('splitWords keeps quoted spaces and drops the quotes', () => {
  assert.deepEqual(splitWords(`a "b c" d='e f' `), ['a', 'b c', 'd=e f'])
})
