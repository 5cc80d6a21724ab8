import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LaunchError, type LaunchFailure } from '@steelyard/launcher'
import type { ResultRecord, ResultStatus } from '@steelyard/record'
import type { Steadiness } from '@steelyard/schedule'
import type { ClockShares } from '@steelyard/stats'
import { recordWarningText } from '@steelyard/text'
import { measuredContender } from '../../measure/src/fixtures/measured-contender.ts'
import type { MeasuredContender, MeasuredLaunch } from '../../measure/src/suite/measured-suite.ts'
import { resultsOf } from './results.ts'

const LAUNCHES = 10
const AUDIT = { waitedNs: 0, preemptions: 0, stolenNs: 0, moved: false }

/** Ten samples of a microsecond in every launch, all of it CPU time; each launch changed as it is said. */
function contenderWith(
  changes: (launch: number) => Partial<MeasuredLaunch> = () => ({}),
  launches = LAUNCHES,
): MeasuredContender {
  const wallNs = Array.from({ length: 10 }, () => 1000)
  const made = Array.from({ length: launches }, (_, launch) => ({ group: 0, launch, wallNs }))
  const contender = measuredContender({}, made)
  return {
    ...contender,
    launches: contender.launches.map((launch, index) => ({ ...launch, cpuNs: wallNs, ...changes(index) })),
  }
}

/** Warnings of which each says that something was so in a number of launches, or for a share. */
function warningsOf(contender: MeasuredContender): readonly string[] {
  return resultOf(contender).warnings.map(recordWarningText)
}

function resultOf(contender: MeasuredContender, windowNs?: number): ResultRecord {
  const [result] = resultsOfGroup([contender], windowNs)
  assert.ok(result)
  return result
}

function resultsOfGroup(contenders: readonly MeasuredContender[], windowNs?: number): ResultRecord[] {
  const plans = contenders.map(({ plan }) => plan)
  const suite = {
    by: 'cases',
    baseline: 'case',
    contenders: plans,
    groups: [plans],
    unsupported: [],
  } as const
  return resultsOf('made', suite, { contenders, ...(windowNs && { windowNs }) }, ['node@1'])
}

/** Returns a contender of which `count` launches end in a state; the others are steady. */
function inState(count: number, state: Steadiness): MeasuredContender {
  const contender = contenderWith()
  const launches = contender.launches.map((launch, index) => ({
    ...launch,
    warmup: { ...launch.warmup, state: index < count ? state : ('steady' as const) },
  }))
  return { ...contender, launches }
}

function assertWarning(contender: MeasuredContender, ...expected: readonly RegExp[]): void {
  const warnings = warningsOf(contender)
  assert.equal(warnings.length, expected.length, JSON.stringify(warnings))
  for (const [index, pattern] of expected.entries()) assert.match(warnings[index] ?? '', pattern)
}

test('resultsOf warns of nothing where all is well', () => {
  assertWarning(contenderWith())
})

test('resultsOf warns of launches that were not steady, from the share on at which it matters', () => {
  assertWarning(inState(1, 'never steady'), /never steady in 1 of 10 launches/)
  assertWarning(inState(5, 'drifting'))
  assertWarning(inState(6, 'drifting'), /warm-up ended in 6 of 10 launches/)
  assertWarning(inState(2, 'bimodal'))
  assertWarning(inState(3, 'bimodal'), /of two kinds.* in 3 of 10 launches/)
})

test('resultsOf warns of less CPU time than wall time, and of a main thread that worked on', () => {
  const cpu = (share: number) =>
    contenderWith(() => ({ cpuNs: Array.from({ length: 10 }, () => 1000 * share) }))
  assertWarning(cpu(0.91))
  assertWarning(cpu(0.89), /used the CPU for only 89 % of its wall time/)
  const longer = (mainCpu: number) => contenderWith(() => ({ clockShares: sharesWith({ mainCpu }) }))
  assertWarning(longer(1.09))
  assertWarning(longer(1.15), /main thread worked 15 % longer/)
})

