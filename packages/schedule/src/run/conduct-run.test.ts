import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, halfWidth } from '@steelyard/stats'
import type { Steadiness, WatchedStalls } from '../launch/window.ts'
import {
  type ConductedRun,
  conductRun,
  type GroupSamples,
  type Progress,
  type Stopping,
  worseState,
} from './conduct-run.ts'

const STOPPING: Stopping = { minimumLaunches: 10, maximumLaunches: 100, precision: 0.01, timeNs: 1e12 }
const LAUNCH_NS = 1e9

interface Trial extends ConductedRun {
  /** Group of each launch, in order. */
  readonly launched: readonly number[]
  readonly elapsedNs: number
  readonly progress: readonly Progress[]
}

/** Runs groups of one pair whose log ratios `draw` makes, on a clock that only launches move. */
async function trial(
  groups: number,
  draw: (group: number, launch: number) => number | null | 'lost' | 'exhausted',
  stopping: Partial<Stopping> = {},
  signal?: AbortSignal,
): Promise<Trial> {
  const startNs = 7 * LAUNCH_NS
  let nowNs = startNs
  const launched: number[] = []
  const progress: Progress[] = []
  const { end, stops } = await conductRun({
    pairs: Array.from({ length: groups }, () => 1),
    stopping: { ...STOPPING, ...stopping },
    metric: 'wall',
    random: createRandom(3),
    now: () => nowNs,
    onProgress: state => progress.push(state),
    ...(signal ? { signal } : {}),
    async launch(group, launch) {
      launched.push(group)
      nowNs += LAUNCH_NS
      const drawn = draw(group, launch)
      return drawn === 'exhausted' ? null : samplesOf([drawn])
    },
  })
  return { end, stops, launched, elapsedNs: nowNs - startNs, progress }
}

/** Returns samples of a base and of heads with these log ratios. */
function samplesOf(logRatios: readonly (number | null | 'lost')[]): GroupSamples {
  const heads = logRatios.map(log => {
    return log === 'lost' ? log : { wallNs: log === null ? [] : [Math.exp(log)], cpuNs: [] }
  })
  return [{ wallNs: [1], cpuNs: [] }, ...heads]
}

function count(launched: readonly number[], group: number): number {
  return launched.filter(other => other === group).length
}

function noise(spread: number): () => number {
  const random = createRandom(11)
  return () => spread * Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
}

test('conductRun stops on precision, but not before the minimum of launches', async () => {
  const quiet = await trial(1, noise(0.0001))
  assert.equal(quiet.end, 'precision')
  assert.equal(quiet.launched.length, 10)
  // One launch has no interval.
  assert.equal((await trial(1, () => 0, { minimumLaunches: 1 })).launched.length, 2)
  const noisy = await trial(1, noise(0.03))
  assert.equal(noisy.end, 'precision')
  assert.ok(noisy.launched.length > 20)
})

test('conductRun makes a launch more for each that stalls made void, whatever its ratio', async () => {
  const stalls = (isVoid: boolean): WatchedStalls => ({ ...NO_CLAIMS, void: isVoid })
  let launches = 0
  await conductRun({
    ...{ pairs: [1], stopping: STOPPING, metric: 'wall', random: createRandom(3), now: () => launches },
    launch: async (_, launch) => {
      launches++
      const [base, head] = samplesOf([noise(0.0001)()])
      const sides = [base, head].flatMap(side => (side === 'lost' || side === undefined ? [] : side))
      return sides.map(side => ({ ...side, stalls: stalls(launch % 4 === 1) }))
    },
  })
  // The second, the sixth and the tenth are void.
  assert.equal(launches, 13)
})

const LOOKS = { first: 5, planned: 10, lagOne: 0 }
const VERDICTS: Partial<Stopping> = {
  ...{ minimumLaunches: 5, precision: null },
  verdicts: { threshold: 0.01, biasAllowance: 0.002, minimumLaunches: 5, quick: false, looks: LOOKS },
}

