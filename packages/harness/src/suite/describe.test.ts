import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdoptedSuite } from './adopted-suite.ts'
import { asSuite, describe, sourceOf } from './describe.ts'
import { type ServerApp, serverSuite } from './server-suite.ts'
import { suite } from './suite.ts'

test('describe gives what a suite of functions leaves out by default, and what it says', () => {
  const defaults = {
    ...{ name: '', question: '', params: {}, baseline: 'one', cases: ['one'], unsupported: {} },
    ...{ compare: 'cases', across: null, hasExpected: false, perCall: [], memory: false, server: null },
    code: { setup: null, cases: { one: '() => 1' } },
  }
  const cases = { one: () => 1 }
  assert.deepEqual(describe(suite({ cases })), defaults)
  const said = {
    name: 'a',
    question: 'b?',
    params: { size: [1] },
    baseline: 'one',
    compare: 'targets',
    unsupported: { one: { bun: 'it has not' } },
    needs: ['net'],
    memory: true,
  } as const
  assert.deepEqual(describe(asSuite(suite({ ...said, cases, expected: () => 1 }))), {
    ...{ ...defaults, ...said, hasExpected: true },
  })
})

test('describe gives what a suite of servers leaves out by default, and what it says', () => {
  const sourced = { source: () => 'export default 1', environment: { A: 'b' } }
  const apps = { text: 'a.ts', script: { script: 'b.ts' }, bare: { source: () => '' } }
  const described = { text: { module: 'a.ts' }, script: { script: 'b.ts' }, bare: { sourced: true } }
  const functions = { hasExpected: false, perCall: [], memory: false, unsupported: {}, baseline: 'text' }
  const defaults = {
    ...{ ...functions, name: '', question: '', params: {}, cases: ['text', 'script', 'bare'] },
    ...{ compare: 'targets', across: [] },
  }
  const server = { measure: 'load', path: '/', answer: {}, beside: null, upstream: null } as const
  const given = { cases: apps as Readonly<Record<string, string | ServerApp>> }
  assert.deepEqual(describe({ ...given, kind: 'server' }), {
    ...defaults,
    server: { ...server, apps: described },
  })
  const said = { measure: 'start', path: '/a', answer: { body: 'x' }, upstream: 'up.ts' } as const
  const found = describe(serverSuite({ ...said, cases: { sourced }, compare: 'cases', across: true }))
  assert.deepEqual(
    [found.compare, found.across, found.server],
    [
      'cases',
      ['sourced'],
      { ...server, ...said, apps: { sourced: { sourced: true, environment: { A: 'b' } } } },
    ],
  )
  assert.deepEqual(describe(serverSuite({ cases: { a: 'a.ts', b: 'b.ts' }, across: ['b'] })).across, ['b'])
})

test('describe gives what an adopted file says of its cases', () => {
  const adopted: AdoptedSuite = {
    ...{
      kind: 'adopted',
      name: 'x',
      question: 'q?',
      dialect: 'd',
      params: { size: [1, 2] },
      baseline: 'two',
    },
    cases: {
      one: { title: 'One', params: [] },
      two: { title: 'Two', params: ['size'], leftOut: [{ size: 2 }] },
    },
    unsupported: { one: 'it needs a browser' },
    make: () => assert.fail('nothing is made'),
  }
  assert.equal(asSuite(adopted), adopted)
  assert.deepEqual(describe(adopted), {
    ...{ name: 'x', question: 'q?', params: { size: [1, 2] }, baseline: 'two', cases: ['one', 'two'] },
    ...{ unsupported: {}, across: [], hasExpected: true, perCall: [], memory: false, server: null },
    compare: 'targets',
    adopted: {
      dialect: 'd',
      titles: { one: 'One', two: 'Two' },
      paramsOf: { one: [], two: ['size'] },
      leftOut: { one: [], two: [{ size: 2 }] },
      unsupported: { one: 'it needs a browser' },
    },
  })
})

test('asSuite refuses what has no case', () => {
  for (const none of [undefined, null, 1, () => 1, {}, { cases: {} }, { name: 'x' }]) {
    assert.throws(() => asSuite(none), /^TypeError: Cannot read the suite: the file has no default export/)
  }
})

test('sourceOf gives the text of an app that its parameters make', () => {
  const apps = serverSuite({
    ...{ measure: 'start', params: { size: [1] } },
    cases: {
      made: { source: ({ size }: { size: number }) => `// ${size}` },
      file: 'a.ts',
      module: { module: 'a.ts' },
    },
  } as never)
  assert.equal(sourceOf(apps, 'made', { size: 1 }), '// 1')
  for (const id of ['file', 'module', 'none'])
    assert.throws(() => sourceOf(apps, id, {}), {
      message: `Cannot make the app ${id}: it has no function 'source'.`,
    })
})