test('resultsOf keeps the result of a contender whose clocks disagree in some batches, and says by how much', () => {
  const unsure = (shares: Partial<ClockShares>) =>
    contenderWith(() => ({ clockShares: { ...sharesWith(shares), least: sharesWith({}) } }))
  for (const [shares, said] of [
    [{ mainCpu: 3.1 }, /main thread worked 210 % longer/],
    [{ host: 2.01 }, /replies took 2\.01 times as long/],
    [{ empty: 0.07 }, /batches without iterations took 7 % of the others/],
  ] as const) {
    assertWarning(unsure(shares), said)
    assert.equal(resultOf(unsure(shares)).status, 'ok')
  }
})

test('resultsOf warns of batches that shared their core, and of windows that were discarded', () => {
  const shared = (batches: number) =>
    contenderWith(() => ({
      audits: Array.from({ length: 10 }, (_, index) => ({ ...AUDIT, moved: index < batches })),
    }))
  assertWarning(shared(1))
  assertWarning(shared(2), /shared its core .* in 20 % of its batches/)
  const again = (count: number) => {
    const [window] = contenderWith().launches
    return contenderWith(launch => (window && launch < count ? { early: [window] } : {}))
  }
  assertWarning(again(2))
  assertWarning(again(3), /in 3 of 10 launches.*changed its speed/)
})

test('resultsOf sums what the kernel counted, and names the samples that it calls contended', () => {
  const auditOf = (audits: MeasuredLaunch['audits']) =>
    resultOf(contenderWith(() => ({ audits, wallNs: audits.map(() => 1e6) }))).launches[0]?.audit
  assert.deepEqual(
    auditOf([
      { ...AUDIT, waitedNs: 5, preemptions: 2 },
      { ...AUDIT, waitedNs: 7, stolenNs: null, moved: true },
      null,
      { waitedNs: null, preemptions: 4, stolenNs: 1e7, moved: false },
    ]),
    { waitedNs: 12, preemptions: 6, stolenNs: 1e7, moved: 1, contended: [1, 3] },
  )
  assert.equal(auditOf([null, null]), null)
})

test('resultsOf warns of a speed that comes late, in calls and seconds', () => {
  const late = { iterations: 23_456, durationNs: 1.26e9, speedUp: 2.5 }
  assertWarning({ ...contenderWith(), late }, /2\.5 times faster after about 23,000 iterations \(1\.3 s\)/)
  assertWarning({ ...contenderWith(), late: { ...late, speedUp: 0.5 } }, /2\.0 times slower after/)
})

test('resultsOf has the window of its launches', () => {
  assert.equal(resultOf(contenderWith(), 250e6).windowNs, 250e6)
  assert.equal(resultOf(contenderWith()).windowNs, null)
})

test('resultsOf warns where more than a quarter of the launches were measured again', () => {
  const again = (count: number) => {
    const { launches, ...rest } = contenderWith(undefined, 8)
    return resultOf({
      ...rest,
      launches: launches.map((launch, index) => (index < count ? { ...launch, early: [launch] } : launch)),
    }).warnings
  }
  assert.deepEqual(again(2), [])
  assert.deepEqual(again(3), [{ code: 'measured-again', launches: 3, of: 8 }])
})

test('resultsOf warns of launches that are missing', () => {
  assertWarning(contenderWith(undefined, 1), /one launch, too few for an interval/)
  const error = new LaunchError('crashed', 'fell over')
  const { plan } = contenderWith()
  const lostLaunches = [0, 4, 5].map(launch => ({ group: 0, launch, by: [{ plan, error }] }))
  // In the very first launch there is nothing to lose.
  assertWarning(
    { ...contenderWith(), lostLaunches },
    /lost with another contender of the group in 2 of 12 launches/,
  )
  assertWarning(
    { ...contenderWith(), lostLaunches, lost: error },
    /lost later; good launches that are kept: 10/,
  )
})

