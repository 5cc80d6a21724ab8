import assert from 'node:assert/strict'
import { SourceMap } from 'node:module'
import { test } from 'node:test'
import type { Sample, StackFrame } from './cpu-profile.ts'
import { stacksOf } from './stacks.ts'

const HARNESS = new URL('../../../harness/src/', import.meta.url).pathname

// Map of the bundle: line 1 is the suite's, line 2 the loop of the harness, line 3 what talks to the host.
const MAP = JSON.stringify({
  version: 3,
  sources: ['mine.bench.ts', `${HARNESS}contender/loop.ts`, `${HARNESS}contender/batches.ts`],
  names: [],
  mappings: 'AASA;ACTA;ACAA',
})
const SCRIPTS = { bundles: ['bundle.mjs'], map: new SourceMap(JSON.parse(MAP)), others: [] }
const CHANNEL = '(root) > serve@file:///x/entry-node.mjs > runBatch@3 > loop@2'

/** Stacks, outermost first, as `name@line` in the bundle, `name@url` elsewhere or `name` of no file, and microseconds. */
function stacks(...samples: readonly (readonly [stack: string, durationUs: number])[]) {
  return stacksOf(samples.map(sampleOf), 'my-case', SCRIPTS).map(({ frames, share }) => [
    frames
      .map(({ name, kind, source }) => `${name} ${kind}${source === null ? '' : ` ${source}`}`)
      .join(' > '),
    share,
  ])
}

function sampleOf([stack, weight]: readonly [string, number]): Sample {
  const frame = stack.split(' > ').reduce<StackFrame | null>((caller, text) => {
    const [name = '', place = ''] = text.split('@')
    const isLine = /^\d$/.test(place)
    const url = isLine ? 'file:///somewhere/bundle.mjs' : place
    return { name, url, line: isLine ? Number(place) - 1 : -1, column: isLine ? 0 : -1, caller }
  }, null)
  assert.ok(frame)
  return { frame, weight }
}

test('a stack begins with the case, whether the engine shows it or has it inlined into the loop', () => {
  assert.deepEqual(
    stacks(
      [`${CHANNEL} > my-case@1 > parse > revive@1`, 300],
      [`${CHANNEL} > parse > revive@1`, 500],
      [CHANNEL, 200],
    ),
    [
      ['my-case suite > parse builtin > revive suite mine.bench.ts:10', 0.5],
      ['my-case suite mine.bench.ts:10 > parse builtin > revive suite mine.bench.ts:10', 0.3],
      ['my-case suite', 0.2],
    ],
  )
})

test('what runs the case is left out, except where it ran itself, and so is the time between batches', () => {
  assert.deepEqual(
    stacks(
      ['(root) > serve@file:///x/entry-node.mjs > runBatch@3 > read', 1000],
      ['(idle)', 1000],
      [`${CHANNEL} > keep@3 > my-case@1`, 60],
      [`${CHANNEL} > keep@3`, 40],
    ),
    [
      ['my-case suite mine.bench.ts:10', 0.6],
      ['my-case suite > keep harness', 0.4],
    ],
  )
})

test('what no case called is of an iteration too, and files have no folder of this machine', () => {
  assert.deepEqual(
    stacks(
      ['(garbage collector)', 50],
      ['(root) > runMicrotasks > my-case@1', 30],
      ['(root) > emit@node:events > write@file:///home/me/x.mjs', 20],
    ),
    [
      ['my-case suite > (garbage collector) collector', 0.5],
      ['my-case suite mine.bench.ts:10', 0.3],
      ['my-case suite > emit runtime node:events > write runtime x.mjs', 0.2],
    ],
  )
})

test('a function that calls itself is one, by itself or through others, and what ran stays innermost', () => {
  const [[stack] = []] = stacks([`${CHANNEL} > my-case@1 > walk@1 > walk@1 > walk@1`, 1])
  assert.equal(stack, 'my-case suite mine.bench.ts:10 > walk suite mine.bench.ts:10')
  const namesOf = (names: readonly string[]) => {
    const [[found] = []] = stacks([`${CHANNEL} > ${names.map(name => `${name}@1`).join(' > ')}`, 1])
    return String(found)
      .split(' > ')
      .map(text => text.split(' ')[0])
  }
  assert.deepEqual(namesOf(['a', 'b', 'c', 'a', 'b', 'd']), ['my-case', 'a', 'b', 'd'])
  assert.deepEqual(namesOf(['a', 'b', 'c', 'a']), ['my-case', 'a'])
  const mutual = Array.from({ length: 501 }, (_, index) => (index === 500 ? 'leaf' : `f${index % 2}`))
  assert.deepEqual(namesOf(mutual), ['my-case', 'f0', 'f1', 'leaf'])
  const deep = namesOf(Array.from({ length: 500 }, (_, index) => `f${index}`))
  assert.deepEqual([deep.length, deep.at(-2), deep.at(-1)], [100, 'f97', 'f499'])
})