test('conductRun ends a group at the look that decides all of its pairs, and at N where none does', async () => {
  const small = noise(0.01)
  const { end, launched, progress } = await trial(2, group => (group === 0 ? 1 : 0.002) + small(), VERDICTS)
  assert.equal(end, 'precision')
  assert.deepEqual([count(launched, 0), count(launched, 1)], [5, 10])
  const verdicts = progress.map(({ pairs }) => pairs?.map(([pair]) => pair?.verdict ?? null))
  assert.deepEqual(verdicts.at(-1), ['slower', null])
  // Known at once: no launch is begun before that is reported.
  const known = verdicts.findIndex(found => found?.[0] === 'slower')
  assert.equal(count(launched.slice(0, known), 0), 5)
})

test('conductRun has a precision reached beyond a verdict where one is asked for, and N launches without it', async () => {
  const large = noise(0.03)
  const both = await trial(1, () => 1 + large(), { ...VERDICTS, precision: 1e-9, maximumLaunches: 17 })
  assert.equal(both.launched.length, 17)
  const precise = await trial(1, () => 1 + large(), { ...VERDICTS, precision: 0.02 })
  assert.ok(precise.launched.length > 5)
})

test('conductRun has a few groups take turns in the order of their question, the first alone to its first look', async () => {
  let nowNs = 0
  const launched: number[] = []
  const random = noise(0.01)
  await conductRun({
    ...{ pairs: [1, 1, 1, 1, 1], order: [4, 2, 0, 1, 3], wave: 2, metric: 'wall' },
    ...{ random: createRandom(1), stopping: { ...STOPPING, ...VERDICTS }, now: () => nowNs },
    async launch(group) {
      launched.push(group)
      nowNs += LAUNCH_NS
      return samplesOf([1 + random()])
    },
  })
  assert.deepEqual(launched.slice(0, 5), [4, 4, 4, 4, 4])
  assert.deepEqual([...new Set(launched.slice(5, 15))].toSorted(), [0, 2])
  assert.deepEqual([...new Set(launched.slice(15))].toSorted(), [1, 3])
})

test('conductRun looks once at every group before it goes on with those that are left open', async () => {
  let nowNs = 0
  const launched: number[] = []
  const random = noise(0.01)
  await conductRun({
    ...{ pairs: [1, 1, 1, 1, 1], wave: 2, metric: 'wall' },
    ...{ random: createRandom(1), stopping: { ...STOPPING, ...VERDICTS }, now: () => nowNs },
    async launch(group) {
      launched.push(group)
      nowNs += LAUNCH_NS
      return samplesOf([(group < 2 ? 0 : 1) + random()])
    },
  })
  assert.deepEqual(new Set(launched.slice(0, 5)), new Set([0]))
  assert.deepEqual([...new Set(launched.slice(5, 15))].toSorted(), [1, 2])
  assert.deepEqual([...new Set(launched.slice(15, 25))].toSorted(), [3, 4])
  assert.deepEqual([...new Set(launched.slice(25))].toSorted(), [0, 1])
  assert.deepEqual([count(launched, 0), count(launched, 1)], [10, 10])
})

test('conductRun launches every group once, whatever the time', async () => {
  const { launched, end } = await trial(4, noise(1), { ...VERDICTS, timeNs: 1.5 * LAUNCH_NS })
  assert.equal(end, 'time')
  assert.deepEqual(launched.toSorted(), [0, 1, 2, 3])
})

