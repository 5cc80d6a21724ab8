import { createRandom, quantile } from '../../packages/stats/src/index.ts'
import { createClock } from './clock.ts'
import { type Costs, createDatabase } from './database.ts'

/** A fleet, and what it is asked for at the beginning of a night. */
export interface Night {
  readonly machines: number
  readonly cores: number
  readonly costs: Costs
  /** How often a worker that found nothing asks; null: it is notified at once. */
  readonly pollMs: number | null
  /** Jobs of a machine in each session. */
  readonly jobs: number
  readonly sessions: number
  readonly apartMs: number
  readonly hours: number
  /** Of a job: uniform between them. */
  readonly jobMs: readonly [least: number, most: number]
  /** Between two signs of life. */
  readonly touchMs: number
  /** Of attempts. */
  readonly failing: number
  /** Mean times that a machine is there, and is not; null where all stay. */
  readonly comesAndGoes: { readonly upMs: number; readonly downMs: number } | null
  readonly seed: number
}

/** What became of it. */
export interface NightFound {
  readonly jobs: number
  readonly done: number
  readonly attempts: number
  /** From when a worker was free, and a job might begin, to when it had it (ms). */
  readonly lag: { readonly p50: number; readonly p95: number; readonly p99: number }
  /** When 99 % of the jobs were done, and the last (hours); null where that never was. */
  readonly hours: { readonly most: number | null; readonly last: number | null }
  /** Mean over the night, and over its busiest minute. */
  readonly busyCores: number
  readonly busiestCores: number
}

const RETRY_MS = 30_000
const LAPSE_MS = 60_000
const ATTEMPTS = 4
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** Simulates one night; the same seed gives the same. */
export function simulateNight(night: Night): NightFound {
  const { costs, machines, hours, jobs, sessions } = night
  const clock = createClock()
  const random = createRandom(night.seed)
  const database = createDatabase(clock, random, night)
  const exponential = (meanMs: number) => -meanMs * Math.log(1 - random.next())
  const lags: number[] = []
  const doneAtMs: number[] = []
  // What a machine waits for at the end: it counts with what it has waited by then.
  const stillWaitsMs: (() => number | null)[] = []
  let attempts = 0
  for (let machine = 0; machine < machines; machine++) startMachine()
  const busiest = watchBusiest()
  clock.runUntil(hours * HOUR_MS)
  lags.push(...stillWaitsMs.flatMap(waited => waited() ?? []))
  const total = machines * jobs * sessions
  const at = (share: number) => {
    const ms = doneAtMs[Math.ceil(share * total) - 1]
    return ms === undefined ? null : ms / HOUR_MS
  }
  const [p50 = 0, p95 = 0, p99 = 0] = [0.5, 0.95, 0.99].map(share => quantile(lags, share))
  return {
    jobs: total,
    done: doneAtMs.length,
    attempts,
    lag: { p50, p95, p99 },
    hours: { most: at(0.99), last: at(1) },
    busyCores: database.busyMs() / (hours * HOUR_MS),
    busiestCores: busiest(),
  }

  function watchBusiest() {
    let most = 0
    let before = 0
    const look = () => {
      most = Math.max(most, (database.busyMs() - before) / MINUTE_MS)
      before = database.busyMs()
      clock.after(MINUTE_MS, look)
    }
    clock.after(MINUTE_MS, look)
    return () => most
  }

  /** Its slots are its own: no other machine does its jobs. */
  function startMachine(): void {
    const tasks = Array.from({ length: jobs * sessions }, (_, index) => ({
      readyAtMs: index < jobs ? 0 : Number.POSITIVE_INFINITY,
      attempts: 0,
      isOpen: true,
    }))
    let life = 0
    let isUp = true
    let isBusy = false
    let freeAtMs = 0
    stillWaitsMs.push(() => {
      const task = tasks[next()]
      return !isUp || isBusy || task === undefined ? null : clock.now() - Math.max(freeAtMs, task.readyAtMs)
    })
    const { comesAndGoes, pollMs } = night
    const next = () => {
      const now = clock.now()
      return tasks.findIndex(({ isOpen, readyAtMs }) => isOpen && readyAtMs <= now)
    }
    const ask = (own: number) => {
      if (own !== life || !isUp) return
      const index = next()
      database.call(index < 0 ? costs.idleMs : costs.takeMs, () => {
        if (own !== life) return
        if (index < 0) askLater(own)
        else begin(own, index)
      })
    }
    const askLater = (own: number) => {
      if (pollMs !== null) return clock.after(pollMs, () => ask(own))
      const readyAtMs = Math.min(...tasks.flatMap(task => (task.isOpen ? [task.readyAtMs] : [])))
      if (Number.isFinite(readyAtMs)) clock.after(Math.max(1, readyAtMs - clock.now()), () => ask(own))
    }
    const begin = (own: number, index: number) => {
      const task = tasks[index]
      if (task === undefined) return
      isBusy = true
      attempts++
      task.attempts++
      lags.push(clock.now() - Math.max(freeAtMs, task.readyAtMs))
      const second = tasks[index + jobs]
      if (second !== undefined) second.readyAtMs = clock.now() + night.apartMs
      // Where the machine goes meanwhile, the job waits again once its sign of life is missed.
      task.readyAtMs = Number.POSITIVE_INFINITY
      const lengthMs = night.jobMs[0] + random.next() * (night.jobMs[1] - night.jobMs[0])
      for (let ms = night.touchMs; ms < lengthMs; ms += night.touchMs) {
        clock.after(ms, () => own === life && database.call(costs.touchMs, () => {}))
      }
      clock.after(lengthMs, () => {
        if (own !== life) return
        isBusy = false
        if (random.next() < night.failing) {
          task.readyAtMs = clock.now() + RETRY_MS
          if (task.attempts >= ATTEMPTS) task.isOpen = false
          database.call(costs.touchMs, () => ask(own))
        } else {
          database.call(costs.keepMs, () => {
            task.isOpen = false
            doneAtMs.push(clock.now())
            freeAtMs = clock.now()
            if (own === life) ask(own)
          })
        }
      })
    }
    const come = () => {
      isUp = true
      life++
      isBusy = false
      freeAtMs = clock.now()
      // A job that was lost is known to be so a minute after the last sign of life.
      for (const task of tasks) {
        if (
          task.isOpen &&
          task.attempts > 0 &&
          task.attempts < ATTEMPTS &&
          task.readyAtMs === Number.POSITIVE_INFINITY
        ) {
          task.readyAtMs = clock.now() + LAPSE_MS
        }
      }
      const own = life
      clock.after(pollMs === null ? 1 : random.next() * pollMs, () => ask(own))
      if (comesAndGoes !== null) clock.after(exponential(comesAndGoes.upMs), () => own === life && go())
    }
    const go = () => {
      isUp = false
      life++
      clock.after(exponential(comesAndGoes?.downMs ?? 0), come)
    }
    const share = comesAndGoes === null ? 1 : comesAndGoes.upMs / (comesAndGoes.upMs + comesAndGoes.downMs)
    if (random.next() < share) come()
    else go()
  }
}
