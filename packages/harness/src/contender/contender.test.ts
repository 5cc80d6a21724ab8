import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Command, Reply } from '../protocol/protocol.ts'
import { suite } from '../suite/suite.ts'
import { digest } from './canonical.ts'
import type { Clock } from './clock.ts'
import { ask, createContender } from './contender.ts'

/** The calls since the case was prepared. */
interface Log {
  calls: number
  /** Calls whose promise has not settled. */
  underWay: number
  mostUnderWay: number
}

const NOTHING_DONE: Log = { calls: 0, underWay: 0, mostUnderWay: 0 }

/** Each reading is a microsecond later. */
function steppingClock(): Clock {
  let nowNs = 0
  const now = () => {
    nowNs += 1000
    return nowNs
  }
  return { start: now, stop: now, spentNs: 7, resolutionNs: () => 1000 }
}

function counting(log: Log, changesOnCall: number, changed: unknown) {
  return suite({
    name: 'counting',
    question: 'How often is a case called?',
    setup: () => 'state',
    cases: {
      plain: () => {
        log.calls++
        return log.calls > changesOnCall ? changed : [log.calls > 0]
      },
      async: async () => {
        log.calls++
        log.underWay++
        log.mostUnderWay = Math.max(log.mostUnderWay, log.underWay)
        await Promise.resolve()
        await Promise.resolve()
        log.underWay--
        return log.calls > changesOnCall ? changed : [true]
      },
    },
  })
}

/** Prepares a case and resets the log. */
async function prepared(
  caseId: string,
  { changesOnCall = Number.POSITIVE_INFINITY, changed = [false] } = {},
) {
  const log = { ...NOTHING_DONE }
  const contender = createContender(counting(log, changesOnCall, changed), steppingClock())
  const reply = await ask(contender, prepareCommand(caseId))
  assert.equal(reply.type, 'prepared')
  assert.deepEqual([log.calls, 'digest' in reply && reply.digest], [1, digest('[true]')])
  Object.assign(log, NOTHING_DONE)
  return { log, async: 'async' in reply && reply.async, send: (command: Command) => ask(contender, command) }
}

function prepareCommand(caseId: string, expectedDigest: string | null = null): Command {
  return { type: 'prepare', caseId, params: {}, expectedDigest }
}

for (const caseId of ['plain', 'async']) {
  test(`a batch makes every iteration of a case that is ${caseId}, and only those`, async () => {
    const { log, async, send } = await prepared(caseId)
    assert.equal(async, caseId === 'async')
    for (const iterations of [0, 1, 2, 7, 100, 1001]) {
      Object.assign(log, NOTHING_DONE)
      assert.deepEqual(await send({ type: 'run', iterations }), { type: 'ran', durationNs: 1000, clockNs: 7 })
      assert.deepEqual([log.calls, log.underWay], [iterations, 0])
      await send({ type: 'lead-in', iterations })
      assert.equal(log.calls, 2 * iterations)
    }
  })

  test(`calls of a case that is ${caseId} are timed one by one`, async () => {
    const { log, send } = await prepared(caseId)
    const reply = await send({ type: 'calls', timeMs: 1e6, atMost: 9 })
    assert.equal(log.calls, 9)
    assert.ok(reply.type === 'called')
    for (const timesNs of [reply.callsNs, reply.emptyNs])
      assert.deepEqual(Array.from(timesNs), Array(9).fill(1000))
    // A call and an empty one take 1000 ns each, and the clock 7 ns for each of them.
    const limited = await send({ type: 'calls', timeMs: 0.2014, atMost: 1e6 })
    assert.equal(limited.type === 'called' && limited.callsNs.length, 100)
  })

  test(`the last value of a case that is ${caseId} is verified after timing, whichever batch changed it`, async () => {
    for (const [changesOnCall, expected] of [
      [Number.POSITIVE_INFINITY, '[true]'],
      [50, '[false]'],
      [99, '[false]'],
      [100, '[true]'],
    ] as const) {
      // The first call was that of the preparation.
      const { send, log } = await prepared(caseId, { changesOnCall })
      await send({ type: 'run', iterations: 60 })
      await send({ type: 'run', iterations: 40 })
      assert.deepEqual(await send({ type: 'recheck' }), { type: 'rechecked', digest: digest(expected) })
      assert.equal(log.calls, 100, 'nothing is called for the check')
    }
  })
}