test('conductRun begins no group whose launch would end too late, but for the first', async () => {
  const limits = { ...VERDICTS, timeNs: 1.5 * LAUNCH_NS }
  const late = await trial(4, noise(1), { ...limits, latestFirstNs: 3.5 * LAUNCH_NS })
  assert.deepEqual([late.launched.length, late.elapsedNs], [3, 3 * LAUNCH_NS])
  const [left] = [0, 1, 2, 3].filter(group => !late.launched.includes(group))
  assert.equal(late.stops[left ?? -1], 'time')
  // A launch that waited for a lost contender says nothing of the next.
  const lost = await trial(4, () => 'lost', { ...limits, latestFirstNs: 2.2 * LAUNCH_NS })
  assert.equal(lost.launched.length, 3)
  const never = await trial(4, noise(1), { ...limits, timeNs: -1, latestFirstNs: -1 })
  assert.equal(never.launched.length, 1)
  // Groups that have begun go on.
  const begun = await trial(2, noise(1), { timeNs: 20 * LAUNCH_NS, latestFirstNs: 3 * LAUNCH_NS })
  assert.equal(begun.launched.length, 20)
})

test('conductRun corrects for comparisons that other suites have', async () => {
  const launchesWith = async (otherRows: number) => {
    const spread = noise(0.02)
    const verdicts = VERDICTS.verdicts && { ...VERDICTS.verdicts, otherRows }
    const { launched } = await trial(1, () => 0.12 + spread(), { ...VERDICTS, ...(verdicts && { verdicts }) })
    return launched.length
  }
  assert.ok((await launchesWith(0)) < (await launchesWith(2000)))
})

test('conductRun looks at sound launches alone', async () => {
  let launches = 0
  await conductRun({
    ...{ pairs: [1], stopping: { ...STOPPING, ...VERDICTS }, metric: 'wall', random: createRandom(3) },
    now: () => launches,
    launch: async (_, launch) => {
      launches++
      const stalls = { ...NO_CLAIMS, void: launch % 2 === 0 }
      const log = stalls.void ? -3 : 1 + 0.01 * launch
      return samplesOf([log]).map(side => (side === 'lost' ? side : { ...side, stalls }))
    },
  })
  // Five sound ones, every second.
  assert.equal(launches, 10)
})

const NO_CLAIMS: Omit<WatchedStalls, 'void'> = {
  ...{ meter: 'fifo', periodNs: 1e6, ordinaryNs: 1e4, thresholdNs: 6e4 },
  ...{ claimedNs: [], counts: [], cpuClaimedNs: [] },
}

test('conductRun counts drifting launches at no look', async () => {
  let launches = 0
  await conductRun({
    ...{ pairs: [1], stopping: { ...STOPPING, ...VERDICTS }, metric: 'wall', random: createRandom(3) },
    now: () => launches,
    launch: async () => {
      launches++
      const warmup = { state: 'drifting', batches: 1, durationNs: 1, iterationNs: 1 } as const
      return samplesOf([1 + 0.01 * launches]).map(side => (side === 'lost' ? side : { ...side, warmup }))
    },
  })
  assert.equal(launches, 10)
})

test('worseState is that of the side that is further from steady', () => {
  const of = (...states: readonly Steadiness[]) =>
    worseState(
      ...states.map(state => ({
        ...{ wallNs: [], cpuNs: [], warmup: { state, batches: 1, durationNs: 1, iterationNs: 1 } },
      })),
    )
  assert.equal(of('steady', 'bimodal'), 'steady')
  assert.equal(of('steady', 'drifting'), 'drifting')
  assert.equal(of('drifting', 'never steady'), 'never steady')
  assert.equal(worseState('lost', undefined, { wallNs: [], cpuNs: [] }), 'steady')
})

test('conductRun ignores the effect: a shifted ratio stops after the same launches', async () => {
  const [still, shifted] = [noise(0.02), noise(0.02)]
  const equal = await trial(1, still)
  const slower = await trial(1, () => 0.5 + shifted())
  assert.deepEqual(slower.launched, equal.launched)
})

test('conductRun goes on after the time, and not beyond the latest, only for groups that lack launches', async () => {
  const limits = { timeNs: 25 * LAUNCH_NS, latestNs: 40 * LAUNCH_NS }
  const short = await trial(3, noise(1), limits)
  assert.deepEqual(
    [0, 1, 2].map(group => count(short.launched, group)),
    [10, 10, 10],
  )
  assert.equal(short.end, 'time')
  const enough = await trial(2, noise(1), limits)
  assert.equal(enough.launched.length, 25)
  const hopeless = await trial(5, noise(1), limits)
  assert.equal(hopeless.elapsedNs, limits.latestNs)
})

