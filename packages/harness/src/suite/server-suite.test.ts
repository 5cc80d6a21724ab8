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
  const unknown = { processes: 2, policy: 'random' } as unknown as ServerPool
  assert.throws(() => suiteOf(unknown, 'open-100'), /no policy 'random'\. Policies: one-warm, spread, /)
  assert.throws(() => suiteOf({ processes: 2, policy: 'spread' }, 'heavy'), /'beside' needs an open load/)
})
