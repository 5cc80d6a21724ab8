import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Reply } from '../protocol/protocol.ts'
import type { AdoptedSuite, Stopwatch } from '../suite/adopted-suite.ts'
import { ask, type Contender, createContender } from './contender.ts'

let nowNs = 0
const clock = { start: () => nowNs, stop: () => nowNs, spentNs: 7, resolutionNs: () => 1 }

test('a window is timed from its start to its end, and nothing else', async () => {
  const contender = await prepared((iterations, watch) => {
    nowNs += 1000
    watch.start()
    nowNs += 10 * iterations
    watch.stop()
    nowNs += 1000
    watch.start()
    nowNs += iterations
    watch.stop()
  })
  assert.deepEqual(await ask(contender, { type: 'run', iterations: 5 }), {
    type: 'ran',
    durationNs: 55,
    clockNs: 14,
  })
})

test('a null batch runs no window', async () => {
  let calls = 0
  const contender = await prepared((_, watch) => {
    calls++
    watch.start()
    watch.stop()
  })
  await ask(contender, { type: 'run', iterations: 0 })
  assert.equal(calls, 1, 'the first call')
})

const WRONG: readonly (readonly [string, (watch: Stopwatch) => void, RegExp])[] = [
  ['never starts', () => {}, /did not start and stop its own clock/],
  ['starts twice', watch => [watch.start(), watch.start()], /started its clock twice/],
  ['stops first', watch => watch.stop(), /stopped its clock before it started it/],
  ['never stops', watch => watch.start(), /did not start and stop its own clock/],
]

for (const [what, use, message] of WRONG) {
  test(`a window that ${what} fails`, async () => {
    const contender = await prepared((_, watch) => use(watch))
    const reply = await ask(contender, { type: 'run', iterations: 1 })
    assert.match((reply as Extract<Reply, { type: 'failed' }>).message, message)
  })
}

async function prepared(window: (iterations: number, watch: Stopwatch) => void): Promise<Contender> {
  const suite: AdoptedSuite = {
    ...{ kind: 'adopted', name: 'x', question: 'q?', dialect: 'd', params: {}, baseline: 'one' },
    cases: { one: { title: 'one', params: [] } },
    unsupported: {},
    make: () => ({ window }),
  }
  const contender = createContender(suite, clock)
  const reply = await ask(contender, { type: 'prepare', caseId: 'one', params: {}, expectedDigest: null })
  assert.equal(reply.type, 'prepared')
  return contender
}