test('conductRun goes on with a group that lacks launches, whichever group is left of the turn', async () => {
  for (let seed = 1; seed <= 8; seed++) {
    let nowNs = 0
    const small = noise(0.03)
    const launched: number[] = []
    await conductRun({
      ...{ pairs: [1, 1], metric: 'wall', random: createRandom(seed), now: () => nowNs },
      stopping: { ...STOPPING, timeNs: 23 * LAUNCH_NS, latestNs: 40 * LAUNCH_NS },
      launch: async (group, launch) => {
        nowNs += LAUNCH_NS
        launched.push(group)
        const stalls: WatchedStalls = { ...NO_CLAIMS, void: group === 1 && launch < 6 }
        return samplesOf([small()]).map(side => (side === 'lost' ? side : { ...side, stalls }))
      },
    })
    assert.equal(count(launched, 1), 16, `seed ${seed}`)
  }
})

test('conductRun begins no launch that would outlast the time', async () => {
  const { end, elapsedNs } = await trial(3, noise(1), { timeNs: 35.5 * LAUNCH_NS })
  assert.equal(end, 'time')
  assert.equal(elapsedNs, 35 * LAUNCH_NS)
})

test('conductRun spreads the launches of all groups over the time', async () => {
  const { launched } = await trial(4, noise(1), { timeNs: 40 * LAUNCH_NS })
  for (let from = 0; from < 40; from += 4) {
    assert.deepEqual(launched.slice(from, from + 4).toSorted(), [0, 1, 2, 3])
  }
})

test('conductRun leaves a group that is precise and goes on with the others', async () => {
  const [quiet, noisy] = [noise(0.0001), noise(0.03)]
  const { launched } = await trial(2, group => (group === 0 ? quiet() : noisy()))
  assert.equal(count(launched, 0), 10)
  assert.ok(count(launched, 1) > 20)
})

test('conductRun does not wait for a group that can give nothing more', async () => {
  const quiet = noise(0.0001)
  const { end, launched } = await trial(2, group => (group === 0 ? 'exhausted' : quiet()))
  assert.equal(end, 'precision')
  assert.equal(count(launched, 0), 1)
})

test('conductRun waits for twenty launches when they are bimodal', async () => {
  const quiet = noise(0.0001)
  const { end, launched } = await trial(1, (_, launch) => quiet() + (launch % 3 === 0 ? 0.004 : 0))
  assert.equal(end, 'precision')
  assert.equal(launched.length, 20)
})

test('conductRun does not wait for a pair that was lost', async () => {
  const wild = noise(1)
  const { end, launched } = await trial(1, (_, launch) => (launch < 3 ? wild() : 'lost'))
  assert.equal(end, 'precision')
  assert.equal(launched.length, 10)
})

test('conductRun goes on until the widest pair of a group is precise, at any position', async () => {
  const alone = (await trial(1, noise(0.03))).launched.length
  assert.ok(alone > 20)
  for (const [wide, pairs] of [
    [0, 2],
    [1, 2],
    [1, 3],
  ] as const) {
    const draw = noise(0.03)
    let launches = 0
    const { end } = await conductRun({
      ...{
        pairs: [pairs],
        stopping: STOPPING,
        metric: 'wall',
        random: createRandom(1),
        now: () => launches * LAUNCH_NS,
      },
      launch: async () => {
        launches++
        const wild = draw()
        return samplesOf(Array.from({ length: pairs }, (_, pair) => (pair === wide ? wild : wild / 1000)))
      },
    })
    assert.deepEqual([end, launches], ['precision', alone])
  }
})

