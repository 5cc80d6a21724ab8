import { type Decision, FIRST_LOOK, LAG_ONE, PLANNED_LAUNCHES } from '@steelyard/stats'
import type { LookRules } from '../src/run/conduct-run.ts'
import type { NoiseModel } from './launch-noise.ts'
import { decisionOf, simulateRun } from './simulate-run.ts'

/** δ, and half of it and twice it, as true ratios of head to base. */
export const THRESHOLD = 0.01
export const EFFECTS: Readonly<Record<string, number>> = {
  '0': 1,
  'δ/2': Math.sqrt(1 + THRESHOLD),
  δ: 1 + THRESHOLD,
  '2δ': (1 + THRESHOLD) ** 2,
}

export const RULES: LookRules = {
  threshold: THRESHOLD,
  biasAllowance: 0.002,
  minimumLaunches: FIRST_LOOK,
  quick: false,
  looks: { first: FIRST_LOOK, planned: PLANNED_LAUNCHES, lagOne: LAG_ONE },
}

/** A minute, as in the goals. */
export const TIME_NS = 60e9
const MAXIMUM_LAUNCHES = 100

export interface Cell {
  readonly noise: NoiseModel
  readonly ratio: number
  /** Null where a verdict ends the run. */
  readonly precision: number | null
  readonly runs: number
  /** Seed of the first run; the next runs count up. */
  readonly seed: number
}

/** The outcomes of a cell's runs. */
export interface CellOutcome {
  readonly runs: number
  /** Runs whose interval held the true ratio. */
  readonly covered: number
  /** Runs that stopped before their time. */
  readonly stopped: number
  readonly verdicts: Readonly<Record<NonNullable<Decision['verdict']>, number>>
  readonly meanLaunches: number
  /** Geometric mean, in log. */
  readonly meanHalfWidth: number
}

/** Simulates the runs of one cell with the real scheduler. */
export async function simulateCell({ noise, ratio, precision, runs, seed }: Cell): Promise<CellOutcome> {
  const verdicts = { faster: 0, slower: 0, same: 0, inconclusive: 0 }
  const counts = { covered: 0, stopped: 0 }
  const sums = { launches: 0, logHalfWidth: 0 }
  const stopping = {
    minimumLaunches: RULES.minimumLaunches,
    maximumLaunches: MAXIMUM_LAUNCHES,
    precision,
    timeNs: TIME_NS,
    verdicts: RULES,
  }
  for (let run = 0; run < runs; run++) {
    const outcome = await simulateRun({ noise, ratio, seed: seed + run, stopping })
    const { ratio: found, verdict } = decisionOf(outcome, RULES)
    if (!found || !verdict) throw new Error(`run ${seed + run} gave no estimate`)
    verdicts[verdict]++
    counts.covered += Number(found.lower <= ratio && ratio <= found.upper)
    counts.stopped += Number(outcome.end === 'precision')
    sums.launches += outcome.launches.length
    sums.logHalfWidth += Math.log(Math.log(found.upper / found.lower) / 2)
  }
  return {
    runs,
    ...counts,
    verdicts,
    meanLaunches: sums.launches / runs,
    meanHalfWidth: Math.exp(sums.logHalfWidth / runs),
  }
}
