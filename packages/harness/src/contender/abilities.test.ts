import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command, Measurement, Reply, Sampling } from '../protocol/protocol.ts'
import type { MadeCase } from '../suite/adopted-suite.ts'
import { suite } from '../suite/suite.ts'
import { digest } from './canonical.ts'
import { plainClock } from './clock.ts'
import { type Abilities, ask, createContender } from './contender.ts'

const clock = plainClock(() => 0)
const PREPARE = { type: 'prepare', caseId: 'one', params: {}, expectedDigest: null } as const

function messageOf(reply: Reply): string {
  assert.ok(reply.type === 'failed')
  assert.ok(reply.stack.includes(reply.message))
  return reply.message
}

test('a contender reads its heap, and collects where it is asked to', async () => {
  let collections = 0
  const heap = { collect: () => void collections++, externalBytes: () => 5 }
  const contender = createContender(suite({ one: () => 1 }), clock, { heap })
  const found = { type: 'heap', externalBytes: 5 }
  assert.deepEqual(await ask(contender, { type: 'heap', collect: false }), found)
  assert.equal(collections, 0)
  assert.deepEqual(await ask(contender, { type: 'heap', collect: true }), found)
  assert.equal(collections, 1)
})

test('a contender samples as it is asked to, and returns the profile', async () => {
  const started: Sampling[] = []
  const profiler = {
    start: async (sampling: Sampling) => void started.push(sampling),
    stop: async () => '{}',
  }
  const contender = createContender(suite({ one: () => 1 }), clock, { profiler })
  const sampling = { of: 'stack', intervalUs: 100 } as const
  assert.deepEqual(await ask(contender, { type: 'profile', sampling }), { type: 'profiling' })
  assert.deepEqual(started, [sampling])
  assert.deepEqual(await ask(contender, { type: 'end-profile' }), { type: 'profiled', text: '{}' })
})

test('a contender says what it has no way to do', async () => {
  const contender = createContender(suite({ one: () => 1 }), clock)
  const sampling = { of: 'stack', intervalUs: 100 } as const
  for (const [command, message] of [
    [{ type: 'heap', collect: false }, /^Cannot collect: this runtime/],
    [{ type: 'profile', sampling }, /^Cannot profile: this runtime/],
    [{ type: 'end-profile' }, /^Cannot profile: this runtime/],
    [{ type: 'measure', timeMs: 1 }, /^Cannot measure: this bundle holds no timer/],
    [{ type: 'source', caseId: 'one', params: {} }, /^Cannot make the app one: it has no function 'source'/],
    [{ ...PREPARE, caseId: 'two' }, /^Cannot prepare: there is no case 'two'/],
  ] satisfies [Command, RegExp][]) {
    assert.match(messageOf(await ask(contender, command)), message)
  }
})

const MEASURED: Measurement = {
  ...{ headlineNs: 2, minNs: 1, p50Ns: 2, p99Ns: 3, maxNs: 4, samples: 5, iterations: 6, emptyNs: 0 },
}

for (const isAsync of [false, true]) {
  test(`another timer calls a case that is ${isAsync ? 'async' : 'plain'}, whose last value is verified`, async () => {
    const seen: unknown[] = []
    const measure: Abilities['measure'] = async (run, ...more) => {
      for (let i = 0; i < 3; i++) {
        const returned = run()
        seen.push(returned instanceof Promise)
        await returned
      }
      seen.push(...more)
      return MEASURED
    }
    let calls = 0
    const one = (state: number) => state + ++calls
    const contender = createContender(
      suite({
        setup: () => 10,
        cases: { one: isAsync ? async state => one(state) : one },
        verify: value => value - calls,
      }),
      clock,
      { measure },
    )
    await ask(contender, PREPARE)
    assert.deepEqual(await ask(contender, { type: 'measure', timeMs: 50 }), {
      ...{ type: 'measured', measurement: MEASURED },
    })
    assert.deepEqual(seen, [isAsync, isAsync, isAsync, isAsync, 50])
    assert.deepEqual(await ask(contender, { type: 'recheck' }), { type: 'rechecked', digest: digest('10') })
  })
}

