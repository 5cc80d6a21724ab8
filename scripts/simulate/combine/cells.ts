import type { Counts, World } from '../../../packages/stats/test/simulated-machines.ts'

/** One world, and what its studies came to. */
export interface Cell extends World {
  readonly label: string
  readonly counts: Counts
}

export interface Table {
  readonly name: string
  readonly cells: readonly Cell[]
}

/** The tables about which something is promised. */
export interface PromisedTables {
  readonly grid: Table
  readonly stopped: readonly Table[]
  readonly worst: readonly Table[]
}