test('no call of an async batch begins before the one ahead has ended', async () => {
  const { log, send } = await prepared('async')
  await send({ type: 'run', iterations: 50 })
  assert.equal(log.mostUnderWay, 1)
})

test('a value is verified before timing and after it', async () => {
  let right = true
  const definition = suite({
    name: 'verified',
    question: 'Is it checked?',
    cases: { map: () => new Map([[1, right]]) },
    verify: (value: Map<number, boolean>) => value.get(1) ?? null,
    expected: () => true,
  })
  const contender = createContender(definition, steppingClock())
  const send = (command: Command) => ask(contender, command)
  assert.equal(digestIn(await send(prepareCommand('map'))), digest('true'))
  await send({ type: 'run', iterations: 3 })
  assert.equal(digestIn(await send({ type: 'recheck' })), digest('true'))
  right = false
  await send({ type: 'run', iterations: 3 })
  assert.equal(digestIn(await send({ type: 'recheck' })), digest('false'))
})

test('a case that returns a promise after its first call fails, since no batch waited for it', async () => {
  let calls = 0
  const cases = { late: () => (calls++ === 0 ? 1 : Promise.resolve(1)) }
  const contender = createContender(suite({ name: 'late', question: 'q?', cases }), steppingClock())
  const send = (command: Command) => ask(contender, command)
  const prepared = await send(prepareCommand('late'))
  assert.deepEqual([prepared.type, 'async' in prepared && prepared.async], ['prepared', false])
  await send({ type: 'run', iterations: 3 })
  const found = await send({ type: 'recheck' })
  assert.match('message' in found ? found.message : '', /returned a promise, and none in its first call/)
})

test('whatever a case throws, the reply has texts', async () => {
  const odd = Object.assign(new Error('odd'), { stack: ['no', 'text'], message: 7 })
  for (const [thrown, message] of [
    [Object.create(null), 'threw what has no text'],
    [odd, 'threw what has no text'],
    ['a word', 'a word'],
  ]) {
    const cases = {
      odd: () => {
        throw thrown
      },
    }
    const contender = createContender(suite({ name: 'odd', question: 'q?', cases }), steppingClock())
    const failed = await ask(contender, prepareCommand('odd'))
    assert.deepEqual(failed, { type: 'failed', phase: 'case', message, stack: message })
  }
})

test('a wrong output fails the preparation, unless its digest is the expected one', async () => {
  const definition = suite({
    name: 'wrong',
    question: 'Is it right?',
    cases: { wrong: () => ({ sum: 4, parts: [1, 2] }) },
    expected: () => ({ parts: [1, 2], sum: 3 }),
  })
  const contender = createContender(definition, steppingClock())
  const failed = await ask(contender, prepareCommand('wrong'))
  assert.deepEqual(
    [failed.type, 'phase' in failed && failed.phase, 'message' in failed && failed.message],
    ['failed', 'verify', 'wrong output: found …"parts":[1,2],"sum":4}, expected …"parts":[1,2],"sum":3}'],
  )
  const known = await ask(contender, prepareCommand('wrong', digest('{"parts":[1,2],"sum":4}')))
  assert.equal(known.type, 'prepared')
})

