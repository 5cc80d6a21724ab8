import type { Costs } from './database.ts'
import { type Night, type NightFound, simulateNight } from './fleet.ts'
import { movedOf, type Scale } from './measured-scale.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const CORES = 2
const POLL_MS = 10_000

const USUAL = {
  cores: CORES,
  pollMs: POLL_MS,
  sessions: 2,
  apartMs: 150 * MINUTE_MS,
  jobMs: [60_000, 125_000],
  touchMs: 15_000,
  failing: 0.01,
} as const

export const FLEETS = [10, 100, 300, 1000] as const
/** Requests of a night, each with one job in a session of each machine. */
export const REQUESTS = 10
export const HOURS = 10

/** Nights in which machines come and go. */
export function nights(costs: Costs): (NightFound & { readonly machines: number })[] {
  return FLEETS.map((machines, index) => ({
    machines,
    ...simulateNight({
      ...USUAL,
      costs,
      machines,
      jobs: REQUESTS,
      hours: HOURS,
      comesAndGoes: { upMs: 12 * HOUR_MS, downMs: 30 * MINUTE_MS },
      seed: index + 1,
    }),
  }))
}

/** A way to set a fleet up, and how many machines it carries. */
export interface Variant {
  readonly name: string
  readonly points: readonly (Pick<NightFound, 'lag' | 'busiestCores'> & { readonly machines: number })[]
  /** The most machines tried whose busiest minute leaves a fifth of the cores free, and whose lag is in time. */
  readonly knee: number | null
}

const SIZES = [100, 200, 500, 1000, 2000, 5000, 10_000] as const
const FREE = 0.2
/** In addition to the interval at which workers ask, or 10 s. */
const IN_TIME_MS = 5000

export function variants(scale: Scale, costs: Costs): Variant[] {
  const share = (name: string) => {
    const [usual, moved] = [movedOf(scale)[0], movedOf(scale).find(cell => cell.name === name)]
    return (moved?.cpuMsAJob ?? 1) / (usual?.cpuMsAJob ?? 1)
  }
  const perJobMs = costs.takeMs + 8 * costs.touchMs + costs.keepMs
  const withRecords = (name: string) => ({
    ...costs,
    keepMs: Math.max(0.1, costs.keepMs + perJobMs * (share(name) - 1)),
  })
  const lazy = share('answers before the disk has it')
  return [
    variant('as it is: asked every 10 s, 2 cores', { costs }),
    variant('asked every 60 s', { costs, pollMs: 60_000 }),
    variant('notified, by LISTEN and NOTIFY', { costs, pollMs: null }),
    variant('notified, through a pooler', { costs: { ...costs, crowding: 0 }, pollMs: null }),
    variant('asked every 10 s, through a pooler', { costs: { ...costs, crowding: 0 } }),
    variant('8 cores', { costs, cores: 8 }),
    variant('records of 10 kB', { costs: withRecords('records of 10 kB') }),
    variant('records of 1 MB', { costs: withRecords('records of 1 MB') }),
    variant('answers before the disk has it', {
      costs: {
        ...costs,
        ...{
          takeMs: costs.takeMs * lazy,
          touchMs: costs.touchMs * lazy,
          keepMs: costs.keepMs * lazy,
          waitMs: 1,
        },
      },
    }),
  ]
}

/** A quarter of an hour: all machines begin at once, have three jobs each, and then wait. */
function variant(name: string, moved: Pick<Night, 'costs'> & Partial<Night>): Variant {
  const points = SIZES.map(machines => {
    const night = { ...USUAL, ...moved, machines, jobs: 3, hours: 0.25, comesAndGoes: null, seed: machines }
    const { lag, busiestCores } = simulateNight(night)
    const { cores, pollMs } = night
    const isCarried =
      busiestCores < (1 - FREE) * cores && lag.p95 < Math.max(pollMs ?? 0, POLL_MS) + IN_TIME_MS
    return { machines, lag, busiestCores, isCarried }
  })
  const firstTooMany = points.findIndex(({ isCarried }) => !isCarried)
  const knee = firstTooMany < 0 ? points.at(-1) : points[firstTooMany - 1]
  return { name, points: points.map(({ isCarried, ...point }) => point), knee: knee?.machines ?? null }
}