test('conductRun shuffles the groups again for each turn of all', async () => {
  const { launched } = await trial(4, noise(1), { maximumLaunches: 10 })
  const sweeps = Array.from({ length: 10 }, (_, sweep) => launched.slice(4 * sweep, 4 * sweep + 4))
  for (const sweep of sweeps) assert.deepEqual(sweep.toSorted(), [0, 1, 2, 3])
  assert.ok(new Set(sweeps.map(sweep => sweep.join())).size > 5)
})

test('conductRun makes exactly the launches of a quick run', async () => {
  const { end, launched } = await trial(3, noise(1), { minimumLaunches: 5, maximumLaunches: 5 })
  assert.equal(end, 'precision')
  assert.equal(launched.length, 15)
})

test('conductRun begins no launch once it was aborted', async () => {
  const controller = new AbortController()
  const { end, stops, launched } = await trial(
    1,
    (_, launch) => {
      if (launch === 3) controller.abort()
      return 0
    },
    {},
    controller.signal,
  )
  assert.equal(end, 'aborted')
  assert.deepEqual(stops, ['aborted'])
  assert.equal(launched.length, 4)
})

test('conductRun calls no group lost whose launch an interruption ended', async () => {
  const controller = new AbortController()
  const draw = (_: number, launch: number) => {
    if (launch < 3) return 0
    controller.abort()
    return 'exhausted'
  }
  assert.deepEqual((await trial(1, draw, {}, controller.signal)).stops, ['aborted'])
})

test('conductRun reports progress before every launch, and never more time than is left', async () => {
  const { progress, launched } = await trial(2, noise(1), { timeNs: 30 * LAUNCH_NS })
  assert.equal(progress.length, 30)
  assert.deepEqual(
    progress.map(({ group, launchesDone, elapsedNs }) => [group, launchesDone, elapsedNs]),
    launched.map((group, index) => [group, index, index * LAUNCH_NS]),
  )
  for (const { launchesDone, launchesExpected, remainingNs, elapsedNs } of progress) {
    assert.ok(launchesExpected > launchesDone)
    assert.ok(remainingNs <= 30 * LAUNCH_NS - elapsedNs)
  }
})

test('conductRun ends at once for a group without pairs that has its minimum', async () => {
  let launches = 0
  const { end } = await conductRun({
    pairs: [0],
    stopping: STOPPING,
    metric: 'wall',
    random: createRandom(1),
    now: () => launches * LAUNCH_NS,
    launch: async () => {
      launches++
      return samplesOf([])
    },
  })
  assert.equal(end, 'precision')
  assert.equal(launches, 10)
})

test('conductRun forecasts the launches that the precision needs, by the spread so far', async () => {
  const { progress, launched } = await trial(1, noise(0.03))
  const half = progress[Math.floor(launched.length / 2)]
  assert.ok(half)
  assert.ok(Math.abs(half.launchesExpected / launched.length - 1) < 0.5)
  assert.ok(half.remainingNs < STOPPING.timeNs / 2)
})

test('conductRun forecasts by the time of each group, and by the mean launch of one that had none', async () => {
  let nowNs = 0
  const durationsNs = [LAUNCH_NS, 3 * LAUNCH_NS]
  const launched: number[] = []
  const progress: Progress[] = []
  await conductRun({
    ...{ pairs: [1, 1], stopping: { ...STOPPING, precision: null }, metric: 'wall' },
    ...{ random: createRandom(1), now: () => nowNs, onProgress: state => progress.push(state) },
    async launch(group) {
      launched.push(group)
      nowNs += durationsNs[group] ?? 0
      return samplesOf([0])
    },
  })
  assert.deepEqual(new Set(progress.map(({ launchesExpected }) => launchesExpected)), new Set([20]))
  const firstNs = durationsNs[launched[0] ?? 0] ?? 0
  assert.deepEqual(
    [0, 1, 2, 19].map(index => progress[index]?.remainingNs),
    [STOPPING.timeNs, 19 * firstNs, 36 * LAUNCH_NS, durationsNs[launched[19] ?? 0]],
  )
})

