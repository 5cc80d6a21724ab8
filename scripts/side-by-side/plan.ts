import type { Random } from '../../packages/stats/src/index.ts'
import type { RuntimeName } from '../../runners/index.ts'
import type { CaseName } from '../../selfbench/cases/index.js'
import type { Cell, Version } from './line.ts'

export interface PlannedTrial extends Cell {
  readonly version: Version
  readonly heavier: 0 | 1 | null
  /** Of the trial's own order and core assignment: the same for both versions. */
  readonly seed: number
}

export interface Choice {
  readonly cases: readonly CaseName[]
  readonly runtimes: readonly RuntimeName[]
  readonly factors: readonly number[]
  readonly seconds: number
}

/** 1 % more work is to be found by computing at half a percent. */
const THRESHOLD = 1
const THRESHOLD_OF_POWER: Readonly<Partial<Record<CaseName, number>>> = { spin: 0.5 }

/**
 * Returns the trials of one pass: every cell once by each version. Cells come in random order, and so do the two versions
 * within each, one straight after the other, so that both see the same noise.
 */
export function planPass({ cases, runtimes, factors, seconds }: Choice, random: Random): PlannedTrial[] {
  const cells = cases.flatMap(name =>
    runtimes.flatMap(runtime =>
      factors.map((factor): Cell => {
        const threshold = factor === 1 ? THRESHOLD : (THRESHOLD_OF_POWER[name] ?? THRESHOLD)
        return { case: name, runtime, factor, threshold, seconds }
      }),
    ),
  )
  return random.shuffle(cells).flatMap(cell => {
    const heavier = cell.factor === 1 ? null : random.integer(2) === 0 ? 0 : 1
    const seed = random.integer(2 ** 31)
    return random.shuffle<Version>(['old', 'new']).map(version => ({ ...cell, version, heavier, seed }))
  })
}