/** A contender of an adopted file whose only case is this. */
function adopted(made: MadeCase, abilities?: Abilities) {
  const definition = {
    ...{ kind: 'adopted', name: 'x', question: 'q?', dialect: 'd', params: {}, baseline: 'one' },
    ...{ cases: { one: { title: 'one', params: [] } }, unsupported: {}, make: () => made },
  }
  return createContender(definition, clock, abilities)
}

test('a case with a loop of its own is given to no timer, and its calls are not timed', async () => {
  const made = { window: (_: number, watch: { add(ns: number): void }) => watch.add(1) }
  const contender = adopted(made, { measure: async () => MEASURED })
  await ask(contender, PREPARE)
  const measured = await ask(contender, { type: 'measure', timeMs: 1 })
  assert.match(messageOf(measured), /^Cannot give the case to a timer: it has a loop of its own/)
  const calls = await ask(contender, { type: 'calls', timeMs: 1, atMost: 1 })
  assert.match(messageOf(calls), /^Cannot time single calls: the case has a loop of its own/)
})

test('an answer of an adopted case is compared where it is the same twice, and its end is given the last', async () => {
  const [none, state] = [digest('unverified'), null]
  let calls = 0
  for (const [made, expected] of [
    [
      { run: () => [1], state },
      { async: false, digest: digest('[1]'), preview: '[1]' },
    ],
    [
      { run: async (given: unknown) => given, state: 2 },
      { async: true, digest: digest('2'), preview: '2' },
    ],
    [
      { run: () => {}, state },
      { async: false, digest: none, preview: 'unverified', unverified: 'nothing' },
    ],
    [
      { run: () => () => 1, state },
      { async: false, digest: none, preview: 'unverified', unverified: 'incomparable' },
    ],
    [
      { run: () => ++calls, state },
      { async: false, digest: none, preview: 'unverified', unverified: 'changing' },
    ],
    [
      { run: () => Date.now(), state },
      { async: false, digest: none, preview: 'unverified', unverified: 'changing' },
    ],
    [
      { run: async () => 1, state, awaitsNothing: true },
      { async: true, digest: digest('1'), preview: '1', promiseCounted: true },
    ],
    [
      { run: () => 1, state, awaitsNothing: true },
      { async: false, digest: digest('1'), preview: '1' },
    ],
  ] as const satisfies [MadeCase, object][]) {
    const ends: unknown[] = []
    const contender = adopted({ ...made, end: last => ends.push(last) })
    assert.deepEqual(await ask(contender, PREPARE), { type: 'prepared', ...expected })
    await ask(contender, { type: 'run', iterations: 1 })
    assert.deepEqual(await ask(contender, { type: 'recheck' }), {
      type: 'rechecked',
      digest: expected.digest,
    })
    assert.equal(ends.length, 1)
    assert.ok(!(ends[0] instanceof Promise))
  }
})

test('a loop that the first call of an adopted case returns takes its place', async () => {
  let iterationsRun = 0
  const window = (iterations: number, watch: { add(ns: number): void }) => {
    iterationsRun += iterations
    watch.add(5 * iterations)
  }
  const inPlace = (value: unknown) => (value === 'a loop' ? { window } : null)
  const contender = adopted({ run: async () => 'a loop', state: null, inPlace })
  assert.deepEqual(await ask(contender, PREPARE), {
    ...{ type: 'prepared', async: false, window: true, digest: digest('unverified'), preview: '' },
    unverified: 'window',
  })
  assert.deepEqual(await ask(contender, { type: 'run', iterations: 4 }), {
    ...{ type: 'ran', durationNs: 20, clockNs: 0 },
  })
  assert.deepEqual(await ask(contender, { type: 'lead-in', iterations: 2 }), { type: 'led-in' })
  assert.equal(iterationsRun, 1 + 4 + 2)
  const other = adopted({ run: () => 'a value', state: null, inPlace })
  const reply = await ask(other, PREPARE)
  assert.ok(reply.type === 'prepared' && reply.window === undefined)
})

test('what another timer or its case throws is reported as of the run', async () => {
  const measure = () => Promise.reject(new Error('no time'))
  const contender = createContender(suite({ one: () => 1 }), clock, { measure })
  await ask(contender, PREPARE)
  const reply = await ask(contender, { type: 'measure', timeMs: 1 })
  assert.ok(reply.type === 'failed')
  assert.deepEqual([reply.phase, reply.message], ['run', 'no time'])
})
