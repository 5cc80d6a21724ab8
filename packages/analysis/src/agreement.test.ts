import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BLANK_RESULT, type LaunchRecord, type ResultRecord, type TimingRecord } from '@steelyard/record'
import type { EarlyEnd } from '@steelyard/stats'
import { agreementsOf } from './agreement.ts'

const NAMES = { suite: 's', case: 'c', params: {}, target: 't', status: 'ok', error: null } as const
const NOTHING = { ...BLANK_RESULT, wallNs: null, cpuNs: null } as const

function launchesOf(meansNs: readonly number[], warmupNs: number): LaunchRecord[] {
  return meansNs.map((mean, launch) => ({
    ...{ audit: null, stalls: null, clockShares: null, backgroundShare: null, work: null, sharing: null },
    group: 0,
    launch,
    iterationsPerBatch: 1,
    order: [0, 1, 2],
    wallNs: [mean, mean, mean],
    cpuNs: null,
    warmup: { state: 'steady', batches: 1, durationNs: warmupNs },
    nullBatch: { wallNs: 0, hostNs: 0, cpuNs: null },
    early: [],
  }))
}

function judged(
  timer: 'mitata' | 'tinybench' | 'workerd-bench',
  timings: readonly Partial<TimingRecord>[],
  { warmupNs = 0, ownNs = [1000, 1010, 990] } = {},
  earlyEnd: EarlyEnd | null = null,
) {
  const own: ResultRecord = {
    ...NAMES,
    ...NOTHING,
    timer: 'steelyard',
    launches: launchesOf(ownNs, warmupNs),
  }
  const other: ResultRecord = {
    ...NAMES,
    ...NOTHING,
    timer,
    launches: [],
    timings: timings.map((timing, launch) => {
      const headlineNs = timing.headlineNs ?? 1000
      const rest = { askedNs: 5e8, minNs: 1, p50Ns: headlineNs, p99Ns: 1, maxNs: 1 }
      return { launch, ...rest, headlineNs, samples: 500, iterations: 500, emptyNs: 0.2, ...timing }
    }),
  }
  const [agreement] = agreementsOf([own, other], earlyEnd)
  assert.ok(agreement)
  return agreement
}

const timed = (values: readonly number[], rest: Partial<TimingRecord> = {}) =>
  values.map(headlineNs => ({ headlineNs, ...rest }))

test('agreementsOf finds no difference and no cause where the interval holds 1', () => {
  const { agrees, causes, ratio } = judged('mitata', timed([1005, 995, 1001]))
  assert.equal(agrees, true)
  assert.deepEqual(causes, [])
  assert.ok(ratio && ratio.lower <= 1 && ratio.upper >= 1)
})

test('agreementsOf names the empty call of a timer that does not take it out', () => {
  const { agrees, causes } = judged('tinybench', timed([1300, 1310, 1290], { emptyNs: 300 }))
  assert.equal(agrees, false)
  assert.deepEqual(causes, [
    'it says 300 ns of a function that does nothing, which is 23 % of what it says of this case',
  ])
})

test('agreementsOf names slow samples where the medians agree', () => {
  const { causes } = judged('mitata', timed([1500, 1510, 1490], { p50Ns: 1001 }))
  assert.equal(causes.length, 1)
  assert.match(
    causes[0] ?? '',
    /^medians stand at 1\.00: slow samples .* 50 % above its median and Steelyard's 0 %/,
  )
})

test('agreementsOf names a warm-up that a timer does not make, and not for one that makes it', () => {
  const warmupNs = 200e6
  assert.match(
    judged('mitata', timed([1500, 1510, 1490]), { warmupNs }).causes.join(),
    /after a few calls for 500 ms/,
  )
  assert.deepEqual(judged('tinybench', timed([1500, 1510, 1490]), { warmupNs }).causes, [])
})

test('agreementsOf names dead code, and a case at the floor', () => {
  assert.match(
    judged('mitata', timed([0.2, 0.21, 0.19])).causes.join(),
    /no more of this case than of a function/,
  )
  const longer = judged('mitata', timed([150, 151, 149], { emptyNs: 140 }), { ownNs: [100, 101, 99] })
  assert.doesNotMatch(longer.causes.join(), /no more of this case than of a function/)
  const floor = judged('workerd-bench', timed([100, 101, 99], { emptyNs: 220 }))
  assert.match(floor.causes.join(), /more than the 100 ns that are left/)
})

test('agreementsOf judges nothing in a run that was ended early, and keeps the ratio', () => {
  const { agrees, causes, ratio } = judged(
    'tinybench',
    timed([1300, 1310, 1290], { emptyNs: 300 }),
    {},
    'interrupted',
  )
  assert.deepEqual([agrees, causes], [null, []])
  assert.equal(ratio?.value.toFixed(1), '1.3')
})

test('agreementsOf does not judge by the launches that a timer gave a time to', () => {
  const { agrees, causes, ratio } = judged('workerd-bench', timed([1500, 0, 1510, 1490]))
  assert.deepEqual([agrees, causes], [null, []])
  assert.equal(ratio?.value.toFixed(1), '1.5')
})

