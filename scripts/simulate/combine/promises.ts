import { FEWEST_CPUS } from '../../../packages/stats/src/index.ts'
import type { PromisedTables } from './cells.ts'
import { nameOf, share } from './tables.ts'

/** What the rules promise where the noise is normal, as shares of the runs. */
const COVERAGE = 0.95
const MOST_FALSE = 0.05

/** So many standard errors are chance: of the 300 shares looked at, one is beyond it in a run of 20. */
const CHANCE = 3.6

/** Returns a sentence for each promise that was not kept, by more than chance. */
export function faultsOf({ grid, stopped, worst }: PromisedTables): string[] {
  const kept = stopped.flatMap(({ cells }) =>
    cells.filter(({ stop, cpus }) => stop?.isWidened && cpus >= FEWEST_CPUS),
  )
  const uncovered = [...grid.cells, ...kept]
    .filter(({ counts }) => counts.covered / counts.combined < COVERAGE - chance(COVERAGE, counts.combined))
    .map(cell => `${nameOf(cell)}: covers ${share(cell.counts.covered, cell.counts.combined)}`)
  const isMore = (count: number, runs: number) => count / runs > MOST_FALSE + chance(MOST_FALSE, runs)
  const wrong = [...grid.cells, ...worst.flatMap(({ cells }) => cells)].flatMap(cell => {
    const { runs, falseDepends, falseSameDirection, falseSameWithin } = cell.counts
    const counted = { depends: falseDepends, 'same direction': falseSameDirection, same: falseSameWithin }
    return Object.entries(counted)
      .filter(([, count]) => isMore(count, runs))
      .map(([finding, count]) => `${nameOf(cell)}: false "${finding}" in ${share(count, runs)}`)
  })
  return [...uncovered, ...wrong]
}

function chance(of: number, runs: number): number {
  return CHANCE * Math.sqrt((of * (1 - of)) / runs)
}
