import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, mean, type Random } from '@steelyard/stats'
import { POLICIES } from './policy.ts'
import { type Arrival, type Served, simulatePool } from './simulate.ts'

const SERVICE_NS = 1e6

function exponential(random: Random, meanNs: number): number {
  return -meanNs * Math.log(1 - random.next())
}

/** Poisson arrivals that load one server of mean service time `SERVICE_NS` to `load`. */
function poisson(random: Random, count: number, load: number, serviceNs: () => number): Arrival[] {
  let atNs = 0
  return Array.from({ length: count }, () => {
    atNs += exponential(random, SERVICE_NS / load)
    return { atNs, kind: 'job', steps: [{ cpuNs: serviceNs() }], overheadNs: 0 }
  })
}

function meanOf(served: readonly Served[], key: 'latencyNs' | 'queueNs'): number {
  return mean(served.map(request => request[key]))
}

function assertNear(found: number, exact: number, share: number): void {
  assert.ok(Math.abs(found / exact - 1) < share, `${found} is not within ${share * 100} % of ${exact}`)
}

test('one process on one core is M/D/1 and waits rho / (2 (1 - rho)) services on average', () => {
  for (const load of [0.3, 0.7]) {
    const arrivals = poisson(createRandom(1), 60_000, load, () => SERVICE_NS)
    const served = simulatePool({ arrivals, processes: 1, cores: 1, policy: 'one-warm' })
    assertNear(meanOf(served, 'queueNs'), (SERVICE_NS * load) / (2 * (1 - load)), 0.04)
  }
})

test('one process on one core with two kinds of work is M/G/1 as Pollaczek and Khinchine have it', () => {
  const random = createRandom(2)
  const load = 0.6
  // A tenth of the requests takes 5.5 services, the others half of one: 1 on average.
  const arrivals = poisson(random, 80_000, load, () => SERVICE_NS * (random.next() < 0.1 ? 5.5 : 0.5))
  const served = simulatePool({ arrivals, processes: 1, cores: 1, policy: 'one-warm' })
  const secondMoment = 0.1 * 5.5 ** 2 + 0.9 * 0.5 ** 2
  assertNear(meanOf(served, 'queueNs'), (SERVICE_NS * load * secondMoment) / (2 * (1 - load)), 0.06)
})

/** The chance that an arrival finds all `servers` busy, by Erlang's C formula; `offered` is the load in servers. */
function erlangC(servers: number, offered: number): number {
  let term = 1
  let sum = 1
  for (let busy = 1; busy < servers; busy++) {
    term *= offered / busy
    sum += term
  }
  const waiting = (term * offered) / servers / (1 - offered / servers)
  return waiting / (sum + waiting)
}

test('with a process for every request, c cores are M/M/c: Erlang C gives the mean time', () => {
  // Shared cores end work at the rate of min(requests, cores), as a common queue does, so that by Little's law the mean
  // time is the same, though single times differ.
  for (const [cores, load] of [
    [2, 1.4],
    [4, 3.2],
  ] as const) {
    const random = createRandom(3)
    const arrivals = poisson(random, 60_000, load, () => exponential(random, SERVICE_NS))
    const served = simulatePool({ arrivals, processes: 80, cores, policy: 'spread' })
    const exact = SERVICE_NS * (1 + erlangC(cores, load) / (cores - load))
    assertNear(meanOf(served, 'latencyNs'), exact, 0.05)
  }
})

test('processes with work of their own share one core: M/M/1 whichever policy spreads', () => {
  const random = createRandom(4)
  const arrivals = poisson(random, 60_000, 0.6, () => exponential(random, SERVICE_NS))
  for (const policy of POLICIES) {
    const served = simulatePool({ arrivals, processes: 3, cores: 1, policy })
    assertNear(meanOf(served, 'latencyNs'), SERVICE_NS / (1 - 0.6), 0.06)
  }
})

test('waiting occupies no process: requests that wait at once end at once', () => {
  const steps = [{ cpuNs: 1e5 }, { waitNs: 1e7 }, { cpuNs: 1e5 }]
  const arrivals = Array.from({ length: 10 }, () => ({ atNs: 0, kind: 'io', steps, overheadNs: 5e4 }))
  const served = simulatePool({ arrivals, processes: 1, cores: 1, policy: 'one-warm' })
  const latenciesNs = served.map(({ latencyNs }) => Math.round(latencyNs))
  // The tenth has 0.9 ms of others before it, and finds its second step ready in the same order.
  assert.deepEqual(
    latenciesNs,
    Array.from({ length: 10 }, (_, before) => 1.025e7 + before * 1e5),
  )
})

/** A burst of heavy work among light requests, as the suite sends them. */
function burst(): Arrival[] {
  const light = Array.from({ length: 200 }, (_, index) => ({
    atNs: index * 5e6,
    kind: 'io',
    steps: [{ cpuNs: 1e5 }, { waitNs: 1e7 }, { cpuNs: 1e5 }],
    overheadNs: 3e5,
  }))
  const heavy = Array.from({ length: 20 }, (_, index) => ({
    atNs: 2e8 + index * 1e7,
    kind: 'cpu',
    steps: [{ cpuNs: 2e7 }],
    overheadNs: 3e5,
  }))
  return [...light, ...heavy].sort((a, b) => a.atNs - b.atNs)
}

test('a policy moves queueing and nothing else', () => {
  for (const policy of POLICIES) {
    for (const cores of [1, 4]) {
      const served = simulatePool({ arrivals: burst(), processes: 4, cores, policy })
      for (const { latencyNs, queueNs, cpuNs, waitNs, kind } of served) {
        assert.ok(queueNs > -1)
        assert.ok(Math.abs(latencyNs - queueNs - cpuNs - waitNs) < 1)
        assert.equal(cpuNs, kind === 'cpu' ? 2e7 : 2e5)
      }
    }
  }
})

test('spread-when-busy keeps light requests in one process until it sees heavy work, and then lets them pass', () => {
  const light = burst().filter(({ kind }) => kind === 'io')
  const calm = simulatePool({ arrivals: light, processes: 4, cores: 4, policy: 'spread-when-busy' })
  assert.deepEqual([...new Set(calm.map(({ process }) => process))], [0])

  const queueNs = (policy: (typeof POLICIES)[number], kind: string) =>
    meanOf(
      simulatePool({ arrivals: burst(), processes: 4, cores: 4, policy }).filter(
        served => served.kind === kind,
      ),
      'queueNs',
    )
  for (const kind of ['io', 'cpu']) {
    assert.ok(queueNs('spread-when-busy', kind) < queueNs('one-warm', kind) / 5)
  }
})

test('simulatePool refuses a pool of nothing and arrivals out of order', () => {
  assert.throws(() => simulatePool({ arrivals: [], processes: 0, cores: 1, policy: 'spread' }), RangeError)
  const arrivals = [2e6, 1e6].map(atNs => ({ atNs, kind: 'job', steps: [{ cpuNs: 1 }], overheadNs: 0 }))
  assert.throws(() => simulatePool({ arrivals, processes: 1, cores: 1, policy: 'spread' }), RangeError)
})
