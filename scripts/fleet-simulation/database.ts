import type { Random } from '../../packages/stats/src/index.ts'
import type { Clock } from './clock.ts'

/** What calls cost a database, as they were measured. */
export interface Costs {
  /** CPU time of a call while no other runs (ms): of one that gives a job, one that finds none, a sign of life, a record. */
  readonly takeMs: number
  readonly idleMs: number
  readonly touchMs: number
  readonly keepMs: number
  /** By what share of itself a call takes longer for each other that has begun. */
  readonly crowding: number
  /** How long a call waits for the disk and the network in addition (ms). */
  readonly waitMs: number
}

/** A database with some cores, which serve calls in their order. */
export interface SimulatedDatabase {
  call(costMs: number, done: () => void): void
  /** CPU time so far (ms). */
  busyMs(): number
}

export function createDatabase(
  clock: Clock,
  random: Random,
  { cores, costs }: { cores: number; costs: Costs },
): SimulatedDatabase {
  const freeAtMs = Array.from({ length: cores }, () => 0)
  let open = 0
  let busyMs = 0
  return {
    busyMs: () => busyMs,
    call(costMs, done) {
      // Half of a call is always so, the other half is exponential.
      const spread = 0.5 - 0.5 * Math.log(1 - random.next())
      const lengthMs = costMs * spread * (1 + costs.crowding * open)
      const core = freeAtMs.indexOf(Math.min(...freeAtMs))
      const endMs = Math.max(clock.now(), freeAtMs[core] ?? 0) + lengthMs
      freeAtMs[core] = endMs
      busyMs += lengthMs
      open++
      const waitMs = -costs.waitMs * Math.log(1 - random.next())
      clock.after(endMs - clock.now() + waitMs, () => {
        open--
        done()
      })
    },
  }
}
