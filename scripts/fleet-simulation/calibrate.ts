import { createRandom } from '../../packages/stats/src/index.ts'
import { createClock } from './clock.ts'
import { type Costs, createDatabase } from './database.ts'
import { type NightFound, simulateNight } from './fleet.ts'
import { burstsOf, type Measured, movedOf, type Scale, sweepOf } from './measured-scale.ts'

/** What the measured points say that calls cost, and how well that predicts the points that it was not taken from. */
export interface Calibration {
  readonly costs: Costs
  readonly checks: readonly Check[]
}

export interface Check {
  readonly name: string
  readonly unit: string
  readonly measured: number
  readonly predicted: number
}

/** Calibrated on these; those above are predicted. */
const MOST_CONNECTIONS = 100
const SIGNS = 8
const CALLS = SIGNS + 2
const SECONDS = 20
const SEED = 7

/** What a job costs of CPU time (ms), with the worker's own where both share the cores. */
interface Demand {
  readonly jobMs: number
  readonly crowding: number
  readonly waitMs: number
  readonly cores: number
}

export function calibrate(scale: Scale): Calibration {
  const rows = sweepOf(scale).filter(({ connections }) => connections <= MOST_CONNECTIONS)
  const [first, last] = [rows[0], rows.at(-1)]
  if (first === undefined || last === undefined || first === last) throw new Error('there is no sweep')
  const both = ({ serverCores, workerCores, jobsASecond }: Measured) =>
    ((serverCores + workerCores) / jobsASecond) * 1e3
  const crowding = crowdingOf([first.connections, both(first)], [last.connections, both(last)])
  const alone = (ms: number, connections: number) => ms / (1 + crowding * connections)
  // As many cores as they got: other things ran on this machine.
  const cores = Math.max(...rows.map(({ serverCores, workerCores }) => serverCores + workerCores))
  const shared = { jobMs: alone(both(first), first.connections), crowding, cores, waitMs: 0 }
  const demand = { ...shared, waitMs: fittedWait(shared, first) }
  const costs = costsOf(scale, {
    crowding,
    waitMs: demand.waitMs,
    perJobMs: alone(first.cpuMsAJob, first.connections),
  })
  const full = sweepOf(scale).map(({ connections, jobsASecond, name }) => ({
    name: `${name}${connections > MOST_CONNECTIONS ? '' : ', taken for it'}`,
    unit: 'jobs a second',
    measured: jobsASecond,
    predicted: saturated(demand, connections),
  }))
  // The workers use the same cores, and do all of a job at once.
  const factor = Math.max(1, scale.cores / cores) * (both(first) / first.cpuMsAJob)
  const atOnce = { ...costs, touchMs: 0, keepMs: costs.keepMs + SIGNS * costs.touchMs }
  const bursts = burstsOf(scale).flatMap(({ name, connections, pollMs, lag }) => {
    const found = burst(scaled(atOnce, factor), { machines: connections, cores: scale.cores, pollMs })
    return (['p50', 'p95'] as const).map(p => ({
      name: `${connections} connections, ${name}, ${p}`,
      unit: 's of lag',
      measured: lag[p] / 1e3,
      predicted: found.lag[p] / 1e3,
    }))
  })
  return { costs, checks: [...full, ...bursts] }
}

/** By what share a job takes longer for each further connection, from two points. */
function crowdingOf(
  [few, fewMs]: readonly [number, number],
  [many, manyMs]: readonly [number, number],
): number {
  return Math.max(0, (manyMs - fewMs) / (many * fewMs - few * manyMs))
}

/** The wait of a call for which the fewest connections do as many jobs a second as they did. */
function fittedWait(demand: Demand, { connections, jobsASecond }: Measured): number {
  let [least, most] = [0, 200]
  for (let step = 0; step < 16; step++) {
    const waitMs = (least + most) / 2
    if (saturated({ ...demand, waitMs }, connections) > jobsASecond) least = waitMs
    else most = waitMs
  }
  return (least + most) / 2
}

/** Returns the jobs a second of workers that take all they can. */
function saturated({ jobMs, crowding, waitMs, cores }: Demand, connections: number): number {
  const clock = createClock()
  const whole = Math.ceil(cores)
  const costs = { takeMs: 0, idleMs: 0, touchMs: 0, keepMs: 0, crowding, waitMs }
  const database = createDatabase(clock, createRandom(SEED), { cores: whole, costs })
  const callMs = (jobMs / CALLS) * (whole / cores)
  let calls = 0
  const work = () =>
    database.call(callMs, () => {
      calls++
      work()
    })
  for (let worker = 0; worker < connections; worker++) work()
  clock.runUntil(SECONDS * 1e3)
  return calls / CALLS / SECONDS
}

function burst(costs: Costs, fleet: { machines: number; cores: number; pollMs: number }): NightFound {
  return simulateNight({
    ...fleet,
    costs,
    ...{ jobs: 1, sessions: 1, apartMs: 0, hours: 0.02, jobMs: [0, 0], touchMs: 15_000, failing: 0 },
    comesAndGoes: null,
    seed: SEED,
  })
}

function scaled({ takeMs, idleMs, touchMs, keepMs, ...costs }: Costs, factor: number): Costs {
  const [take, idle, sign, keep] = [takeMs, idleMs, touchMs, keepMs].map(ms => ms * factor)
  return { ...costs, takeMs: take ?? 0, idleMs: idle ?? 0, touchMs: sign ?? 0, keepMs: keep ?? 0 }
}

/** What is split by what was moved: signs of life and bytes. The rest is shared by a question and a record. */
function costsOf(
  scale: Scale,
  { crowding, waitMs, perJobMs }: { crowding: number; waitMs: number; perJobMs: number },
): Costs {
  const [usual] = movedOf(scale)
  const ofRow = (name: string) => movedOf(scale).find(cell => cell.name === name)
  const [silent, small] = [ofRow('no signs of life'), ofRow('records of 10 kB')]
  if (usual === undefined || silent === undefined || small === undefined) throw new Error('a row is missing')
  const signs = Math.max(0, 1 - silent.cpuMsAJob / usual.cpuMsAJob)
  const perByte = Math.max(0, usual.cpuMsAJob - small.cpuMsAJob) / (usual.recordBytes - small.recordBytes)
  const bytes = Math.min(1 - signs, (perByte * usual.recordBytes) / usual.cpuMsAJob)
  const rest = (1 - signs - bytes) / 2
  const idleMs = Math.min(
    ...burstsOf(scale).map(({ cpuMsAnIdle }) => cpuMsAnIdle ?? Number.POSITIVE_INFINITY),
  )
  // To find a job takes no less than to find none.
  const takeMs = Math.max(perJobMs * rest, Math.min(idleMs, perJobMs * (1 - signs - bytes)))
  return {
    takeMs,
    idleMs,
    touchMs: (perJobMs * signs) / SIGNS,
    keepMs: perJobMs * (1 - signs) - takeMs,
    crowding,
    waitMs,
  }
}
