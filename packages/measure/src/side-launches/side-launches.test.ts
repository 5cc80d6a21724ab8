import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MeasureTask } from '../suite/measure-task.ts'
import { type MeasuredContender, unmeasured } from '../suite/measured-suite.ts'
import type { SuiteLog } from '../suite/suite-log.ts'
import { makeSideLaunches, sideLaunchesNs } from './side-launches.ts'

const SIDE_LAUNCHES: MeasureTask['sideLaunches'] = {
  ...{ memory: false, usage: false, allocations: true, tiers: false, perCall: [], budgetNs: null },
}

/** Returns the time for side launches of a contender on each target, whose runner takes such flags. */
function timeNs(...flags: Flags): number {
  return sideLaunchesNs(contendersOn(flags), taskOn(flags), 3600e9)
}

type Flags = readonly (readonly string[] | null)[]

function contendersOn(flags: Flags): MeasuredContender[] {
  return flags.map((_, target) => unmeasured({ caseId: 'one', params: {}, target }))
}

function timedOn(flags: Flags): MeasuredContender[] {
  const launches = [{ wallNs: [1], nullBatch: { cpuNs: 0 }, warmup: { iterationNs: 1 } }]
  return contendersOn(flags).map(contender => ({ ...contender, launches }) as unknown as MeasuredContender)
}

function taskOn(flags: Flags): MeasureTask {
  const targets = flags.map(flag => ({ runner: flag === null ? {} : { plainFrameFlags: flag } }))
  const { signal } = new AbortController()
  return {
    ...{ sideLaunches: SIDE_LAUNCHES, context: { targets }, signal, onProgress() {} },
  } as unknown as MeasureTask
}

test('sideLaunchesNs keeps time for allocations of those contenders alone whose engine samples them', () => {
  assert.ok(timeNs([]) > 0)
  assert.equal(timeNs(null), 0)
  assert.equal(timeNs([], null), timeNs([]))
})

test('makeSideLaunches has null for a timed contender whose engine cannot sample, and makes no launch for it', async () => {
  const found: unknown[] = []
  const log = {
    contenders: () => timedOn([null]),
    found: (_: unknown, findings: unknown) => found.push(findings),
  } as unknown as SuiteLog
  await makeSideLaunches(log, taskOn([null]), 1e9, Number.POSITIVE_INFINITY)
  assert.deepEqual(found, [{ allocations: null }])
})

test('makeSideLaunches begins none after its time, and says so', async () => {
  const said: unknown[] = []
  const log = {
    contenders: () => timedOn([[]]),
    sideError: (_: unknown, warning: unknown) => said.push(warning),
  } as unknown as SuiteLog
  await makeSideLaunches(
    log,
    { ...taskOn([[]]), journal: { nowNs: () => 2 } } as unknown as MeasureTask,
    1e9,
    1,
  )
  const message = 'was not started, since the time was up'
  assert.deepEqual(said[0], { code: 'no-allocations-launch', message })
})

test('makeSideLaunches says nothing of contenders that were lost or never timed, and gives them no time', async () => {
  const [timed, lost] = timedOn([[], []])
  const [unable] = contendersOn([[]])
  const said: unknown[] = []
  const expected: number[] = []
  const log = {
    contenders: () => [{ ...lost, lost: { failure: 'crashed', message: 'crashed' } }, unable, timed],
    found() {},
    sideError: (plan: unknown) => said.push(plan),
  } as unknown as SuiteLog
  const once = async () => ({})
  let nowNs = 0
  const task = {
    ...taskOn([[], []]),
    journal: { nowNs: () => nowNs++, once },
    onProgress: ({ launchesExpected }: { launchesExpected: number }) => expected.push(launchesExpected),
  } as unknown as MeasureTask
  await makeSideLaunches(log, task, 1e9, 3)
  // Three launches with inlined functions and three without.
  assert.deepEqual(new Set(expected), new Set([6]))
  assert.deepEqual(said, [timed?.plan])
})

test('makeSideLaunches says how long its launches will take where the suite is late', async () => {
  const leftNs: number[] = []
  const log = { contenders: () => timedOn([[]]), found() {} } as unknown as SuiteLog
  const task = {
    ...taskOn([[]]),
    journal: { nowNs: () => 0, once: async () => ({}) },
    onProgress: ({ remainingNs }: { remainingNs: number }) => leftNs.push(remainingNs),
  } as unknown as MeasureTask
  await makeSideLaunches(log, task, -10e9, 1)
  // 0.6 s for each of the six.
  assert.deepEqual(leftNs, [3.6e9, 3e9, 2.4e9, 1.8e9, 1.2e9, 0.6e9])
})