test('resultsOf has the figures of a warning unrounded', () => {
  const late = { iterations: 23_456, durationNs: 1.26e9, speedUp: 0.4 }
  assert.deepEqual(resultOf({ ...inState(6, 'drifting'), late }).warnings, [
    { code: 'drifting-warm-up', launches: 6, of: 10 },
    { code: 'late-slow-down', times: 2.5, iterations: 23_456, durationNs: 1.26e9 },
  ])
  const sideErrors = [{ code: 'no-memory-launch', message: 'fell over' } as const]
  assert.deepEqual(resultOf({ ...contenderWith(), sideErrors }).warnings, sideErrors)
})

test('resultsOf has an error as a code with its figures', () => {
  const lost = resultOf({ ...contenderWith(), lost: new LaunchError('crashed', 'fell over') })
  assert.deepEqual(lost.error, { code: 'lost', failure: 'crashed', message: 'fell over' })
  const unmeasured = resultOf(contenderWith(undefined, 0))
  assert.deepEqual(unmeasured.error, { code: 'not-measured' })
  const falseTimes = (share: number) =>
    resultOf(contenderWith(() => ({ clockShares: sharesWith({ host: share, mainCpu: null }) })))
  assert.deepEqual(falseTimes(3).error, { code: 'false-clock-host', timesAsLong: 3, launches: 10 })
  assert.equal(falseTimes(1).error, null)
})

/** In all batches alike. */
function sharesWith(some: Partial<ClockShares>): ClockShares {
  const shares = { host: 1, mainCpu: 1, empty: 0, ...some }
  return { ...shares, least: shares }
}

test('resultsOf has a status for everything that can lose a contender', () => {
  const STATUSES: readonly (readonly [LaunchFailure, ResultStatus])[] = [
    ['start', 'crashed'],
    ['crashed', 'crashed'],
    ['memory', 'crashed'],
    ['timeout', 'timeout'],
    ['failed', 'failed'],
    ['unsupported', 'unsupported'],
  ]
  for (const [failure, status] of STATUSES) {
    const result = resultOf({ ...contenderWith(), lost: new LaunchError(failure, 'fell over') })
    assert.deepEqual([result.status, result.error], [status, { code: 'lost', failure, message: 'fell over' }])
  }
  assert.equal(resultOf(contenderWith(undefined, 0)).status, 'timeout')
  const falseTimes = contenderWith(() => ({ clockShares: sharesWith({ host: 3 }) }))
  assert.equal(resultOf(falseTimes).status, 'failed')
})

test('resultsOf names contenders by their plan, and says which the plan could not measure', () => {
  const contenders = [
    measuredContender({ caseId: 'one', params: { size: 1 } }, []),
    measuredContender({ caseId: 'two', target: 1, isControl: true }, []),
    measuredContender({ caseId: 'three', target: 2 }, []),
  ]
  const unsupported = contenders.slice(0, 1).map(({ plan }) => ({ contender: plan, reason: 'it has no JIT' }))
  const plan = { by: 'cases', baseline: 'one', contenders: [], groups: [], unsupported } as const
  const results = resultsOf('made', plan, { contenders }, ['node@1', 'bun@1'])
  assert.deepEqual(
    results.map(({ suite, case: caseId, params, target, timer, control, status }) => [
      ...[suite, caseId, params, target, timer, control, status],
    ]),
    [
      ['made', 'one', { size: 1 }, 'node@1', 'steelyard', false, 'unsupported'],
      ['made', 'two', {}, 'bun@1', 'steelyard', true, 'timeout'],
      ['made', 'three', {}, '', 'steelyard', false, 'timeout'],
    ],
  )
  assert.deepEqual(results[0]?.error, { code: 'unsupported', reason: 'it has no JIT' })
})

