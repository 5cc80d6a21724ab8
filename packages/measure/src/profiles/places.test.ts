import assert from 'node:assert/strict'
import { SourceMap } from 'node:module'
import { test } from 'node:test'
import { LaunchError } from '@steelyard/launcher'
import { readCpuProfile } from './cpu-profile.ts'
import { placesOf } from './places.ts'

const HARNESS = new URL('../../../harness/src/', import.meta.url).pathname

// Map of the bundle: line 1 is the suite's, line 2 the loop of the harness, line 3 what talks to the host.
const MAP = JSON.stringify({
  version: 3,
  sources: ['mine.bench.ts', `${HARNESS}contender/loop.ts`, `${HARNESS}contender/batches.ts`],
  names: [],
  mappings: 'AASA;ACTA;ACAA',
})
const SCRIPTS = {
  bundles: ['abc.mjs', 'bundle.mjs'],
  map: new SourceMap(JSON.parse(MAP)),
  others: ['their.cjs'],
}

/** Stacks, outermost first, as `name@line` in the bundle, `name@file` elsewhere or `name` of no file, and microseconds. */
function profile(...stacks: readonly (readonly [stack: string, durationUs: number])[]): string {
  const nodes = [{ id: 1, callFrame: frameOf('(root)'), children: [] as number[] }]
  const samples: number[] = []
  for (const [stack] of stacks) {
    let at = nodes[0] as (typeof nodes)[0]
    for (const name of stack.split(' > ')) {
      const node = { id: nodes.length + 1, callFrame: frameOf(name), children: [] }
      at.children.push(node.id)
      nodes.push(node)
      at = node
    }
    samples.push(at.id)
  }
  const timeDeltas = [10, ...stacks.slice(0, -1).map(([, us]) => us)]
  const lengthUs = 10 + stacks.reduce((sum, [, us]) => sum + us, 0)
  return JSON.stringify({ nodes, samples, timeDeltas, startTime: 1000, endTime: 1000 + lengthUs })
}

function frameOf(text: string) {
  const [functionName = '', place = ''] = text.split('@')
  const isLine = /^\d$/.test(place)
  return {
    functionName,
    url: isLine ? 'file:///somewhere/abc.mjs' : place,
    lineNumber: isLine ? Number(place) - 1 : -1,
    columnNumber: isLine ? 0 : -1,
  }
}

function placed(...stacks: readonly (readonly [stack: string, durationUs: number])[]) {
  return placesOf(readCpuProfile(profile(...stacks)), 'my-case', SCRIPTS)
}

test('a sample lasts until the next one, and the last until the end', () => {
  const samples = readCpuProfile(profile(['a', 100], ['b', 300]))
  assert.deepEqual(
    samples.map(({ frame, weight }) => [frame.name, frame.caller?.name, weight]),
    [
      ['a', '(root)', 100],
      ['b', '(root)', 300],
    ],
  )
})

test('time belongs to the innermost function of the suite, and says what that function called', () => {
  const channel = 'serve@file:///x/entry-node.mjs > runBatch@3 > loop@2'
  assert.deepEqual(
    placed([`${channel} > mine@1`, 200], [`${channel} > mine@1 > parse`, 600], [`${channel} > mine@1`, 200]),
    [
      { functionName: 'mine', source: 'mine.bench.ts:10', callee: 'parse', kind: 'builtin', share: 0.6 },
      { functionName: 'mine', source: 'mine.bench.ts:10', callee: null, kind: 'suite', share: 0.4 },
    ],
  )
})

test('where an engine shows the case as a part of the loop, the case has its own id', () => {
  const channel = 'serve@entry.mjs > loop@2'
  assert.deepEqual(placed([channel, 300], [`${channel} > parse`, 100]), [
    { functionName: 'my-case', source: null, callee: null, kind: 'suite', share: 0.75 },
    { functionName: 'my-case', source: null, callee: 'parse', kind: 'builtin', share: 0.25 },
  ])
})

test('what passes between batches and in idleness is left out, collector and engine are not', () => {
  const places = placed(
    ['serve@file:///x/entry-bun.mjs > read', 5000],
    ['serve@entry.mjs > runBatch@3', 4000],
    ['(idle)', 3000],
    ['(garbage collector)', 30],
    ['(program)', 20],
    ['theirs@file:///x/their.cjs > emit@node:events', 50],
  )
  assert.deepEqual(
    places.map(({ functionName, callee, kind, share }) => [functionName, callee, kind, share]),
    [
      ['theirs', 'emit', 'runtime', 0.5],
      [null, '(garbage collector)', 'collector', 0.3],
      [null, '(program)', 'engine', 0.2],
    ],
  )
})

test('what is no profile is refused with what is wrong', () => {
  const right = JSON.parse(profile(['a', 1])) as Record<string, unknown>
  for (const [text, why] of [
    ['', /is no JSON/],
    ['null', /no right nodes/],
    [JSON.stringify({ ...right, nodes: [{ id: 1 }] }), /no right nodes/],
    [JSON.stringify({ ...right, samples: [1, 2] }), /no right samples/],
    [JSON.stringify({ ...right, samples: ['a'] }), /no right samples/],
    [JSON.stringify({ ...right, samples: [99] }), /names no node 99/],
    [JSON.stringify({ ...right, endTime: null }), /no right times/],
    [
      JSON.stringify({
        ...right,
        nodes: [1, 2].map(id => ({ id, callFrame: frameOf('x'), children: [3 - id] })),
      }),
      /its own caller/,
    ],
  ] as const) {
    assert.throws(
      () => readCpuProfile(text),
      (error: unknown) => error instanceof LaunchError && why.test(error.message),
      text,
    )
  }
})
