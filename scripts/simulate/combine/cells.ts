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

export interface CombineSimulation {
  readonly date: string
  readonly commit: string
  readonly machine: string
  readonly node: string
  readonly cpuSeconds: number
  readonly runs: number
  readonly grid: Table
  readonly hard: readonly Table[]
  readonly stopped: readonly Table[]
  readonly worst: readonly Table[]
  readonly power: readonly Table[]
}
