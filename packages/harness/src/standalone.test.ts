import assert from 'node:assert/strict'
import { test } from 'node:test'
import { digest } from './contender/canonical.ts'
import { runAdopted, runStandalone, type Standalone } from './standalone.ts'
import type { AdoptedSuite, MadeCase } from './suite/adopted-suite.ts'

/** A clock that only calls move, by a millisecond each, and what is printed. */
function world(milliseconds = 7) {
  let ms = 0
  const printed: string[] = []
  const options = {
    ...{ caseId: 'one', params: { size: 2 }, milliseconds },
    now: () => ms,
    print: (line: string) => printed.push(line),
  } satisfies Standalone
  const pass = () => {
    ms++
  }
  return { pass, printed, options }
}

const TIMES = ['iterations: 4', 'nanoseconds per iteration: 1.000e+6']

for (const kind of ['plain', 'async']) {
  test(`a ${kind} case alone is timed in loops of twice the calls each, and its last output verified`, async () => {
    const { pass, printed, options } = world()
    const seen: string[] = []
    let calls = 0
    const one = (state: { size: number }) => {
      pass()
      return { ...state, isLast: ++calls === 8 }
    }
    await runStandalone(
      {
        setup: async ({ size }, caseId) => {
          seen.push(`setup of ${caseId}`)
          return { size: Number(size) }
        },
        cases: { one: kind === 'async' ? async state => one(state as never) : state => one(state as never) },
        verify: async ({ size, isLast }, state, caseId) => [
          size,
          isLast,
          (state as { size: number }).size,
          caseId,
        ],
        expected: (state, caseId) => [2, true, (state as { size: number }).size, caseId],
        teardown: (state, caseId) => seen.push(`teardown of ${caseId}: ${JSON.stringify(state)}`),
      },
      options,
    )
    assert.deepEqual(printed, [...TIMES, `answer digest: ${digest('[2,true,2,"one"]')}`])
    assert.deepEqual(seen, ['setup of one', 'teardown of one: {"size":2}'])
    assert.equal(calls, 1 + 1 + 2 + 4)
  })
}

test('a case alone fails when its last output is neither the expected one nor that of its first call', async () => {
  const { pass, printed, options } = world()
  let calls = 0
  const one = () => {
    pass()
    return ++calls
  }
  const wrong = { message: 'the output is wrong' }
  let isOver = false
  const teardown = () => {
    isOver = true
  }
  await assert.rejects(runStandalone({ cases: { one }, teardown }, options), wrong)
  assert.deepEqual(printed, [...TIMES, `answer digest: ${digest('8')}`])
  assert.ok(isOver)
  await assert.rejects(runStandalone({ cases: { one: () => 1 }, expected: () => 2 }, world(0).options), wrong)
  await runStandalone({ one: () => 1 } as never, world(0).options)
  await assert.rejects(runStandalone({ cases: { two: one } }, options), /there is no case 'one'/)
})

function adopted(made: MadeCase): AdoptedSuite {
  return {
    ...{ kind: 'adopted', name: 'x', question: 'q?', dialect: 'd', params: {}, baseline: 'one' },
    ...{ cases: {}, unsupported: {} },
    make: (caseId, { size }) => (caseId === 'one' && size === 2 ? made : assert.fail('another case')),
  }
}

test('a case of an adopted file alone is timed likewise, with the digest of its first output, and ended', async () => {
  const { pass, printed, options } = world()
  const ends: unknown[] = []
  const run = async (state: unknown) => {
    pass()
    return state
  }
  await runAdopted(adopted({ run, state: [3], end: last => ends.push(last) }), options)
  assert.deepEqual(printed, [...TIMES, `answer digest: ${digest('[3]')}`])
  assert.deepEqual(ends, [[3]])
})

for (const kind of ['its own', 'a loop that its first call returns']) {
  test(`a case of an adopted file alone runs ${kind}`, async () => {
    const { pass, printed, options } = world()
    const ends: unknown[] = []
    const made: MadeCase = {
      window: (iterations, watch) => {
        watch.start()
        for (let i = 0; i < iterations; i++) pass()
        watch.stop()
      },
      end: last => ends.push(last),
    }
    const inPlace = (value: unknown) => (value === 'first' ? made : null)
    await runAdopted(
      adopted(kind === 'its own' ? made : { run: async () => 'first', state: null, inPlace }),
      options,
    )
    assert.deepEqual(printed, [...TIMES, `answer digest: ${digest('unverified')}`])
    assert.deepEqual(ends, [undefined])
  })
}
