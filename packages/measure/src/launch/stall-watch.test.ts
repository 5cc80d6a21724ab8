import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CoreMeter, MeterReadings } from '@steelyard/launcher'
import type { ContenderLaunch } from '@steelyard/schedule'
import type { Span } from '@steelyard/stats'
import { measuredContender } from '../fixtures/measured-contender.ts'
import { StallHistory, watchOn, withStalls } from './stall-watch.ts'

const MS = 1e6
const BATCH_NS = 3 * MS
const BATCHES = 20

/** Wakes on time every millisecond, 15 µs late, but where the core stands still. */
function readingsOf(stalls: readonly Span[]): MeterReadings {
  const [slept, due, woke]: number[][] = [[], [], []]
  for (let nowNs = 0; nowNs < 200 * MS; ) {
    slept?.push(nowNs)
    due?.push(nowNs + MS)
    const stall = stalls.find(({ startNs, endNs }) => startNs <= nowNs + MS && nowNs + MS < endNs)
    nowNs = (stall?.endNs ?? nowNs + MS) + 15e3
    woke?.push(nowNs)
  }
  const [sleptNs, dueNs, wokeNs] = [slept, due, woke].map(column => Float64Array.from(column ?? []))
  return {
    ...{ kind: 'fifo', periodNs: MS, ownNs: 10e3 },
    sleptNs: sleptNs as Float64Array,
    dueNs: dueNs as Float64Array,
    wokeNs: wokeNs as Float64Array,
    queuedNs: new Float64Array(dueNs?.length ?? 0),
  }
}

/** Two contenders in turn: batches of 3 ms, 1 ms in between. */
function launches(cpuShare = 1): ContenderLaunch[] {
  return [0, 1].map(side => {
    const wallNs = Array.from({ length: BATCHES }, () => BATCH_NS / 10)
    const [launch] = measuredContender({}, [{ group: 0, launch: 0, wallNs }]).launches
    assert.ok(launch)
    return {
      ...launch,
      iterationsPerBatch: 10,
      cpuNs: wallNs.map(ns => ns * cpuShare),
      audits: wallNs.map(() => ({ waitedNs: 35e3, preemptions: 3, stolenNs: 0, moved: false })),
      brackets: wallNs.map((_, batch) => {
        const startNs = (10 + (2 * batch + side) * 4) * MS
        return { startNs, endNs: startNs + BATCH_NS, durationNs: BATCH_NS }
      }),
    }
  })
}

function claimed(launch: ContenderLaunch | undefined) {
  const stalls = launch?.stalls
  assert.ok(stalls && stalls.meter !== 'off')
  return stalls
}

test('withStalls gives each batch what its core lost in it, and what its CPU clock counted of that', () => {
  // From the second batch of the first contender until the middle of the second one's.
  const stalls = [{ startNs: 18.5 * MS, endNs: 23.5 * MS }]
  const [head, base] = withStalls(launches(), readingsOf(stalls))
  const [first, second] = [claimed(head), claimed(base)]
  const sumOf = ({ claimedNs }: typeof first) => claimedNs.reduce<number>((sum, ns) => sum + (ns ?? 0), 0)
  // Up to a period of the beginning is missed.
  assert.ok(sumOf(first) > 1.4 * MS && sumOf(first) <= 2.5 * MS, `${sumOf(first)}`)
  assert.ok(Math.abs(sumOf(second) - 1.5 * MS) < 1, `${sumOf(second)}`)
  assert.deepEqual(
    first.claimedNs.flatMap((ns, batch) => (ns ? [batch] : [])),
    [1],
  )
  assert.deepEqual(first.counts.slice(0, 3), [0, 1, 0])
  assert.deepEqual(first.cpuClaimedNs?.[1], first.claimedNs[1])
  assert.equal(first.void, false)
  // A clock that stood still for half of each batch may have left it out.
  const [halved] = withStalls(launches(0.5), readingsOf(stalls))
  assert.equal(claimed(halved).cpuClaimedNs?.[1], Math.max(0, sumOf(first) - BATCH_NS / 2))
})

test('withStalls makes a window void for all contenders, whomever the stalls fell on', () => {
  for (const side of [0, 1]) {
    // Each of the twenty batches of one contender loses 1.5 of its 3 ms: a quarter of the time of both.
    const stalls = Array.from({ length: BATCHES }, (_, batch) => {
      const startNs = (10 + (2 * batch + side) * 4 + 0.2) * MS
      return { startNs, endNs: startNs + 2.8 * MS }
    })
    const voids = withStalls(launches(), readingsOf(stalls)).map(launch => claimed(launch).void)
    assert.deepEqual(voids, [true, true])
  }
})