test('agreementsOf says nothing from a single launch', () => {
  assert.deepEqual(judged('mitata', timed([2000])), {
    ...{ suite: 's', case: 'c', params: {}, target: 't', timer: 'mitata' },
    ...{ ratio: null, agrees: null, causes: [] },
  })
})

test('agreementsOf compares with the result of the same suite, case, target and parameters', () => {
  const same = { ...NAMES, ...NOTHING, params: { size: 1 } }
  const own = { ...same, timer: 'steelyard', launches: launchesOf([1000, 1010, 990], 0) } as const
  const timing = { askedNs: 5e8, headlineNs: 1000, minNs: 1, p50Ns: 1000, p99Ns: 1, maxNs: 1, emptyNs: 0.2 }
  const timings = [0, 1, 2].map(launch => ({ launch, ...timing, samples: 500, iterations: 500 }))
  const other = { ...same, timer: 'mitata', launches: [], timings } as const
  assert.equal(agreementsOf([other, own])[0]?.agrees, true)
  for (const change of [{ suite: 'x' }, { case: 'x' }, { target: 'x' }, { params: { size: 2 } }])
    assert.equal(agreementsOf([{ ...own, ...change }, other])[0]?.agrees, null)
  assert.deepEqual(agreementsOf([own, { ...other, status: 'unsupported' }]), [])
})

test('agreementsOf names each cause from the point on at which it matters', () => {
  type Row = readonly [Parameters<typeof judged>[0], number, Partial<TimingRecord>, number, RegExp | null]
  // Medians of the timer in nanoseconds, against Steelyard's 1000; then what Steelyard warmed up for.
  const rows: readonly Row[] = [
    ['tinybench', 1300, { emptyNs: 26 }, 0, /^it says 26\.0 ns of .* nothing, which is 2 % of what/],
    ['tinybench', 1300, { emptyNs: 25.9 }, 0, null],
    ['tinybench', 700, { emptyNs: 70 }, 0, null],
    ['workerd-bench', 1300, { emptyNs: 1300 }, 0, null],
    [
      'workerd-bench',
      1300,
      { emptyNs: 1310 },
      0,
      /^it takes out 1\.31 µs .* more than the 1\.30 µs that are/,
    ],
    ['tinybench', 12, { emptyNs: 10 }, 0, /^it says no more of this case/],
    ['tinybench', 12.1, { emptyNs: 10 }, 0, null],
    ['workerd-bench', 12, { emptyNs: 10 }, 0, null],
    ['tinybench', 1500, { p50Ns: 1224 }, 0, /^medians stand at 1\.22: .* mean 23 % above .* 0 %$/],
    ['tinybench', 1500, { p50Ns: 1226 }, 0, null],
    [
      'tinybench',
      500,
      { p50Ns: 710 },
      0,
      /^medians stand at 0\.71: a few .* mean 30 % below its median and Steelyard's 0 % above$/,
    ],
    ['tinybench', 500, { p50Ns: 700 }, 0, null],
    ['tinybench', 1500, { p50Ns: 0 }, 0, null],
    ['mitata', 1500, {}, 50e6, /^it times after a few calls for 500 ms; .* case up for 50\.0 ms/],
    ['mitata', 1500, {}, 49e6, null],
    ['mitata', 700, {}, 50e6, null],
    ['tinybench', 1500, {}, 300e6, /^it times after 250 ms for 500 ms; .* case up for 300 ms/],
    ['tinybench', 1500, {}, 299e6, null],
    ['mitata', 1500, { samples: 16 }, 0, /^it leaves out 4 of 20 samples/],
    ['mitata', 1500, { samples: 17 }, 0, null],
  ]
  for (const [timer, headlineNs, rest, warmupNs, cause] of rows) {
    const headlines = [0.99, 1, 1.01].map(factor => factor * headlineNs)
    const { causes } = judged(timer, timed(headlines, rest), { warmupNs })
    const name = `${timer} at ${headlineNs} ns: ${causes.join()}`
    assert.equal(causes.length, cause === null ? 0 : 1, name)
    if (cause !== null) assert.match(causes[0] ?? '', cause)
  }
})

test('agreementsOf says how far means lie above medians of either', () => {
  const own = launchesOf([1000, 1000, 1000], 0).map(launch => ({ ...launch, wallNs: [800, 800, 1400] }))
  const timing = { askedNs: 5e8, minNs: 1, p99Ns: 1, maxNs: 1, samples: 500, iterations: 500, emptyNs: 0.2 }
  const timings = [1500, 1510, 1490].map((headlineNs, launch) => ({
    ...{ ...timing, launch, headlineNs, p50Ns: 800 + launch },
  }))
  const results = [
    { ...NAMES, ...NOTHING, timer: 'steelyard', launches: own } as const,
    { ...NAMES, ...NOTHING, timer: 'mitata', launches: [], timings } as const,
  ]
  assert.match(agreementsOf(results)[0]?.causes.join() ?? '', /mean 88 % above .* Steelyard's 25 %$/)
})
