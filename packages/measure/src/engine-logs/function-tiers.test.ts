import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LaunchPhase } from '@steelyard/record'
import type { EngineLogEvent, Runner } from '@steelyard/runners'
import type { Contender } from '@steelyard/schedule'
import { functionTiers, type OwnFunctions } from './function-tiers.ts'
import { LogObserver, type Noticed } from './log-observer.ts'

const LOG = {
  ...{
    firstTier: 'Ignition',
    optimisingTiers: ['Maglev', 'Turbofan'],
    lacks: [],
    files: [],
    flags: () => [],
  },
  eventOf: (line: string): EngineLogEvent | null => {
    const [kind, tier = ''] = line.split(' ')
    return kind === 'begun' ? { kind, functionName: 'work', tier } : null
  },
}

const OWN: OwnFunctions = {
  sourceOf: ({ name }) => (name === 'theirs' ? undefined : 'suite.ts:3'),
  placeOf: (_, line) => `suite.ts:${line + 1}`,
}

const at = (iterations: number, phase: LaunchPhase) => ({ iterations, elapsedNs: iterations * 10, phase })

function code(name: string, tier: string, address: number, isLoop = false): EngineLogEvent {
  const of = { name, url: 'file:///b.mjs', line: 1, column: 2 }
  const bytecodeBytes = tier === 'Ignition' ? 30 : null
  return { kind: 'code', of, tier, isLoop, bytes: 100, bytecodeBytes, address }
}

function left(address: number): EngineLogEvent {
  const place = { url: 'file:///b.mjs', line: 8, column: 1 }
  return { kind: 'left', functionName: null, reason: 'not a Smi', at: place, address }
}

function tiersOf(...events: readonly Noticed<EngineLogEvent>[]) {
  const logs = { events, collections: [], batches: [], windowIterations: 10, isComplete: true }
  return functionTiers(logs, LOG, OWN)
}

test('functionTiers has the tier that calls ran in when the window began, and what came before and after', () => {
  const [work, ...others] = tiersOf(
    { event: code('work', 'Ignition', 1), when: at(0, 'warm-up') },
    { event: code('theirs', 'Turbofan', 7), when: at(1, 'warm-up') },
    { event: code('work', 'Maglev', 2), when: at(100, 'warm-up') },
    { event: left(7), when: at(120, 'warm-up') },
    { event: code('work', 'Turbofan', 3, true), when: at(200, 'warm-up') },
    { event: code('work', 'Turbofan', 4), when: at(900, 'window') },
    { event: left(4), when: at(950, 'window') },
    { event: left(4), when: at(960, 'window') },
  )
  assert.deepEqual(others, [])
  assert.equal(work?.tier, 'Maglev')
  assert.equal(work?.bytecodeBytes, 30)
  assert.deepEqual(
    work?.code.map(({ tier, iterations, phase }) => [tier, iterations, phase]),
    [
      ['Maglev', 100, 'warm-up'],
      ['Turbofan', 200, 'warm-up'],
      ['Turbofan', 900, 'window'],
    ],
  )
  assert.deepEqual(work?.deoptimisations, [
    {
      reason: 'not a Smi',
      source: 'suite.ts:9',
      count: 2,
      iterations: 950,
      elapsedNs: 9500,
      phase: 'window',
    },
  ])
})

test('functionTiers says when code had been left, and which compilation did not end with the window', () => {
  const [work] = tiersOf(
    { event: code('work', 'Maglev', 2), when: at(100, 'warm-up') },
    { event: left(2), when: at(150, 'warm-up') },
    { event: { kind: 'begun', functionName: 'work', tier: 'Turbofan' }, when: at(160, 'warm-up') },
    { event: { kind: 'begun', functionName: 'work', tier: 'Maglev' }, when: at(160, 'warm-up') },
    { event: { kind: 'ended', functionName: 'work', tier: 'Maglev' }, when: at(170, 'warm-up') },
    { event: { kind: 'ended', functionName: 'work', tier: 'Turbofan' }, when: at(999, 'after') },
  )
  assert.equal(work?.tier, 'left Maglev')
  assert.deepEqual(work?.unfinished, ['Turbofan'])
  const tierAfter = (...events: readonly EngineLogEvent[]) =>
    tiersOf(...events.map(event => ({ event, when: at(100, 'warm-up') })))[0]?.tier
  const [maglev, turbofan] = [code('work', 'Maglev', 2), code('work', 'Turbofan', 3)]
  const loop = code('work', 'Turbofan', 4, true)
  // What is noticed at once stands in the order in which it happened.
  assert.equal(tierAfter(maglev, left(2)), 'left Maglev')
  assert.equal(tierAfter(maglev, left(2), turbofan), 'Turbofan')
  // Code that calls no longer run, or never ran, may be left too.
  assert.equal(tierAfter(maglev, turbofan, left(2)), 'Turbofan')
  assert.equal(tierAfter(turbofan, loop, left(4)), 'Turbofan')
  const nowhere = { url: null, line: null, column: null }
  const ftl = { ...code('work', 'FTL', 5), of: { name: 'work', ...nowhere } } as EngineLogEvent
  const exit = { kind: 'left', functionName: 'work', reason: 'BadType', at: null, address: null } as const
  assert.equal(tierAfter(ftl, exit), 'FTL')
})

test('LogObserver puts what is printed into the step in which it was, by the last window', async () => {
  const runner = {
    heapTrace: { flags: ['--trace', '--expose-gc'], counts: 'heap', reader: () => () => null },
  }
  const observer = new LogObserver(runner as unknown as Runner, LOG, '/nowhere', false)
  assert.deepEqual(observer.trace.flags, ['--trace'])
  const say = (text: string) => observer.trace.onLine(`begun ${text}`)
  const batch = { wallNs: 1, hostNs: 1, cpuNs: null }
  const contender = observer.watch({
    leadIn: async () => say('lead-in'),
    warm: async () => ({ wallNs: 1 }),
    run: async iterations => {
      say(`run-${iterations}`)
      return batch
    },
  } satisfies Contender)
  for (const iterations of [0, 5, 0, 7, 8, 9]) {
    await contender.leadIn(100)
    await contender.run(iterations)
  }
  const { events, windowIterations } = observer.of(2)
  assert.equal(windowIterations, 7 + 8 + 200)
  assert.deepEqual(
    events.map(({ event, when }) => [event.kind === 'begun' && event.tier, when.iterations, when.phase]),
    [
      ['lead-in', 100, 'warm-up'],
      ['run-0', 100, 'warm-up'],
      ['lead-in', 200, 'warm-up'],
      ['run-5', 205, 'warm-up'],
      ['lead-in', 305, 'warm-up'],
      ['run-0', 305, 'window'],
      ['lead-in', 405, 'window'],
      ['run-7', 412, 'window'],
      ['lead-in', 512, 'window'],
      ['run-8', 520, 'window'],
      ['lead-in', 620, 'window'],
      ['run-9', 629, 'after'],
    ],
  )
})
