import { readFileSync } from 'node:fs'
import { mean, type Random } from '@steelyard/stats'
import { logRatioOfSums } from '../../stats/src/intervals/launch-ratio.ts'
import { heavyTailed, normal, skewed } from '../../stats/test/noise.ts'

/** Noise of the time of a batch, as a factor; takes whether the batch is timed. */
export type Factor = (timed: boolean) => number

/** Draws the noise of head and base in one launch. Without it their ratio is the true one. */
export type LaunchDraw = (random: Random) => { readonly head: Factor; readonly base: Factor }

export interface NoiseModel {
  /** Whether head and base are interchangeable. */
  readonly symmetric: boolean
  /** Whether a neighbour's bursts are added; observed noise has its own. */
  readonly hasNeighbour: boolean
  /** Returns the noise of one run: all its launches are drawn from the same machine and case. */
  readonly ofRun: (random: Random) => LaunchDraw
}

/** Spreads in log, as seen on the machine of the records: of a pair between launches, and of one batch. */
const BETWEEN = 0.009
const PER_BATCH = 0.03

const SLOW_SHARE = 0.2
const SLOW_BY = Math.log(1.05)

const COLLECTED_SHARE = 0.05

/** Every kind of noise that the rules are simulated with, by name. */
export const NOISES: Readonly<Record<string, NoiseModel>> = {
  normal: { symmetric: true, hasNeighbour: true, ofRun: () => shifted(random => BETWEEN * normal(random)) },
  observed: { symmetric: true, hasNeighbour: false, ofRun: random => observed(random) },
  t3: { symmetric: true, hasNeighbour: true, ofRun: () => shifted(random => BETWEEN * heavyTailed(random)) },
  skewed: {
    symmetric: false,
    hasNeighbour: true,
    ofRun: () => shifted(random => BETWEEN * skewed(random), COLLECTED_SHARE),
  },
  'slow mode on one side': {
    symmetric: false,
    hasNeighbour: true,
    ofRun: () => shifted(random => BETWEEN * normal(random) + slowMode(random)),
  },
  'slow mode on both sides': {
    symmetric: true,
    hasNeighbour: true,
    ofRun: () => shifted(random => BETWEEN * normal(random) + slowMode(random) - slowMode(random)),
  },
}

/** Returns noise of known components, spreads of a pair in log, to simulate the length of launches. */
export function componentNoise(between: number, perRound: number): NoiseModel {
  const perBatch = perRound / Math.SQRT2
  return {
    symmetric: true,
    hasNeighbour: false,
    ofRun: () => shifted(random => between * normal(random), 0, perBatch),
  }
}

/**
 * Shifts the head of a launch against its base, and spreads the batches of both; in a share of the head's batches the
 * collector takes as long as the work does. All factors have the mean 1, and the shift has the mean 0 in log.
 */
function shifted(shift: (random: Random) => number, collectedShare = 0, perBatch = PER_BATCH): LaunchDraw {
  return random => {
    const batch = () => Math.exp(perBatch * normal(random) - perBatch ** 2 / 2)
    const by = Math.exp(shift(random)) / (1 + collectedShare)
    return {
      head: () => by * batch() * (random.next() < collectedShare ? 2 : 1),
      base: batch,
    }
  }
}

/** In log; its mean is taken out, so that the truth stays where it is. */
function slowMode(random: Random): number {
  return (random.next() < SLOW_SHARE ? SLOW_BY : 0) - SLOW_SHARE * SLOW_BY
}

/** The batches of one pair in one launch of a record, as factors of what the contender takes in the mean. */
interface ObservedLaunch {
  readonly head: readonly number[]
  readonly base: readonly number[]
}

/** The records that observed noise is drawn from. Named, so that another record does not change the simulations. */
const OBSERVED = ['gc-pressure', 'json-reviver', 'stream-adapters', 'trig', 'web-api']

/** With fewer launches a pair would be drawn from too few kinds. */
const FEWEST_LAUNCHES = 10

/** With fewer the noisiest pairs alone would be drawn, since only they had many launches. */
const FEWEST_PAIRS = 60

/**
 * Draws whole launches, with replacement, of one pair of the committed records, and lets each go on from a random
 * round: bursts, collector and what lives between launches are those of real runtimes. The two are swapped at
 * random from run to run.
 */
function observed(random: Random): LaunchDraw {
  const pairs = observedPairs()
  const launches = pairs[random.integer(pairs.length)] ?? []
  const swapped = random.next() < 0.5
  return launchRandom => {
    const { head, base } = launches[launchRandom.integer(launches.length)] ?? { head: [], base: [] }
    const from = launchRandom.integer(Math.max(1, head.length))
    const [first, second] = swapped ? [base, head] : [head, base]
    return { head: recurring(first, from), base: recurring(second, from) }
  }
}

function recurring(factors: readonly number[], from: number): Factor {
  let next = from
  return timed => factors[(timed ? next++ : next) % factors.length] ?? 1
}

let pairsRead: readonly (readonly ObservedLaunch[])[] | null = null

/** Returns the launches of every pair of those records that has enough of them. */
function observedPairs(): readonly (readonly ObservedLaunch[])[] {
  pairsRead ??= readPairs()
  if (pairsRead.length < FEWEST_PAIRS) {
    throw new Error(
      `Cannot draw observed noise: only ${pairsRead.length} pairs have ${FEWEST_LAUNCHES} launches. Keep longer records of ${OBSERVED.join(', ')}.`,
    )
  }
  return pairsRead
}

/** What is read of a record. */
interface RecordShape {
  readonly results: readonly {
    readonly suite: string
    readonly case: string
    readonly params: object
    readonly target: string
    readonly launches: readonly {
      readonly group: number
      readonly launch: number
      readonly wallNs: readonly number[]
    }[]
  }[]
  readonly comparisons: readonly {
    readonly case: string
    readonly baseCase?: string
    readonly params: object
    readonly base: string
    readonly head: string
    readonly paired: boolean
  }[]
}

function readPairs(): (readonly ObservedLaunch[])[] {
  return OBSERVED.flatMap(name => {
    const file = new URL(`../../../results/${name}.json`, import.meta.url)
    const { results, comparisons } = JSON.parse(readFileSync(file, 'utf8')) as RecordShape
    const find = (caseId: string, params: object, target: string) =>
      results.find(
        result =>
          result.case === caseId &&
          result.target === target &&
          JSON.stringify(result.params) === JSON.stringify(params),
      )
    return comparisons
      .filter(({ paired }) => paired)
      .map(({ case: caseId, baseCase = caseId, params, base, head }) => {
        const baseLaunches = find(baseCase, params, base)?.launches ?? []
        return (find(caseId, params, head)?.launches ?? []).flatMap((launch): ObservedLaunch[] => {
          const other = baseLaunches.find(
            ({ group, launch: number }) => group === launch.group && number === launch.launch,
          )
          return other ? [{ head: launch.wallNs, base: other.wallNs }] : []
        })
      })
      .filter(launches => launches.length >= FEWEST_LAUNCHES)
      .map(withoutEffect)
  })
}

/** Divides by what the contenders take, so that the mean log ratio of the launches is 0. */
function withoutEffect(launches: readonly ObservedLaunch[]): ObservedLaunch[] {
  const baseNs = mean(launches.map(({ base }) => mean(base)))
  const ratio = Math.exp(mean(launches.map(({ head, base }) => logRatioOfSums(head, base) ?? 0)))
  return launches.map(({ head, base }) => ({
    head: head.map(ns => ns / (baseNs * ratio)),
    base: base.map(ns => ns / baseNs),
  }))
}