test('resultsOf has all that is known of a launch, and null for what is not', () => {
  const [plain] = resultOf(contenderWith(undefined, 2)).launches
  assert.deepEqual(plain, {
    ...{ group: 0, launch: 0, iterationsPerBatch: 1, order: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] },
    ...{ wallNs: Array(10).fill(1000), cpuNs: Array(10).fill(1000) },
    warmup: { state: 'steady', batches: 1, durationNs: 1 },
    nullBatch: { wallNs: 0, hostNs: 0, cpuNs: null },
    ...{ audit: null, clockShares: null, backgroundShare: null },
    ...{ stalls: null, early: [], work: null, sharing: null },
  })
  const [window] = contenderWith().launches
  assert.ok(window)
  const known = {
    clockShares: sharesWith({ host: 1.5 }),
    backgroundShare: 0.25,
    sharing: { core: 3, widthRatios: [0.5] },
    nullBatch: { wallNs: 1, hostNs: 2, cpuNs: 3 },
  }
  const [launch] = resultOf(contenderWith(() => ({ ...known, early: [window] }))).launches
  const { clockShares, backgroundShare, sharing, nullBatch, early } = launch ?? assert.fail()
  assert.deepEqual({ clockShares, backgroundShare, sharing, nullBatch }, known)
  assert.deepEqual(early[0]?.wallNs, window.wallNs)
  const both = resultsOfGroup([contenderWith(() => known), contenderWith(() => known)])
  const sharings = both.map(one => one.launches[0]?.sharing)
  assert.deepEqual(sharings, [known.sharing, null], 'once for all contenders of a launch')
  const noCpu = (cpuNs: readonly (number | null)[]) =>
    resultOf(contenderWith(() => ({ cpuNs: [...cpuNs, ...Array(9).fill(null)] }))).launches[0]?.cpuNs
  assert.equal(noCpu([null]), null)
  assert.equal(noCpu([5])?.[0], 5)
})

test('resultsOf says of a lost launch whether it was its own, and else who lost it', () => {
  const contender = contenderWith()
  const error = (message: string) => new LaunchError('crashed', message)
  const other = { ...contender.plan, caseId: 'other' }
  const own = { plan: contender.plan, error: error('fell over') }
  const theirs = { plan: other, error: error('ran away') }
  const lostLaunches = [
    { group: 1, launch: 4, by: [theirs, own] },
    { group: 1, launch: 5, by: [theirs, theirs] },
  ]
  assert.deepEqual(resultOf({ ...contender, lostLaunches }).lostLaunches, [
    { group: 1, launch: 4, own: true, error: 'made/case on node@1 fell over.' },
    {
      ...{ group: 1, launch: 5, own: false },
      error: 'made/other on node@1 ran away; made/other on node@1 ran away.',
    },
  ])
})

test('resultsOf counts launches that drift together with those that are never steady', () => {
  const states = (drifting: number, never: number) => {
    const contender = contenderWith()
    return resultOf({
      ...contender,
      launches: contender.launches.map((launch, index) => {
        const state = index < drifting ? 'drifting' : index < drifting + never ? 'never steady' : 'steady'
        return { ...launch, warmup: { ...launch.warmup, state } }
      }),
    }).warnings
  }
  const never = (launches: number) => ({ code: 'never-steady', launches, of: 10 })
  assert.deepEqual(states(4, 1), [never(1)])
  assert.deepEqual(states(4, 2), [never(2), { code: 'drifting-warm-up', launches: 4, of: 10 }])
  assert.deepEqual(states(0, 6), [never(6)])
  assert.deepEqual(states(0, 10), [never(10)])
})

test('resultsOf keeps what side launches found, and nothing of those that were not made', () => {
  const { usage, allocations, server, start, wallNs, cpuNs, lateChange } = resultOf(contenderWith())
  assert.deepEqual([usage, allocations, server, start, lateChange], [null, null, null, null, null])
  assert.deepEqual(
    [wallNs, cpuNs].map(estimate => [Math.round(estimate?.value ?? 0), estimate?.n]),
    [
      [1000, LAUNCHES],
      [1000, LAUNCHES],
    ],
  )
  assert.equal(resultOf(contenderWith(() => ({ cpuNs: Array(10).fill(null) }))).cpuNs, null)
})