test('withStalls takes the meter out of what a main thread waited for', () => {
  const [head] = withStalls(launches(), readingsOf([]))
  // Three wake-ups of 10 µs in a batch, or two.
  for (const audit of head?.audits ?? []) assert.ok([5e3, 15e3].includes(audit?.waitedNs ?? 0))
})

test('withStalls claims nothing of a batch that was not observed', () => {
  const [head] = withStalls(
    launches().map(launch => ({ ...launch, brackets: launch.brackets?.map(() => null) ?? [] })),
    readingsOf([{ startNs: 18 * MS, endNs: 30 * MS }]),
  )
  assert.ok(claimed(head).claimedNs.every(ns => ns === null))
  assert.equal(claimed(head).void, false)
})

test('a watch that is off says why, and ends once', async () => {
  let stops = 0
  const meter: CoreMeter = {
    start: async () => ({ kind: null, why: 'this Node has no node:ffi' }),
    stop: async () => {
      stops++
      return null
    },
    close: async () => {},
  }
  const why = async (core: number | null) => {
    const watch = watchOn(core, { meter, stallHistory: new StallHistory() })
    await watch.start()
    return (await watch.end(launches())).map(({ stalls }) => stalls)
  }
  const off = (why: string) => [0, 1].map(() => ({ meter: 'off', why }))
  assert.deepEqual(await why(1), off('no-meter'))
  assert.deepEqual(await why(null), off('any-core'))
  const untimed = watchOn(1, { meter, stallHistory: new StallHistory() }, true)
  await untimed.scout()
  await untimed.start()
  assert.equal((await untimed.end(launches()))[0]?.stalls, undefined)
  // Both ended what a scout might have begun.
  assert.equal(stops, 5)
})

test('a window is watched where stalls took 0.5 % or more of what was watched before, and not else', async () => {
  const scouted: Span[][] = []
  let starts = 0
  const meter: CoreMeter = {
    start: async () => {
      starts++
      return { kind: 'fifo', thread: 1 }
    },
    stop: async () => {
      const stalls = scouted.shift()
      return stalls === undefined ? null : readingsOf(stalls)
    },
    close: async () => {},
  }
  const stallHistory = new StallHistory()
  const isWatched = async (stalls: Span[], ofWindow: Span[] | null) => {
    scouted.push(stalls, ...(ofWindow === null ? [] : [ofWindow]))
    const before = starts
    const watch = watchOn(1, { meter, stallHistory })
    await watch.scout()
    assert.equal(starts, before + 1)
    await watch.start()
    const [launch] = await watch.end(launches())
    assert.equal(launch?.stalls?.meter !== 'off', starts === before + 2)
    if (launch?.stalls?.meter === 'off') assert.equal(launch.stalls.why, 'few')
    return starts === before + 2
  }
  assert.equal(await isWatched([], null), false)
  // 8 ms of 400: what was watched before counts too, and so does a window.
  assert.equal(await isWatched([{ startNs: 50 * MS, endNs: 58.5 * MS }], []), true)
  assert.equal(await isWatched([], [{ startNs: 50 * MS, endNs: 60 * MS }]), true)
  assert.equal(await isWatched([], []), true)
  for (let quiet = 0; quiet < 16; quiet++) stallHistory.add(readingsOf([]))
  assert.equal(await isWatched([], null), false)
})

test('scout looks for stalls of a core until the watch ends, and adds them to the history', async () => {
  const cores: number[] = []
  let isOn = false
  const meter: CoreMeter = {
    start: async core => {
      cores.push(core)
      isOn = true
      return { kind: 'fifo', thread: 1 }
    },
    stop: async () => {
      const readings = isOn ? readingsOf([{ startNs: 50 * MS, endNs: 60 * MS }]) : null
      isOn = false
      return readings
    },
    close: async () => {},
  }
  const stallHistory = new StallHistory()
  const scouts = async (core: number | null) => {
    const watch = watchOn(core, { meter, stallHistory })
    await watch.scout()
    const wasOn = isOn
    await watch.end([])
    return wasOn
  }
  assert.equal(await scouts(null), false)
  assert.equal(stallHistory.share, null)
  assert.equal(await scouts(3), true)
  assert.ok((stallHistory.share ?? 0) > 0.03)
  assert.deepEqual([cores, isOn], [[3], false])
})