test('conductRun forecasts the launches that verdicts need, and of a new group as many as others had', async () => {
  const small = noise(0.01)
  const expected = async (draw: Parameters<typeof trial>[1], groups = 1) =>
    (await trial(groups, draw, VERDICTS)).progress.map(({ launchesExpected }) => launchesExpected)
  assert.equal((await expected(() => 1 + small()))[3], 5)
  assert.equal((await expected(() => 0.002 + small()))[3], 10)
  let launches = 0
  assert.deepEqual((await expected(() => (launches++ === 0 ? 'exhausted' : 1), 3)).slice(0, 2), [15, 3])
})

test('conductRun forecasts no more launches than the time allows', async () => {
  const { progress } = await trial(1, noise(1), { timeNs: 30 * LAUNCH_NS })
  // A single launch allows no forecast.
  assert.ok(progress.slice(2).every(({ launchesExpected }) => launchesExpected === 30))
})

test('conductRun ends a group once isSettled, called with the log ratios of each launch and their time, returns true', async () => {
  const calls: string[] = []
  const times: number[] = []
  const { end, launched } = await trial(1, (_, launch) => [0.5, null, 0.25, 'lost', 1][launch] as number, {
    isSettled: (launches, spentNs) => {
      times.push(spentNs)
      // The samples are made from logs, whose logs are rounded.
      calls.push(
        JSON.stringify(launches, (_, log) => (typeof log === 'number' ? Number(log.toPrecision(12)) : log)),
      )
      return launches.length === 4
    },
  })
  assert.equal(end, 'precision')
  assert.equal(launched.length, 4)
  assert.equal(calls.at(-1), '[[0.5],[null],[0.25],["lost"]]')
  assert.deepEqual(
    times,
    [1, 2, 3, 4].map(count => count * LAUNCH_NS),
  )
})

test('isSettled is called with whether a fifth of the launches or more were never steady', async () => {
  const found: boolean[] = []
  let launches = 0
  await conductRun({
    ...{ pairs: [1], metric: 'wall', random: createRandom(1), now: () => launches * LAUNCH_NS },
    stopping: {
      ...STOPPING,
      isSettled: (all, _spentNs, isNeverSteady) => found.push(isNeverSteady) > 0 && all.length === 7,
    },
    launch: async () => {
      const state = launches++ === 1 ? 'never steady' : 'steady'
      const warmup = { state, batches: 1, durationNs: 1, iterationNs: 1 } as const
      return samplesOf([0.5]).map(side => (side === 'lost' ? side : { ...side, warmup }))
    },
  })
  assert.deepEqual(found, [false, true, true, true, true, false, false])
})

test('conductRun returns why each group ended', async () => {
  const stopsOf = async (draw: Parameters<typeof trial>[1], stopping: Partial<Stopping> = {}) =>
    (await trial(2, draw, stopping)).stops
  assert.deepEqual(await stopsOf(noise(0.001)), ['precise', 'precise'])
  assert.deepEqual(await stopsOf(noise(0.3), { maximumLaunches: 12 }), ['launches', 'launches'])
  assert.deepEqual(await stopsOf(noise(0.3), { timeNs: 30e9 }), ['time', 'time'])
  const small = noise(0.01)
  const oneDecided = await stopsOf(group => (group === 0 ? 1 + small() : 3 * small()), VERDICTS)
  assert.deepEqual(oneDecided, ['decided', 'launches'])
  assert.deepEqual(await stopsOf(noise(0.3), { isSettled: () => true }), ['decided', 'decided'])
  const aLoss = (group: number) => (group === 0 ? 'exhausted' : 0.1)
  assert.deepEqual(await stopsOf(aLoss, { precision: null }), ['lost', 'launches'])
})