test('a case that throws in the middle of a batch, at once or later, has no time', async () => {
  let calls = 0
  const fail = () => {
    if (++calls > 5) throw new Error('no luck')
    return calls > 0
  }
  const definition = suite({
    name: 'failing',
    question: 'Does it end?',
    cases: { plain: fail, async: async () => fail() },
  })
  for (const caseId of ['plain', 'async']) {
    calls = 0
    const contender = createContender(definition, steppingClock())
    await ask(contender, prepareCommand(caseId))
    const reply = await ask(contender, { type: 'run', iterations: 10 })
    assert.equal(reply.type, 'failed')
    assert.match('message' in reply ? reply.message : '', /no luck/)
    assert.equal(calls, 6)
  }
})

/** Wakes what next awaits the calling loop at once; returns a function that undoes this. */
function wakeEarly(): () => void {
  const { constructor: promise, then } = Promise.prototype
  const define = (name: string, property: PropertyDescriptor) =>
    Object.defineProperty(Promise.prototype, name, { configurable: true, ...property })
  // Read by every 'await': first by that of the case, then by that of the loop, and then by that for the loop.
  let reads = 0
  define('constructor', { get: () => (++reads === 3 ? Object : promise) })
  define('then', { value: (wake: () => void) => wake(), writable: true })
  return () => {
    define('constructor', { value: promise, writable: true })
    define('then', { value: then, writable: true })
  }
}

for (const command of [
  { type: 'run', iterations: 5 },
  { type: 'calls', timeMs: 1e6, atMost: 1 },
] satisfies Command[]) {
  // No promise of this test may be awaited while they are broken, so it ends by a callback.
  test(`a batch whose waiter was woken before its end has no time: ${command.type}`, (_, done) => {
    let isTimed = false
    let undo = () => {}
    const definition = suite({
      name: 'waking',
      question: 'Does it wake early?',
      cases: {
        waking: async () => {
          if (isTimed) undo = wakeEarly()
          isTimed = false
          await new Promise(resolve => setImmediate(resolve))
          return true
        },
      },
    })
    const contender = createContender(definition, steppingClock())
    void contender(prepareCommand('waking'), prepared => {
      assert.equal(prepared.type, 'prepared')
      setImmediate(() => {
        isTimed = true
        void contender(command, reply => {
          undo()
          setImmediate(() => {
            assert.equal(reply.type, 'failed')
            assert.match('message' in reply ? reply.message : '', /awaited and has not ended/)
            done()
          })
        })
      })
    })
  })
}

function digestIn(reply: Reply): string | null {
  return 'digest' in reply ? reply.digest : null
}

test('a contender ends what setup began, once, after the last check', async () => {
  const seen: string[] = []
  const counted = suite({
    setup: (_, caseId) => ({ caseId }),
    cases: { one: () => seen.push('case') > 0 },
    verify: value => {
      seen.push('check')
      return value
    },
    teardown: async ({ caseId }, id) => {
      await Promise.resolve()
      seen.push(`end of ${caseId}, ${id}`)
    },
  })
  const contender = createContender(counted, steppingClock())
  await ask(contender, { type: 'prepare', caseId: 'one', params: {}, expectedDigest: null })
  await ask(contender, { type: 'run', iterations: 2 })
  assert.ok(!seen.some(word => word.startsWith('end')))
  assert.equal((await ask(contender, { type: 'recheck' })).type, 'rechecked')
  assert.deepEqual(seen.slice(-2), ['check', 'end of one, one'])
  assert.equal(seen.filter(word => word.startsWith('end')).length, 1)
})

test('a contender reports what its teardown throws', async () => {
  const throwing = suite({
    cases: { one: () => 1 },
    teardown: () => {
      throw new Error('still open')
    },
  })
  const contender = createContender(throwing, steppingClock())
  await ask(contender, { type: 'prepare', caseId: 'one', params: {}, expectedDigest: null })
  await ask(contender, { type: 'run', iterations: 1 })
  const reply = await ask(contender, { type: 'recheck' })
  assert.ok(reply.type === 'failed')
  assert.deepEqual([reply.phase, reply.message], ['teardown', 'still open'])
})
