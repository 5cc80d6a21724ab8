import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bareRun, type NamedSuite, type Preparation } from '@steelyard/measure'
import { timers } from '@steelyard/timers'
import { measuredContender } from '../../measure/src/fixtures/measured-contender.ts'
import { channelOf, comparedBy, findingsOf, rulesOf } from './findings.ts'

const CALIBRATION = { bias: { allowance: 0.02, kinds: [] } } as unknown as NonNullable<
  Preparation['calibration']
>

/** Two targets in 20 launches; the second takes twice the time. */
function suite(
  nullBatches: readonly { readonly hostNs: number; readonly cpuNs: number | null }[] = [],
): NamedSuite {
  const contenders = [0, 1].map(target => {
    const launches = Array.from({ length: 20 }, (_, launch) => ({
      ...{ group: 0, launch },
      wallNs: Array.from(
        { length: 10 },
        (_, at) => 1000 * (target + 1) * (1 + 0.001 * ((launch + at + target) % 5)),
      ),
    }))
    const contender = measuredContender({ target }, launches)
    return {
      ...contender,
      launches: contender.launches.map((launch, at) => ({
        ...launch,
        nullBatch: { wallNs: 0, ...(nullBatches[at % nullBatches.length] ?? { hostNs: 0, cpuNs: null }) },
      })),
    }
  })
  const plans = contenders.map(({ plan }) => plan)
  const timings = [0, 1, 2].map(launch => ({
    ...{ launch, askedNs: 1e9, headlineNs: 1000 + launch, minNs: 1, p50Ns: 1000, p99Ns: 1, maxNs: 1 },
    ...{ samples: 100, iterations: 100, emptyNs: 0 },
  }))
  const timed = plans.map(plan => ({ plan, timer: timers.mitata, unsupported: null, timings, lost: null }))
  return {
    name: 'made',
    plan: { by: 'targets', baseline: 'case', contenders: plans, groups: [plans], unsupported: [] },
    measured: { contenders, groups: [contenders], end: 'time', timedShares: [], timed },
    targetIds: ['a', 'b'],
  }
}

test('rulesOf takes the allowance of the calibration, else the default, and the launches of evidence', () => {
  const compare = { heads: [1], rebuilt: null, flags: [], evidence: true }
  assert.deepEqual(rulesOf(bareRun({ time: { quick: true }, rules: { threshold: 0.05 } }), CALIBRATION), {
    ...{ threshold: 0.05, biasAllowance: 0.02, minimumLaunches: 10, quick: true },
  })
  const { biasAllowance, minimumLaunches, quick } = rulesOf(bareRun({ selection: { compare } }), null)
  assert.deepEqual([biasAllowance, minimumLaunches, quick], [0.002, 20, false])
  const search = bareRun({ time: { stopping: { minimumLaunches: 5 } } })
  assert.equal(rulesOf(search, null).minimumLaunches, 5)
})

test('comparedBy measures the allowance of wall time alone', () => {
  const one = suite()
  const contenders = one.measured.contenders.map(contender => ({
    ...contender,
    launches: contender.launches.map(launch => ({ ...launch, cpuNs: launch.wallNs })),
  }))
  const both = { ...one, measured: { ...one.measured, contenders, groups: [contenders] } }
  const sources = (['wall', 'cpu'] as const).flatMap(metric =>
    comparedBy([both], CALIBRATION, bareRun({ rules: { metric } }), null).map(each => each.biasSource),
  )
  assert.deepEqual(sources, ['measured', 'assumed'])
})

test('channelOf is the median null batch of the launches of a target', () => {
  const batches = [
    { hostNs: 100, cpuNs: 10 },
    { hostNs: 300, cpuNs: null },
    { hostNs: 900, cpuNs: 30 },
    { hostNs: 500, cpuNs: null },
  ]
  const { contenders } = suite(batches).measured
  assert.deepEqual(channelOf(contenders.slice(1), 1), { channelCostNs: 400, channelCpuNs: 20 })
  assert.deepEqual(channelOf(contenders.slice(1), 0), { channelCostNs: 0, channelCpuNs: null })
  const blind = suite([{ hostNs: 7, cpuNs: null }]).measured.contenders
  assert.deepEqual(channelOf(blind, 0), { channelCostNs: 7, channelCpuNs: null })
})

test('comparedBy compares what Steelyard timed, or what another timer did where it timed alone', () => {
  const compared = (
    names: readonly ('steelyard' | 'mitata')[],
    calibration: Preparation['calibration'] = null,
  ) =>
    comparedBy([suite()], calibration, bareRun({ rules: { timers: names } }), null).map(
      ({ paired, biasSource, biasAllowance, base, head }) => [paired, biasSource, biasAllowance, base, head],
    )
  assert.deepEqual(compared(['steelyard']), [[true, 'assumed', 0.002, 'a', 'b']])
  assert.deepEqual(compared(['steelyard'], CALIBRATION), [[true, 'measured', 0.02, 'a', 'b']])
  assert.deepEqual(compared(['mitata']), [[false, 'assumed', 0.002, 'a', 'b']])
  assert.deepEqual(compared(['steelyard', 'mitata']), [])
})

test('findingsOf has the results of all timers, and what was asked of them', () => {
  const found = (names: readonly ('steelyard' | 'mitata')[], evidence: boolean | null = null) =>
    findingsOf(
      [suite([{ hostNs: 7, cpuNs: 3 }])],
      null,
      bareRun({
        rules: { timers: names },
        selection: {
          compare:
            evidence === null
              ? null
              : { heads: [1], rebuilt: null, flags: [{ flag: '--a', alone: 1, without: 0 }], evidence },
        },
      }),
      null,
    )
  const both = found(['steelyard', 'mitata'])
  assert.deepEqual(
    both.results.map(({ timer, target }) => [timer, target]),
    [
      ['steelyard', 'a'],
      ['steelyard', 'b'],
      ['mitata', 'a'],
      ['mitata', 'b'],
    ],
  )
  assert.deepEqual(
    both.channels,
    [0, 1].map(() => ({ channelCostNs: 7, channelCpuNs: 3 })),
  )
  assert.deepEqual(
    both.timers.map(({ name }) => name),
    ['mitata'],
  )
  assert.deepEqual(
    both.agreements.map(({ target, agrees }) => [target, agrees]),
    [
      ['a', true],
      ['b', false],
    ],
  )
  assert.deepEqual([both.comparisons, both.attributions, both.profiles, both.causes], [[], [], [], []])
  const alone = found(['mitata'])
  assert.deepEqual([alone.agreements, alone.comparisons.length], [[], 1])
  const [attribution] = found(['steelyard'], false).attributions
  assert.deepEqual([attribution?.metric, attribution?.flags.map(({ flag }) => flag)], ['wall', ['--a']])
  assert.deepEqual(findingsOf([], null, bareRun(), null).channels, [])
})