/** Runs one group of pairs to its end; `rows` has the log ratios of each launch, the last for all after it. */
async function oneGroup(
  rows: readonly (readonly (number | null | 'lost')[])[],
  stopping: Partial<Stopping>,
): Promise<ConductedRun & { readonly progress: readonly Progress[]; readonly launches: number }> {
  const progress: Progress[] = []
  let launches = 0
  const run = await conductRun({
    ...{ pairs: [rows[0]?.length ?? 0], stopping: { ...STOPPING, ...stopping }, metric: 'wall' },
    ...{
      random: createRandom(1),
      now: () => launches * LAUNCH_NS,
      onProgress: state => progress.push(state),
    },
    launch: async () => samplesOf(rows[Math.min(launches++, rows.length - 1)] ?? []),
  })
  return { ...run, progress, launches }
}

test('conductRun looks as soon as one pair of a group has a look, and goes on until each is decided', async () => {
  const sure = (launch: number) => 1 + 0.001 * (launch % 3)
  const rows = Array.from({ length: 20 }, (_, launch) => [sure(launch), launch < 2 ? null : sure(launch)])
  const { progress, launches, stops } = await oneGroup(rows, VERDICTS)
  const verdicts = progress.map(({ pairs }) => pairs?.[0]?.map(({ verdict }) => verdict))
  assert.deepEqual(verdicts[5], ['slower', null])
  // The second has five sound launches then, at no look of the first.
  assert.deepEqual([launches, stops], [7, ['decided']])
})

test('conductRun keeps the first verdict of a pair, and asks nothing more of one that is lost', async () => {
  const rows = [1, 1.001, 1.002, 1.001, 1, 0, 0, 0, 0, 0].map(log => [log, 0.002 * log])
  const { progress } = await oneGroup(rows, { ...VERDICTS, precision: 1e-9, maximumLaunches: 10 })
  const first = progress.map(({ pairs }) => pairs?.[0]?.[0]?.verdict)
  assert.deepEqual(new Set(first.slice(5)), new Set(['slower']))
  const gone = [
    [1, 0.5],
    [1.001, 'lost'],
    [1, 'lost'],
    [1.002, 'lost'],
    [1.001, 'lost'],
  ] as const
  const { launches, stops, progress: shown } = await oneGroup(gone, VERDICTS)
  assert.deepEqual([launches, stops], [5, ['decided']])
  assert.deepEqual(shown.at(-1)?.pairs?.[0]?.[1], { ratio: null, verdict: null })
})

test('conductRun begins a group whose launch ends on the latest moment, by the longest whole one so far', async () => {
  const limits = { ...VERDICTS, timeNs: 1.5 * LAUNCH_NS }
  const begun = async (latestFirstNs: number, draw: Parameters<typeof trial>[1] = noise(1)) =>
    (await trial(4, draw, { ...limits, latestFirstNs })).launched.length
  assert.equal(await begun(3 * LAUNCH_NS), 3)
  assert.equal(await begun(3 * LAUNCH_NS - 1), 2)
  // What could give nothing, or lost one of its pairs, says nothing of how long the next takes.
  assert.equal(await begun(2 * LAUNCH_NS, () => 'exhausted'), 3)
  let launches = 0
  await conductRun({
    ...{ pairs: [2, 2, 2], stopping: { ...STOPPING, ...limits, latestFirstNs: LAUNCH_NS }, metric: 'wall' },
    ...{ random: createRandom(1), now: () => launches * LAUNCH_NS },
    launch: async () => {
      launches++
      return samplesOf([0, 'lost'])
    },
  })
  assert.equal(launches, 2)
})

test('conductRun stops on an interval as narrow as is asked for, and on no wider one', async () => {
  const draw = noise(0.01)
  const rows = Array.from({ length: 60 }, () => [draw()])
  const { progress } = await oneGroup(rows, { precision: null, minimumLaunches: 20 })
  const ratio = progress[12]?.pairs?.[0]?.[0]?.ratio
  assert.ok(ratio)
  const launchesFor = async (precision: number) =>
    (await oneGroup(rows, { precision, minimumLaunches: 12 })).launches
  assert.equal(await launchesFor(halfWidth(ratio)), 12)
  assert.ok((await launchesFor(halfWidth(ratio) * 0.9999)) > 12)
})
