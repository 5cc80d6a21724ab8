import { createRandom } from '../../packages/stats/src/index.ts'

export const DAYS = 365

/** How large a database is, day by day. */
export interface Year {
  readonly name: string
  /** Of requests; null where none is deleted. */
  readonly keptDays: number | null
  /** At the end of each 5th day. */
  readonly bytes: readonly number[]
  readonly rows: number
}

export interface YearPlan {
  readonly jobsANight: number
  /** Share of them that is done, from a simulated night. */
  readonly done: number
  readonly bytesAJob: number
}

const POLICIES = [
  { name: 'all is kept', keptDays: null },
  { name: 'requests go after 30 days', keptDays: 30 },
  { name: 'requests go after 7 days', keptDays: 7 },
] as const
/** A night lacks up to a tenth of its machines. */
const ABSENT = 0.1
/** Space that was freed is used again, except for so much. */
const LOST_SPACE = 0.2

/** Simulates a year of nights; the same seed gives the same. */
export function simulateYears({ jobsANight, done, bytesAJob }: YearPlan): Year[] {
  const random = createRandom(365)
  const perNight = Array.from({ length: DAYS }, () =>
    Math.round(jobsANight * done * (1 - ABSENT * random.next())),
  )
  return POLICIES.map(({ name, keptDays }) => {
    let high = 0
    let rows = 0
    const bytes = perNight.map((_, day) => {
      const from = keptDays === null ? 0 : Math.max(0, day + 1 - keptDays)
      rows = perNight.slice(from, day + 1).reduce((sum, jobs) => sum + jobs, 0)
      const isPruned = from > 0
      // What Postgres has it does not give back: it fills it again.
      high = Math.max(high, rows * bytesAJob * (isPruned ? 1 + LOST_SPACE : 1))
      return high
    })
    return { name, keptDays, rows, bytes: bytes.filter((_, day) => (day + 1) % 5 === 0) }
  })
}
