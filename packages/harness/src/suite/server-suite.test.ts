import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ServerBeside, type ServerPool, serverSuite } from './server-suite.ts'

const BESIDE: ServerBeside = {
  ...{ name: 'computing', loadName: 'waiting', path: '/cpu', body: '1', ratePerSecond: 100 },
  ...{ fromMs: 0, durationMs: 50, turnMs: 200 },
}

function suiteOf(pool: ServerPool, load: string) {
  return serverSuite({
    name: 'pools',
    question: 'Which one?',
    params: { load: [load] },
    cases: { a: { module: 'a.ts', pool } },
    beside: BESIDE,
  })
}

test('serverSuite accepts pools, and background requests under an open load', () => {
  for (const load of ['open-100', 'busy-50']) {
    assert.equal(suiteOf({ processes: 2, policy: 'spread' }, load).beside?.name, 'computing')
  }
})

test('serverSuite names what is wrong with a pool or with background requests', () => {
  const none = { processes: 0, policy: 'spread' } as const
  assert.throws(() => suiteOf(none, 'open-100'), /pool of 'a' has no whole number of processes/)
  const blocked = { processes: 2, policy: 'spread', mbitPerSecond: 0 } as const
  assert.throws(() => suiteOf(blocked, 'open-100'), /pool of 'a' has a link of 0 Mbit\/s/)
  const early = { processes: 2, policy: 'spread', delayMs: -1 } as const
  assert.throws(() => suiteOf(early, 'open-100'), /pool of 'a' has a delay of -1 ms/)
  const unknown = { processes: 2, policy: 'random' } as unknown as ServerPool
  assert.throws(() => suiteOf(unknown, 'open-100'), /no policy 'random'\. Policies: one-warm, spread, /)
  assert.throws(() => suiteOf({ processes: 2, policy: 'spread' }, 'heavy'), /'beside' needs an open load/)
})

const WRONG: readonly (readonly [object, RegExp])[] = [
  [{ cases: { a: 1 } }, /case 'a' is a number\. Make it the path of a module/],
  [{ cases: { a: null } }, /case 'a' is null\./],
  [{ cases: { a: { modul: 'a.ts' } } }, /case 'a' is an object\./],
  [{ cases: { a: () => 1 } }, /case 'a' is a function\./],
  [{ cases: { a: { module: 'a.ts', pool: null } } }, /the pool of 'a' is null\. Make it/],
  [{ cases: { a: { module: 'a.ts', cores: 2 } } }, /'cores' of 'a' is 2\. Make it 'all'/],
  [{ cases: { a: { module: 'a.ts', pol: {} } } }, /case 'a' has the unknown key 'pol'\. Known keys: m/],
  [{ measure: 'start', cases: { a: { module: 'a.ts', cores: 'all' } } }, /case 'a' has 'cores', which/],
  [{ measure: 'stop' }, /'measure' is 'stop'\. Make it 'load' or 'start'/],
  [
    { measure: 'start', cases: { a: { script: 'a.ts' } } },
    /case 'a' has 'script', which a suite that measures starts/,
  ],
  [{ measure: 'start', cases: { a: { prepared: 'a', start: {} } } }, /case 'a' has 'prepared', which/],
  [{ cases: { a: { source: () => '' } } }, /case 'a' has 'source', which a suite that measures load has not/],
  [{ measure: 'start', params: { load: ['heavy'] } }, /starts have no load\./],
  [{ path: 'a' }, /the path 'a' does not begin with \//],
  [{ path: 1 }, /'path' is a number\. Make it a string/],
  [{ answer: { contain: 'a' } }, /'answer' has the unknown key 'contain'\. Known keys: body, contains/],
  [{ answer: null }, /'answer' is null\. Make it an object/],
  [{ setup: () => 1 }, /unknown key 'setup'\. A case belongs in 'cases: .* Known keys: name, .*, upstream\./],
  [{ beside: BESIDE }, /'beside' needs an open load/],
  [{ beside: BESIDE, params: { load: ['open-1', 'heavy'] } }, /'beside' needs an open load/],
  ...['', 'xheavy', 'heavyx', 'open-', 'open-0', 'busy-100', 'busy-0', 'busy-'].map(
    load =>
      [{ params: { load: [load] } }, new RegExp(`there is no load '${load}'\\. Loads: heavy, `)] as const,
  ),
]

test('serverSuite names what is wrong with a definition', () => {
  for (const [wrong, message] of WRONG) {
    assert.throws(() => serverSuite({ cases: { a: 'a.ts' }, ...wrong } as never), message)
  }
  for (const processes of [1.5, -1, '2'])
    assert.throws(() => suiteOf({ processes, policy: 'spread' } as never, 'open-100'), /no whole number/)
})

test('serverSuite accepts every load, and apps of every kind', () => {
  const load = ['heavy', 'moderate', 'sequential', 'open-1', 'open-250', 'busy-10', 'busy-95']
  const cases = { a: 'a.ts', b: { module: 'a.ts' }, c: { script: 'a.ts' }, d: { prepared: 'a', start: {} } }
  const loaded = { cases, params: { load }, path: '/a' }
  assert.deepEqual(serverSuite(loaded), { ...loaded, kind: 'server' })
  const started = { measure: 'start', cases: { a: 'a.ts', b: { source: () => '' } } } as const
  assert.deepEqual(serverSuite(started), { ...started, kind: 'server' })
})
